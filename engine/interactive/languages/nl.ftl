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
must-pass = { $colour } kan niets spelen en past.
thinks-no-further = De computer denkt niet verder: { $reason }.
given-up = { $reason }.
thinking-wins = { $moves ->
    [one] { $colour } speelt { $move } en wint daarmee.
   *[other] { $colour } speelt { $move } en wint in hoogstens { $moves } zetten.
}
thinking-loses = { $colour } speelt { $move }; elke onderzochte zet verliest.
thought = diepte { $depth }: { $value }, { $positions } stellingen, { $speed } per seconde, { $seconds } s: { $line }
why-proved = De winst is bewezen tegen elk antwoord.
why-seen = De winst werd { $depth } zetten vooruit gezien; bewezen is zij niet.
why-safe = Het is de beste zet waarna geen winst voor { $other } werd gevonden: { $value }, { $depth } zetten vooruit.
why-loses = { $other } wint na elke onderzochte zet; deze houdt het langst stand.
why-first = Er werd niets onderzocht, of daarvoor was geen tijd.
rules-are = De regels zijn die van { $base }.
rules-and-help = De regels zijn die van { $base }; “hulp” noemt wat u kunt zeggen.
hint = { $colour } kan { $move } spelen.
hint-wins = { $moves ->
    [one] { $colour } kan { $move } spelen en wint daarmee.
   *[other] { $colour } kan { $move } spelen en wint in hoogstens { $moves } zetten.
}
hint-loses = { $colour } kan { $move } spelen; elke onderzochte zet verliest.
value = Voor { $colour } is de stelling { $value } waard, { $depth } zetten vooruit.
value-wins = { $moves ->
    [one] { $colour } wint met de volgende zet.
   *[other] { $colour } wint in hoogstens { $moves } zetten.
}
value-draw = De stelling is remise als beide zijden hun best spelen.
value-loses = { $colour } verliest na elke onderzochte zet.
kind-makes-overline = overlijn
kind-makes-two-fours = dubbele vier
kind-makes-two-threes = dubbele drie
forbidden = Verboden voor { $colour }: { $points }
rule-applies = { $level ->
    [one] Er is een kennisregel van toepassing: { $rule } op niveau { $level } wint met { $move }.
   *[other] Er is een kennisregel van toepassing: { $rule } op niveau { $level } wint in { $level } zetten, te beginnen met { $move }.
}
no-rule-applies = Er is geen kennisregel van toepassing voor { $colour }.
opening = De opening is { $name } ({ $code }).
taken-back = { $moves ->
    [one] Eén zet is teruggenomen.
   *[other] { $moves } zetten zijn teruggenomen.
}
nothing-to-take-back = Er is geen zet om terug te nemen.
made-again = { $moves ->
    [one] Eén zet is opnieuw gedaan.
   *[other] { $moves } zetten zijn opnieuw gedaan.
}
nothing-to-make-again = Er is niets dat is teruggenomen.
saved = De partij is bewaard in { $file }.
resumed = De partij gaat verder na { $moves ->
    [one] één zet.
   *[other] { $moves } zetten.
}
opening-stands = De opening staat: { $line }.
game-of-file = Het is partij { $number } van de { $games } in het bestand; --record neemt een andere.
recorded-result = De partij heeft een uitslag: { $result }
file-exists = Er is al een bestand { $file }; “bewaar! { $file }” schrijft eroverheen.
write-over = Er is al een bestand { $file }. Eroverheen schrijven (ja of nee)?
not-saved = De partij is niet bewaard; { $file } is zoals het was.
draw-offered = { $colour }, { $other } biedt remise aan. Gaat u akkoord (ja of nee)?

## Het einde, en waarom (scriptie, tabel 3.1)

