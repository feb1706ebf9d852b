### Messages shown during a game. Translations use the same message names and the same variables.

language = English

## Sides

black = Black
white = White
human = you
computer = the computer

## During a turn

to-move = { $colour } is to move ({ $player }).
prompt = { $colour }, your move:
plays = { $colour } plays { $move }.
passes = { $colour } passes.
must-pass = { $colour } cannot move and passes.
thinks-no-further = The computer stops its search: { $reason }.
given-up = { $reason }.
thinking-wins = { $moves ->
    [one] { $colour } plays { $move }, and wins with it.
   *[other] { $colour } plays { $move }, and wins within { $moves } moves at most.
}
thinking-loses = { $colour } plays { $move }; every move that was tried loses.
thought = depth { $depth }: { $value }, { $positions } positions, { $speed } a second, { $seconds } s: { $line }
why-proved = The win was proved against every reply.
why-seen = The win was seen { $depth } moves ahead; it was not proved.
why-safe = It is the best move after which no win for { $other } was found: { $value }, { $depth } moves ahead.
why-loses = { $other } wins after every move that was tried; this one holds out longest.
why-first = Nothing was searched, or there was no time for it.
rules-are = The rules are those of { $base }.
rules-and-help = The rules are those of { $base }; “help” lists the commands.
hint = { $colour } could play { $move }.
hint-wins = { $moves ->
    [one] { $colour } could play { $move }, and wins with it.
   *[other] { $colour } could play { $move }, and wins within { $moves } moves at most.
}
hint-loses = { $colour } could play { $move }; every move that was tried loses.
value = For { $colour } the value of the position is { $value }, { $depth } moves ahead.
value-wins = { $moves ->
    [one] { $colour } wins with the next move.
   *[other] { $colour } wins within { $moves } moves at most.
}
value-draw = The position is a draw if both sides play their best.
value-loses = { $colour } loses after every move that was tried.
kind-makes-overline = overline
kind-makes-two-fours = double four
kind-makes-two-threes = double three
forbidden = Forbidden for { $colour }: { $points }
rule-applies = { $level ->
    [one] A rule applies: { $rule } at level { $level } wins with { $move }.
   *[other] A rule applies: { $rule } at level { $level } wins within { $level } moves, beginning with { $move }.
}
no-rule-applies = No rule applies for { $colour }.
opening = The opening is { $name } ({ $code }).
taken-back = { $moves ->
    [one] One move is taken back.
   *[other] { $moves } moves are taken back.
}
nothing-to-take-back = There is no move to take back.
made-again = { $moves ->
    [one] One move is redone.
   *[other] { $moves } moves are redone.
}
nothing-to-make-again = There is no move to redo.
saved = The game is saved in { $file }.
resumed = The game continues after { $moves ->
    [one] one move.
   *[other] { $moves } moves.
}
opening-stands = The opening is on the board: { $line }.
game-of-file = This is game { $number } of the { $games } in the file; --record chooses another one.
recorded-result = The record has a result: { $result }
file-exists = The file { $file } already exists; “save! { $file }” overwrites it.
write-over = The file { $file } already exists. Overwrite it (yes or no)?
not-saved = The game is not saved; { $file } is unchanged.
draw-offered = { $colour }, { $other } offers a draw. Do you agree (yes or no)?

## The end of the game and the reason for it (thesis, table 3.1)

wins-five = { $colour } has five in a row, and wins.
wins-forbidden = { $loser } has made a forbidden move; { $colour } wins.
wins-forbidden-by = { $loser } has made a forbidden move, { $move } ({ $kind }); { $colour } wins.
wins-resignation = { $loser } resigns; { $colour } wins.
wins-time = { $loser } has no time left; { $colour } wins.
wins-forfeit = { $loser } forfeits the game; { $colour } wins.
wins = { $colour } wins.
wins-by = { $colour } wins{ $margin }, by { $reason }.
wins-blocked = { $reason }; { $colour } wins{ $margin }.
draw-by = A draw, by { $reason }.
draw-blocked = { $reason }: a draw.
draw = A draw.
void = The game is void.
draw-full = The board is full: a draw.
draw-agreement = The players agree on a draw.
draw-declined = The computer declines the draw.
draw-refused = { $colour } declines the draw.
left = The game is abandoned.
summary = { $moves ->
    [0] No move was made.
    [one] One move: { $line }
   *[other] { $moves } moves: { $line }
}

