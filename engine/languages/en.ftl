### What the program says in a game. A line in another language has the same name and the same variables.

language = English

## Sides

black = Black
white = White
human = you
computer = the computer

## A turn

to-move = { $colour } is to move ({ $player }).
prompt = { $colour }, your move:
plays = { $colour } plays { $move }.
passes = { $colour } passes.
thinking-wins = { $colour } plays { $move }, and wins within { $moves } moves at most.
thinking-loses = { $colour } plays { $move }; every move that was tried loses.
forbidden = Forbidden for { $colour }: { $points }
rule-applies = A rule applies: { $rule } at level { $level } wins within { $level } moves, beginning with { $move }.
no-rule-applies = No rule applies for { $colour }.
opening = The opening is { $name } ({ $code }).
taken-back = { $moves ->
    [one] One move is taken back.
   *[other] { $moves } moves are taken back.
}
nothing-to-take-back = There is no move to take back.
saved = The game is saved in { $file }.
resumed = The game goes on after { $moves ->
    [one] one move.
   *[other] { $moves } moves.
}

## The end, and why (thesis, table 3.1)

wins-five = { $colour } has five in a row, and wins.
wins-forbidden = { $loser } has made a forbidden move; { $colour } wins.
wins-resignation = { $loser } resigns; { $colour } wins.
draw-full = The board is full: a draw.
draw-agreement = The players agree on a draw.
draw-declined = The computer does not agree on a draw.
left = The game is broken off.
summary = { $moves ->
    [one] One move
   *[other] { $moves } moves
}: { $line }

## What was not understood

not-a-command = I do not understand “{ $text }”. A move is written like h8; “help” lists the rest.
not-empty = There is a stone on { $move } already.
no-such-opening = There is no opening { $code }; they are D1 to D13 and I1 to I13.
cannot-save = The game cannot be saved in { $file }: { $reason }
needs-a-file = Write a file behind it: save game.sgf

help =
    h8            set a stone there
    undo          take back your last move, and the reply to it
    pass          make no move
    rules         which rules apply, and what they play
    draw          offer a draw
    resign        give up
    save FILE     write the game to a file
    quit          leave