wins-five = { $colour } heeft vijf op een rij en wint.
wins-forbidden = { $loser } heeft een verboden zet gedaan; { $colour } wint.
wins-forbidden-by = { $loser } heeft een verboden zet gedaan, { $move } ({ $kind }); { $colour } wint.
wins-resignation = { $loser } geeft op; { $colour } wint.
wins-time = { $loser } heeft geen tijd meer; { $colour } wint.
wins-forfeit = { $loser } verliest reglementair; { $colour } wint.
wins = { $colour } wint.
wins-by = { $colour } wint{ $margin }, door { $reason }.
wins-blocked = { $reason }; { $colour } wint{ $margin }.
draw-by = Remise, door { $reason }.
draw-blocked = { $reason }: remise.
draw = Remise.
void = De partij telt voor niemand.
draw-full = Het bord is vol: remise.
draw-agreement = De spelers besluiten tot remise.
draw-declined = De computer gaat niet akkoord met remise.
draw-refused = { $colour } gaat niet akkoord met remise.
left = De partij is afgebroken.
summary = { $moves ->
    [0] Er is geen zet gedaan.
    [one] Eén zet: { $line }
   *[other] { $moves } zetten: { $line }
}

## Wat iemand kan zeggen, in de woorden van deze taal; de Engelse woorden worden in elke taal begrepen

words-undo = terug
words-redo = opnieuw
words-hint = tip
words-value = waarde
words-pass = pas
words-moves = zetten
words-why = waarom
words-rules = regels
words-draw = remise
words-resign = opgeven
words-save = bewaar
words-help = hulp
words-quit = stop
words-yes = ja j
words-no = nee n

## Wat niet begrepen werd

error = fout: { $text }
not-a-command = “{ $text }” begrijp ik niet. Een zet schrijft u als h8; “hulp” noemt de rest.
not-an-answer = Antwoord met ja of nee.
unplayable = { $reason }; “hulp” noemt wat er nog is.
move-unreadable = { $move } is geen zet van dit spel
move-illegal = { $colour } kan { $move } hier niet spelen
move-unclear = { $move } kan meer dan één zet betekenen
expected-nothing = verwacht niets, want er zijn hier geen zetten
expected-such = verwacht een zet zoals { $moves }
expected-only = verwacht { $moves }, de enige zet
expected-one-of = verwacht een van de zetten { $moves }
expected-meant = verwacht { $moves }
not-empty = Op { $move } staat al een steen.
no-such-opening = Er is geen opening { $code }; ze heten D1 tot D13 en I1 tot I13.
cannot-save = De partij kan niet bewaard worden in { $file }: { $reason }
unknown-ending = De partij is niet bewaard: { $file } heeft geen van de uitgangen { $endings }, die zeggen hoe zij geschreven wordt.
needs-a-file = Schrijf er een bestand achter: bewaar partij.sgf

help =
    ZET                   speel deze zet, zoals de partij hem schrijft
    zetten, moves         welke zetten er zijn
    waarom, why ZET       waarom een zet wel of niet mag
    terug, undo           neem uw laatste zet terug, en het antwoord erop
    opnieuw, redo         doe opnieuw wat is teruggenomen
    tip, hint             wat de computer zou spelen
    waarde, value         wat de stelling waard is
    pas, pass             sla een beurt over
    regels, rules         welke kennisregels van toepassing zijn, en wat zij spelen
    remise, draw          bied remise aan
    opgeven, resign       geef op
    bewaar, save BESTAND  bewaar de partij in een nieuw bestand; bewaar! schrijft over een ouder heen
    hulp, help            deze lijst
    stop, quit            stop

## De bladzijde in de browser