## Commands in the words of this language. The English words are understood in every language

words-undo = undo
words-redo = redo
words-hint = hint
words-value = value
words-pass = pass
words-moves = moves
words-why = why
words-rules = rules
words-draw = draw
words-resign = resign
words-save = save
words-help = help
words-quit = quit
words-yes = yes y
words-no = no n

## Errors in what a person entered

error = error: { $text }
not-a-command = I do not understand “{ $text }”. A move is written like h8; “help” lists the rest.
not-an-answer = Please answer yes or no.
unplayable = { $reason }; “help” lists the other commands.
move-unreadable = { $move } is not a move of this game
move-illegal = { $colour } cannot play { $move } here
move-unclear = { $move } can mean several moves
expected-nothing = expected nothing, as there are no moves here
expected-such = expected a move such as { $moves }
expected-only = expected { $moves }, the only legal move
expected-one-of = expected one of the moves { $moves }
expected-meant = expected { $moves }
not-empty = There is already a stone on { $move }.
no-such-opening = There is no opening { $code }; they are D1 to D13 and I1 to I13.
cannot-save = The game cannot be saved in { $file }: { $reason }
unknown-ending = The game is not saved: { $file } has none of the extensions { $endings }, which select the format.
needs-a-file = Give a file name: save game.sgf

help =
    MOVE          play this move, written as the game writes it
    moves         list the legal moves
    why MOVE      show why a move is legal or illegal
    undo          take back your last move, and the reply to it
    redo          redo what was taken back
    hint          show what the computer would play
    value         show the value of the position
    pass          pass the turn
    rules         show which rules apply, and what they play
    draw          offer a draw
    resign        give up
    save FILE     write the game to a new file; save! overwrites an existing one
    help          show this list
    quit          leave the game

## The page in the browser

