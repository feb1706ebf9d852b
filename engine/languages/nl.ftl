### Wat het programma in een partij zegt. Een regel heeft in elke taal dezelfde naam en dezelfde variabelen.

language = Nederlands

## Spelers

black = Zwart
white = Wit
human = u
computer = de computer

## Een beurt

to-move = { $colour } is aan zet ({ $player }).
prompt = { $colour }, uw zet:
plays = { $colour } speelt { $move }.
passes = { $colour } past.
thinking-wins = { $colour } speelt { $move } en wint in hoogstens { $moves } zetten.
thinking-loses = { $colour } speelt { $move }; elke onderzochte zet verliest.
forbidden = Verboden voor { $colour }: { $points }
rule-applies = Er is een kennisregel van toepassing: { $rule } op niveau { $level } wint in { $level } zetten, te beginnen met { $move }.
no-rule-applies = Er is geen kennisregel van toepassing voor { $colour }.
opening = De opening is { $name } ({ $code }).
taken-back = { $moves ->
    [one] Eén zet is teruggenomen.
   *[other] { $moves } zetten zijn teruggenomen.
}
nothing-to-take-back = Er is geen zet om terug te nemen.
saved = De partij is bewaard in { $file }.
resumed = De partij gaat verder na { $moves ->
    [one] één zet.
   *[other] { $moves } zetten.
}

## Het einde, en waarom (scriptie, tabel 3.1)

wins-five = { $colour } heeft vijf op een rij en wint.
wins-forbidden = { $loser } heeft een verboden zet gedaan; { $colour } wint.
wins-resignation = { $loser } geeft op; { $colour } wint.
draw-full = Het bord is vol: remise.
draw-agreement = De spelers besluiten tot remise.
draw-declined = De computer gaat niet akkoord met remise.
left = De partij is afgebroken.
summary = { $moves ->
    [one] Eén zet
   *[other] { $moves } zetten
}: { $line }

## Wat niet begrepen werd

not-a-command = “{ $text }” begrijp ik niet. Een zet schrijft u als h8; “help” noemt de rest.
not-empty = Op { $move } staat al een steen.
no-such-opening = Er is geen opening { $code }; ze heten D1 tot D13 en I1 tot I13.
cannot-save = De partij kan niet bewaard worden in { $file }: { $reason }
needs-a-file = Schrijf er een bestand achter: save partij.sgf

help =
    h8            zet daar een steen
    undo          neem uw laatste zet terug, en het antwoord erop
    pass          sla een beurt over
    rules         welke kennisregels van toepassing zijn, en wat zij spelen
    draw          bied remise aan
    resign        geef op
    save BESTAND  bewaar de partij
    quit          stop