page-board = Bord
page-menu = Handelingen
page-new-game = Nieuwe partij
page-open = Openen
page-save = Bewaren
page-save-as = Bewaar de partij als bestand met deze uitgang:
page-save-picture = Of bewaar een afbeelding van de stelling:
page-no-picture = De afbeelding kan niet getekend worden.
page-save-one-file = Of bewaar de reeks zetten als één bestand om door te lopen, met de analyses en de uitleg die te zien zijn:
page-one-file = Bewaar als één bestand
page-one-file-cut = Het bestand bevat de eerste { $number } zetten.
page-one-file-too-large = Het bestand zou groter zijn dan { $size } MB.
page-result = Uitslag
page-position = Stelling
page-first = eerste stelling
page-before = vorige stelling
page-after = volgende stelling
page-last = laatste stelling
page-link = Link naar deze stelling
page-copy-link = Kopieer link
page-copied = De link is gekopieerd.
page-copy-yourself = De browser staat kopiëren niet toe. De link is geselecteerd; kopieer hem met Ctrl+C.
page-link-too-long = De link is langer dan { $size } kB.
page-link-damaged = De link is beschadigd: hij noemt geen stelling van een spel.
page-link-private = Deze partij heeft geen link, want die zou het pad van haar map bevatten. Start noire serve met een relatief pad.
page-link-move = De link is beschadigd: zet { $number }, { $move }, kan niet gespeeld worden.
page-options = Opties
page-help = Hulp
page-close = Sluiten
page-dismiss = Verberg
page-cancel = Annuleren
page-start = Begin
page-game = Spel
page-person = mens
page-computer = Computer
page-level = niveau { $level }
page-agents = Andere spelers
page-player-unfit = { $player } kan dit spel niet spelen: { $reason }
page-player-failed = De computer kan niet zetten voor { $colour }: { $reason } Kies boven het bord een andere speler voor { $colour }, of neem een zet terug.
page-player = Speler
page-own-name = Naam
page-minutes = Minuten voor elke partij
page-no-clock = geen klok
page-increment = Seconden erbij per zet
page-lot = Loot de opening
page-time-left = nog { $time }
page-no-analysis-on-time = Er is geen analyse terwijl een klok loopt.
page-opening = Opening
page-language = Taal
page-theme = Kleuren
page-theme-system = zoals het systeem
page-theme-light = licht
page-theme-dark = donker
page-board-colour = Kleur van het bord
page-board-wood = hout
page-board-green = groen
page-board-blue = blauw
page-board-grey = grijs
page-option-plain = Eenvoudig bord
page-option-coordinates = Coördinaten
page-option-numbers = Zetnummers
page-option-moves = Toon mogelijke zetten
page-option-forbidden = Toon verboden punten
page-option-threats = Toon wat de regels vinden
page-option-branches = Kleine borden bij varianten
page-option-aim = Richten met de eerste klik, plaatsen met de tweede
page-to-move = { $colour } is aan zet.
page-state-occurred = Aantal keren dat deze stelling voorkwam
page-undo = Terug
page-redo = Opnieuw
page-pass = Passen
page-hint = Tip
page-computer-moves = Computer zet
page-go-on = Ga door
page-stop = Stop
page-resign = Opgeven
page-offer-draw = Remise aanbieden
page-typed-move = Zet
page-play = Speel
page-place = Plaats { $move }
page-play-anyway = Speel toch { $move }, en verlies
page-beginning = Begin
page-searching = De computer zoekt.
page-queued = Wacht op ander zoekwerk: nummer { $place } in de rij.
page-found = Diepte { $depth }, waarde { $value }: { $line }
page-tab-moves = Zetten
page-tab-analysis = Analyse
page-tab-why = Waarom
page-comment = Opmerking bij { $move }
page-comment-help = Ctrl+Enter bewaart de opmerking; het veld verlaten ook.
page-comment-too-long = Een opmerking heeft hoogstens { $number } tekens.
page-comments-full = De opmerkingen en tekens van een partij zijn samen hoogstens { $number } kB.
page-comments-cut = Sommige opmerkingen zijn te lang, of het zijn er te veel: een opmerking heeft hoogstens { $number } tekens.
page-has-comment = met opmerking
page-losses = In een .{ $format }-bestand is geen plaats voor { $lost }.
page-loss-rules = de regels
page-loss-players = de namen van de spelers
page-loss-date = de datum
page-loss-event = het evenement
page-loss-remarks = de opmerkingen
page-loss-marks = de tekens op het bord
page-loss-signs = de tekens achter zetten, zoals “!”
page-loss-times = de tijden van de zetten
page-loss-tags = andere gegevens van de partij
page-loss-result = de uitslag
page-loss-moves = de zetten
page-loss-past = de voorgeschiedenis van de stelling
page-variations-left-out = { $number ->
    [one] Eén zet van de varianten is weggelaten, omdat die niet gespeeld kan worden.
   *[other] { $number } zetten van de varianten zijn weggelaten, omdat ze niet gespeeld kunnen worden.
}
page-marks = Tekens
page-marks-help = Kies een teken met een klik of met het cijfer, en teken het met klikken of Enter op velden. Hetzelfde teken nog een keer haalt het weg. Escape legt het gereedschap weg.
page-marks-full = Een stelling heeft hoogstens { $marks } tekens en { $lines } lijnen, en voor meer is geen plaats.
page-marks-cut = Sommige tekens zijn weggelaten: het zijn er te veel.
page-clear-marks = Alles wissen
page-lines-drawn = Lijnen op het bord
page-tool-circle = Cirkel
page-tool-square = Vierkant
page-tool-triangle = Driehoek
page-tool-cross = Kruis
page-tool-letter = Letter
page-tool-line = Lijn
page-tool-arrow = Pijl
page-tool-erase = Wissen
page-tool-chosen = { $tool }: kies een veld.
page-tool-lines = { $tool }: kies het eerste veld.
page-tool-from = { $tool } vanaf { $field }: kies het tweede veld.
page-own-none = niet gemerkt
page-own-circle = gemerkt met een cirkel
page-own-square = gemerkt met een vierkant
page-own-triangle = gemerkt met een driehoek
page-own-cross = gemerkt met een kruis
page-own-label = gemerkt met { $text }
page-own-line = lijn tussen { $from } en { $to }
page-own-arrow = pijl van { $from } naar { $to }
page-set-up = Stelling opzetten
page-set-up-help = Kies een stuk en plaats het met klikken of met Enter op een veld. De cijfers kiezen stukken, en 0 wist.
page-piece = Stuk
page-erase = Wissen
page-clear-board = Bord leegmaken
page-side-to-move = Aan zet
page-start-from-here = Begin vanaf hier
page-cannot-set-up = Vanuit deze stelling kan geen partij beginnen: { $reason }
page-set-up-turn = Volgens de stelling is de andere kant aan zet.
page-set-up-lost = De stelling kan niet volledig worden opgeschreven.
page-lines = Beste zetten
page-only = Alleen deze zetten
page-only-help = Bijvoorbeeld twee zetten met een spatie ertussen. Zonder zetten worden alle zetten geanalyseerd.
page-too-many-moves = Er kunnen hoogstens { $number } zetten worden gekozen.
page-off = uit
page-lines-caption = De beste zetten voor wie aan zet is
page-move = Zet
page-value = Waarde
page-depth = Diepte
page-line = Variant
page-check-line = Een variant toetsen
page-check-line-from = Vanaf zetnummer
page-check-line-help = Wint de variant van deze zet tot de getoonde stelling voor de partij die haar begint?
page-no-line = Zo'n zet is er niet vóór de getoonde stelling.
page-line-checked = De getoetste variant
page-line-ends = wint meteen
page-line-wins = elk antwoord verliest
page-line-wins-within = { $moves ->
    [one] elk antwoord verliest, bij de volgende zet
   *[other] elk antwoord verliest, binnen { $moves } zetten
}
page-line-loses = weerlegd: de tegenstander wint met { $line }
page-line-loses-at-once = verliest meteen
page-line-draws = weerlegd: de tegenstander speelt remise met { $line }
page-line-draws-at-once = eindigt in remise
page-line-undecided = niet beslist: na { $line } werd geen winst gevonden
page-line-unsearched = niet beslist: de zoektocht werd gestopt
page-line-is-won = De variant wint voor { $colour }.
page-line-fails = De variant faalt met zet { $number }, { $move }.
page-line-is-undecided = Of de variant wint, is niet beslist: zie zet { $number }, { $move }.
page-solve = Oplossen
page-solve-help = Zoekt een bewijs dat wie aan zet is, in de getoonde stelling wint.
page-solving = Er wordt een bewijs gezocht: { $percent } %.
page-solved-wins = { $moves ->
    [one] { $colour } wint met de volgende zet.
   *[other] { $colour } wint binnen { $moves } zetten.
}
page-solved-loses = { $colour } verliest, wat er ook gespeeld wordt; { $line } houdt het langst stand.
page-solved-draws = Geen van beide kan winnen: { $line }.
page-solved-open = Er werd geen winst gevonden. Dat bewijst niets.
page-solved-over = De partij is afgelopen.
page-proof = Het bewijs
page-proof-rule = wint door { $rule }
page-proof-threat = dreigt met { $rule }
page-proof-threat-line = dreigt met de variant na al het andere
page-proof-searched = elk antwoord verliest
page-proof-over = de partij is gewonnen
page-proof-more = gaat verder; los die stelling op om te zien hoe
page-proof-else = al het andere
page-proof-replies = { $number ->
    [one] 1 antwoord
   *[other] { $number } antwoorden
}
page-proof-cut = Alleen de eerste { $number } zetten van het bewijs worden getoond.
page-preview = Na { $line }
page-preview-end = Terug naar de stelling
page-review = Fouten zoeken
page-review-help = Waardeert elke zet van deze variant en noemt de zetten die het meest verloren.
page-nothing-to-review = Er zijn nog geen zetten.
page-reviewing = De zetten worden bekeken: { $percent } %.
page-checking-line = De variant wordt getoetst: { $percent } %.
page-mistakes-found = Fouten
page-no-mistakes = Geen zet verloor iets dat de zoektocht ziet.
page-curve = De kansen van { $colour } in de partij
page-curve-summary = Kansen van { $colour }: { $first } % aan het begin, { $last } % aan het eind, minstens { $lowest } %, hoogstens { $highest } %.
page-values = Alle waarden
page-chance = Kans
page-mistake-at-once = { $number }. { $move } verliest meteen; { $better } was beter.
page-mistake-missed = { $moves ->
    [one] { $number }. { $move } mist een directe winst: { $line }.
   *[other] { $number }. { $move } mist een winst binnen { $moves } zetten: { $line }.
}
page-mistake-allowed = { $moves ->
    [one] { $number }. { $move } laat de tegenstander meteen winnen; { $better } was beter.
   *[other] { $number }. { $move } laat de tegenstander winnen binnen { $moves } zetten; { $better } was beter.
}
page-mistake-points = { $moves ->
    [one] { $number }. { $move } verliest 1 punt; { $better } was { $value } waard.
   *[other] { $number }. { $move } verliest { $moves } punten; { $better } was { $value } waard.
}
page-why-move = Waarom mag deze zet wel of niet?
page-why = Waarom?
page-list-rules = Welke regels zijn van toepassing?
page-threats = Wat de regels vinden
page-no-threats = Geen regel boven niveau 0 is van toepassing.
page-applies = van toepassing
page-does-not-apply = niet van toepassing
page-holds = geldt
page-fails = geldt niet
page-unasked = niet geprobeerd
page-as-at = zoals bij ({ $number })
page-instead = wel:
page-more-attempts = { $number ->
    [one] Nog één poging komt zo ver.
   *[other] Nog { $number } pogingen komen zo ver.
}
page-changes = Veranderingen
page-empty = leeg
page-move-number = zet { $number }
page-last-move = laatste zet
page-last-move-from = laatste zet van hier
page-forbidden-field = verboden
page-forbidden-field-kind = verboden: { $kind }
page-possible = mogelijk
page-marked = gemerkt { $sign }
page-lost = De verbinding is verbroken. De bladzijde probeert opnieuw te verbinden; de partij blijft bewaard.
page-file-too-large = Het bestand is groter dan { $size } MB.
page-first-game = Het bestand heeft { $number } partijen; de eerste is geopend.
page-empty-file = In het bestand { $file } staat geen partij.
page-several-games = Het bestand { $file } past bij verscheidene spellen: { $games }. Begin het juiste, en open het bestand opnieuw.
page-unrecognised = Geen spel aanvaardt dit bestand. Volgens de regels van { $game }: { $reason }
page-opened-as = Dit is een partij { $game }.
page-can-play = { $colour } kan { $move } spelen.
title-rule = { $name }
title-score = de score { $name }
title-preference = de voorkeur { $name }
title-draw = de remise { $name }
title-export = de uitvoer { $name }
title-for = { $title } voor { $colour }
title-level = niveau { $level }, { $title }
title-plays = { $title }: speelt { $move }
title-applies = { $title }: van toepassing
title-fails = { $title }: niet van toepassing
title-unknown = { $title }: of zij van toepassing is, is onbekend
title-has-won = { $title }: { $colour } heeft gewonnen
title-threat = { $title } (een dreiging: { $colour } is niet aan zet)
page-forbidden = { $move } is verboden.
page-forbidden-kind = { $move } is verboden: { $kind }.
page-not-a-move = “{ $text }” is geen zet van dit spel.
page-no-game = Er is geen spel { $game }.
page-mistakes = De regels van { $game } bevatten fouten: blanche check { $game }
page-tree-full = De boom van zetten is vol: er staan { $number } zetten in.
page-queue-full = Er wacht al { $number } keer zoekwerk. Probeer het later opnieuw.
page-help-board = De pijltjestoetsen gaan over het bord en Enter speelt. Een zet kan ook getypt worden.
page-key-walk = de zet ervoor, de zet erna
page-key-undo = terug
page-key-pass = passen
page-key-hint = tip
page-key-stop = stop het zoeken
page-key-why = waarom
page-key-comment = een opmerking schrijven
page-key-moves = mogelijke zetten aan en uit
page-key-numbers = zetnummers aan en uit
page-key-threats = dreigingen aan en uit
page-key-marks = een cirkel, vierkant, driehoek, kruis, letter, lijn of pijl tekenen
page-key-erase = een teken en zijn lijnen wissen
page-key-escape = het tekengereedschap wegleggen, of het zoeken stoppen
page-key-read = lees de laatste zet en wie aan zet is
page-key-help = deze lijst
page-cannot-open = De partij kan niet geopend worden: { $reason }.
page-no-format = In dit formaat kan de partij niet bewaard worden. Het kan als { $formats }.
page-kept-missing = Die partij is er niet.
page-kept-too-large = Het bestand is te groot voor een partij.
page-kept-damaged = Het bestand is beschadigd.
page-kept-later = Een latere versie van noire heeft het bestand geschreven.
page-program-failed = Het programma heeft gefaald; meld alstublieft hoe. Laad de bladzijde opnieuw om verder te gaan.
page-message-too-large = Een bericht is groter dan { $size } kB, of de verbinding is verbroken.
page-unknown-message = De server begrijpt een bericht van de bladzijde niet. Laad de bladzijde opnieuw.
page-too-many-messages = Er wachten te veel berichten op antwoord.
page-too-many-tabs = Er zijn al { $size } tabbladen open. Sluit er een, dan gaat dit verder.
page-tab-damaged = De partij die dit tabblad bewaarde is beschadigd. Er begint een nieuwe partij.
page-no-position = Die stelling is er niet in de boom van zetten.
page-no-rule = Die regel is er niet.
page-cannot-delete = De partij kan niet verwijderd worden: { $reason }.
page-store-full = Deze partij wordt niet bewaard: er zijn al { $number } partijen. Verwijder er enkele onder “Openen”.
page-too-large-to-keep = Deze partij wordt niet bewaard: zij is groter dan 1 MB.
page-start-lost = de beginstelling kan niet volledig worden opgeschreven
page-not-kept = Deze partij wordt niet bewaard: { $reason }.
page-kept-games = Bewaarde partijen
page-no-kept-games = Er zijn geen partijen bewaard.
page-open-file = Open een bestand
page-paste = Of plak een partij of een link:
page-delete = Verwijder
page-moves-number = { $number ->
    [one] één zet
   *[other] { $number } zetten
}