page-board = Board
page-menu = Actions
page-new-game = New game
page-open = Open
page-save = Save
page-save-as = Save the game as a file with this extension:
page-save-picture = Or save a picture of the position:
page-no-picture = The picture cannot be drawn.
page-save-one-file = Or save the line of moves as one file to walk through, with the analyses and the explanation that are shown:
page-one-file = Save as one file
page-one-file-cut = The file holds the first { $number } moves.
page-one-file-too-large = The file would be larger than { $size } MB.
page-result = Result
page-position = Position
page-first = first position
page-before = position before
page-after = position after
page-last = last position
page-link = Link to this position
page-copy-link = Copy link
page-copied = The link is copied.
page-copy-yourself = The browser does not allow copying. The link is selected; copy it with Ctrl+C.
page-link-too-long = The link is longer than { $size } kB.
page-link-damaged = The link is damaged: it names no position of a game.
page-link-private = This game has no link, because the link would contain the path of its folder. Start noire serve with a relative path.
page-link-move = The link is damaged: move { $number }, { $move }, cannot be played.
page-options = Options
page-help = Help
page-close = Close
page-dismiss = Dismiss
page-cancel = Cancel
page-start = Start
page-game = Game
page-person = person
page-computer = Computer
page-level = level { $level }
page-agents = Other players
page-player-unfit = { $player } cannot play this game: { $reason }
page-player-failed = The computer cannot move for { $colour }: { $reason } Choose another player for { $colour } above the board, or take back a move.
page-player = Player
page-own-name = Name
page-minutes = Minutes for each side
page-no-clock = no clock
page-increment = Seconds added by each move
page-lot = Draw the opening by lot
page-time-left = { $time } left
page-no-analysis-on-time = There is no analysis while a clock runs.
page-opening = Opening
page-language = Language
page-theme = Colours
page-theme-system = as the system
page-theme-light = light
page-theme-dark = dark
page-board-colour = Colour of the board
page-board-wood = wood
page-board-green = green
page-board-blue = blue
page-board-grey = grey
page-option-plain = Plain board
page-option-coordinates = Coordinates
page-option-numbers = Move numbers
page-option-moves = Show possible moves
page-option-forbidden = Show forbidden points
page-option-threats = Show what the rules find
page-option-branches = Small boards at variations
page-option-aim = Aim with the first click, place with the second
page-to-move = { $colour } is to move.
page-state-occurred = How often this position has occurred
page-undo = Take back
page-redo = Replay
page-pass = Pass
page-hint = Hint
page-computer-moves = Computer moves
page-go-on = Go on
page-stop = Stop
page-resign = Resign
page-offer-draw = Offer a draw
page-typed-move = Move
page-play = Play
page-place = Place { $move }
page-play-anyway = Play { $move } anyway, and lose
page-beginning = Start
page-searching = The computer searches.
page-queued = Waiting for other searches: number { $place } in the queue.
page-found = Depth { $depth }, value { $value }: { $line }
page-tab-moves = Moves
page-tab-analysis = Analysis
page-tab-why = Why
page-comment = Comment on { $move }
page-comment-help = Ctrl+Enter keeps it, and so does leaving the field.
page-comment-too-long = A comment has at most { $number } characters.
page-comments-full = The comments and marks of a game have at most { $number } kB together.
page-comments-cut = Some remarks are too long or too many: a comment has at most { $number } characters.
page-has-comment = commented
page-losses = A .{ $format } file has no room for { $lost }.
page-loss-rules = the rules
page-loss-players = the names of the players
page-loss-date = the date
page-loss-event = the event
page-loss-remarks = the comments
page-loss-marks = the marks on the board
page-loss-signs = the signs behind moves, such as “!”
page-loss-times = the times of the moves
page-loss-tags = other information about the game
page-loss-result = the result
page-loss-moves = the moves
page-loss-past = the history of the position
page-variations-left-out = { $number ->
    [one] One move of the variations is left out, because it cannot be played.
   *[other] { $number } moves of the variations are left out, because they cannot be played.
}
page-marks = Marks
page-marks-help = Choose a mark with a click or its digit, and draw it with clicks or Enter on fields. The same mark again removes it. Escape puts the tool away.
page-marks-full = A position has at most { $marks } marks and { $lines } lines, and there is no room for more.
page-marks-cut = Some marks are left out: there are too many.
page-clear-marks = Erase all
page-lines-drawn = Lines on the board
page-tool-circle = Circle
page-tool-square = Square
page-tool-triangle = Triangle
page-tool-cross = Cross
page-tool-letter = Letter
page-tool-line = Line
page-tool-arrow = Arrow
page-tool-erase = Erase
page-tool-chosen = { $tool }: choose a field.
page-tool-lines = { $tool }: choose the first field.
page-tool-from = { $tool } from { $field }: choose the second field.
page-own-none = not marked
page-own-circle = marked with a circle
page-own-square = marked with a square
page-own-triangle = marked with a triangle
page-own-cross = marked with a cross
page-own-label = marked with { $text }
page-own-line = line between { $from } and { $to }
page-own-arrow = arrow from { $from } to { $to }
page-set-up = Set up a position
page-set-up-help = Choose a piece, and place it by clicks or by Enter on a field. The digits choose pieces, and 0 erases.
page-piece = Piece
page-erase = Erase
page-clear-board = Empty the board
page-side-to-move = To move
page-start-from-here = Start from here
page-cannot-set-up = No game can begin from this position: { $reason }
page-set-up-turn = The position determines that the other side is to move.
page-set-up-lost = The position cannot be written down completely.
page-lines = Best moves
page-only = Only these moves
page-only-help = Such as two moves with a blank between them. Without any, all moves are analysed.
page-too-many-moves = At most { $number } moves can be chosen.
page-off = off
page-lines-caption = The best moves for the side to move
page-move = Move
page-value = Value
page-depth = Depth
page-line = Line
page-check-line = Check a line
page-check-line-from = From move number
page-check-line-help = Does the line from this move to the position shown win for the side that begins it?
page-no-line = There is no such move before the position shown.
page-line-checked = The checked line
page-line-ends = wins at once
page-line-wins = every reply loses
page-line-wins-within = { $moves ->
    [one] every reply loses, with the next move
   *[other] every reply loses, within { $moves } moves
}
page-line-loses = refuted: the opponent wins with { $line }
page-line-loses-at-once = loses at once
page-line-draws = refuted: the opponent draws with { $line }
page-line-draws-at-once = ends in a draw
page-line-undecided = not decided: no win was found after { $line }
page-line-unsearched = not decided: the search was stopped
page-line-is-won = The line wins for { $colour }.
page-line-fails = The line fails with move { $number }, { $move }.
page-line-is-undecided = Whether the line wins is not decided: see move { $number }, { $move }.
page-solve = Solve
page-solve-help = Searches for a proof that the side to move wins in the position shown.
page-solving = Searching for a proof: { $percent } %.
page-solved-wins = { $moves ->
    [one] { $colour } wins with the next move.
   *[other] { $colour } wins within { $moves } moves.
}
page-solved-loses = { $colour } loses, whatever is played; { $line } holds out longest.
page-solved-draws = Neither side can win: { $line }.
page-solved-open = No win was found. This proves nothing.
page-solved-over = The game is over.
page-proof = The proof
page-proof-rule = wins by { $rule }
page-proof-threat = threatens { $rule }
page-proof-threat-line = threatens the line after anything else
page-proof-searched = every reply loses
page-proof-over = the game is won
page-proof-more = goes on; solve that position to see how
page-proof-else = anything else
page-proof-replies = { $number ->
    [one] 1 reply
   *[other] { $number } replies
}
page-proof-cut = Only the first { $number } moves of the proof are shown.
page-preview = After { $line }
page-preview-end = Back to the position
page-review = Find mistakes
page-review-help = Values every move of this line, and lists the moves that lost most.
page-nothing-to-review = There are no moves yet.
page-reviewing = Looking at the moves: { $percent } %.
page-checking-line = Checking the line: { $percent } %.
page-mistakes-found = Mistakes
page-no-mistakes = No move lost anything that the search sees.
page-curve = The chances of { $colour } over the game
page-curve-summary = Chances of { $colour }: { $first } % at the beginning, { $last } % at the end, lowest { $lowest } %, highest { $highest } %.
page-values = All values
page-chance = Chance
page-mistake-at-once = { $number }. { $move } loses at once; { $better } was better.
page-mistake-missed = { $moves ->
    [one] { $number }. { $move } misses a win at once: { $line }.
   *[other] { $number }. { $move } misses a win within { $moves } moves: { $line }.
}
page-mistake-allowed = { $moves ->
    [one] { $number }. { $move } lets the opponent win at once; { $better } was better.
   *[other] { $number }. { $move } lets the opponent win within { $moves } moves; { $better } was better.
}
page-mistake-points = { $moves ->
    [one] { $number }. { $move } loses 1 point; { $better } was worth { $value }.
   *[other] { $number }. { $move } loses { $moves } points; { $better } was worth { $value }.
}
page-why-move = Why is this move legal or not?
page-why = Why?
page-list-rules = Which rules apply?
page-threats = What the rules find
page-no-threats = No rule above level 0 applies.
page-applies = applies
page-does-not-apply = does not apply
page-holds = holds
page-fails = fails
page-unasked = not tried
page-as-at = as at ({ $number })
page-instead = instead:
page-more-attempts = { $number ->
    [one] Another attempt gets as far.
   *[other] { $number } other attempts get as far.
}
page-changes = Changes
page-empty = empty
page-move-number = move { $number }
page-last-move = last move
page-last-move-from = last move from here
page-forbidden-field = forbidden
page-forbidden-field-kind = forbidden: { $kind }
page-possible = possible
page-marked = marked { $sign }
page-lost = The connection is lost. The page tries to connect again; the game is kept.
page-file-too-large = The file is larger than { $size } MB.
page-first-game = The file has { $number } games; the first one is open.
page-empty-file = The file { $file } contains no game.
page-several-games = The file { $file } fits several games: { $games }. Start the right one, and open the file again.
page-unrecognised = No game accepts this file. By the rules of { $game }: { $reason }
page-opened-as = This is a game of { $game }.
page-can-play = { $colour } can play { $move }.
title-rule = { $name }
title-score = the score { $name }
title-preference = the preference { $name }
title-draw = the draw { $name }
title-export = the export { $name }
title-for = { $title } for { $colour }
title-level = level { $level }, { $title }
title-plays = { $title }: plays { $move }
title-applies = { $title }: applies
title-fails = { $title }: does not apply
title-unknown = { $title }: whether it applies is not known
title-has-won = { $title }: { $colour } has won
title-threat = { $title } (a threat: it is not the turn of { $colour })
page-forbidden = { $move } is forbidden.
page-forbidden-kind = { $move } is forbidden: { $kind }.
page-not-a-move = “{ $text }” is not a move of this game.
page-no-game = There is no game { $game }.
page-mistakes = The rules of { $game } have mistakes: blanche check { $game }
page-tree-full = The tree of moves is full: it holds { $number } moves.
page-queue-full = { $number } searches wait already. Try again later.
page-help-board = The arrow keys move over the board, and Enter plays. A move can also be typed.
page-key-walk = the move before, the move after
page-key-undo = take back
page-key-pass = pass
page-key-hint = hint
page-key-stop = stop the search
page-key-why = why
page-key-comment = write a comment
page-key-moves = possible moves on and off
page-key-numbers = move numbers on and off
page-key-threats = threats on and off
page-key-marks = draw a circle, a square, a triangle, a cross, a letter, a line or an arrow
page-key-erase = erase a mark and its lines
page-key-escape = put the drawing tool away, or stop the search
page-key-read = read the last move and the side to move
page-key-help = this list
page-cannot-open = The game cannot be opened: { $reason }.
page-no-format = The game cannot be saved in this format. It can be saved as { $formats }.
page-kept-missing = There is no such game.
page-kept-too-large = The file is too large for a game.
page-kept-damaged = The file is damaged.
page-kept-later = A later version of noire has written the file.
page-program-failed = The program has failed; please report how. Reload the page to go on.
page-message-too-large = A message is larger than { $size } kB, or the connection is broken.
page-unknown-message = The server does not understand a message of the page. Reload the page.
page-too-many-messages = Too many messages wait to be answered.
page-too-many-tabs = { $size } tabs are open already. Close one, and this one goes on.
page-tab-damaged = The game that this tab has kept is damaged. A new game begins.
page-no-position = There is no such position in the tree of moves.
page-no-rule = There is no such rule.
page-cannot-delete = The game cannot be deleted: { $reason }.
page-store-full = This game is not kept: { $number } games are kept already. Delete some of them under “Open”.
page-too-large-to-keep = This game is not kept: it is larger than 1 MB.
page-start-lost = its first position cannot be written down completely
page-not-kept = This game is not kept: { $reason }.
page-kept-games = Kept games
page-no-kept-games = No games are kept.
page-open-file = Open a file
page-paste = Or paste a record or a link:
page-delete = Delete
page-moves-number = { $number ->
    [one] one move
   *[other] { $number } moves
}
