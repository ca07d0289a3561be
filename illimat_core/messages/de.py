"""German: every sentence of the core but those about luminaries and modes.

People are addressed with "du". The terms, which are the same everywhere: board *Spielplan*, harvest
*ernten*, sow *säen*, stockpile *einen Vorrat anlegen*, clear *abräumen*, claim *gewinnen*, reveal
*aufdecken*, luminary *die Lichtgestalt*, okus *der Okus* (*die Okusse*), draw pile
*Nachziehstapel*, harvest pile *Erntestapel*, hand *Hand*, seat *Platz*, game *Partie*, turn *Zug*,
round *Runde*, Fool *Narr*, Knight *Ritter*, Queen *Königin*, King *König*, Bumper Crop
*Rekordernte*, Sunkissed *Sonnenkuss*, Frostbit *Frostbiss*; the fields NE *NO* and SE *SO*. Codes
of cards, options and actions stay as they are.
"""

from typing import Final

from illimat_core.messages.de_advice import ADVICE
from illimat_core.messages.de_luminaries import LUMINARIES
from illimat_core.messages.de_modes import MODES
from illimat_core.messages.de_picture import PICTURE

WORDS: Final[dict[str, str]] = {
    # Members of JSON that do not fit.
    "member.at": "{member}: {problem}",
    "member.unknown": "Diese Angabe gibt es nicht. Möglich sind: {members:list}.",
    "member.unknown_of_none": "Diese Angabe gibt es nicht. Hier ist keine möglich.",
    "member.missing": "Diese Angabe fehlt.",
    "member.choose": "{given} ist hier nicht möglich. Möglich sind: {choices:list}.",
    "member.kind": "Hier muss {kinds:or} stehen.",
    "member.number": "eine ganze Zahl",
    "member.text": "ein Text",
    "member.list": "eine Liste",
    "member.bool": "true oder false",
    "member.left_out": "nichts",
    "member.other": "{problem}.",
    # Options that do not fit.
    "options.luminary_twice": "Eine Lichtgestalt ist doppelt genannt.",
    "options.few_luminaries": "Wähle mindestens vier Lichtgestalten oder gar keine.",
    "options.no_stars": (
        "{luminary:Luminary} braucht die Sterne, die in diesem Kartenspiel fehlen (R-SETUP-6)."
    ),
    "options.no_luminaries": "Der Modus {mode} wird ohne Lichtgestalten gespielt.",
    "options.players": "Der Modus {mode} ist für {players:n players}.",
    "options.players_between": "Der Modus {mode} ist für {least} bis {most:n players}.",
    "options.target": "Wähle eine Zielpunktzahl von 1 bis {most:number}.",
    "options.too_many_rounds": (
        "Keine Partie hat mehr als {most} Runden. Wähle 1 bis {most}, oder lass rounds weg, "
        "um bis zur Zielpunktzahl zu spielen."
    ),
    "options.rounds": "Eine Partie hat 1 bis {most} Runden.",
    # House players.
    "level.unknown": "Die Stufe {given} gibt es nicht. Möglich sind: {levels:list}.",
    "level.budget": "Wähle ein Budget von 1 bis {most:number}.",
    "level.random": "Spielt irgendeine erlaubte Aktion.",
    "level.beginner": "Nimmt die beste Ernte, die gerade möglich ist, und merkt sich nichts.",
    "level.steady": "Denkt einen Schritt voraus und bedenkt, was für die anderen übrig bleibt.",
    "level.strong": "Stellt sich die verdeckten Karten viele Male vor und spielt im Kopf weiter.",
    **ADVICE,
    # Actions that are malformed.
    "action.unknown": "Diese Art von Aktion gibt es nicht. Möglich sind: {types:list}.",
    "action.not_a_card": (
        "{member}: {given} ist keine Karte. Karten schreibt man so: FSu, 10Wi, KSt."
    ),
    "action.card_twice": "{member}: Eine Karte ist doppelt genannt.",
    "action.item_twice": "take: {card:card} oder der Vorrat mit dieser Karte ist doppelt genannt.",
    "action.card_or_cards": "Gib für eine Ernte entweder card oder cards an.",
    "action.single_card": "Nimm cards für mehrere Karten und card für eine einzelne.",
    "action.season_missing": (
        "{card:card} dreht das Illimat zu einer Jahreszeit deiner Wahl. Gib season an."
    ),
    "action.season_unwanted": (
        "Gib season nur an, wenn ein Stern das Illimat dreht, dessen Jahreszeit du wählen darfst."
    ),
    "action.season_card_missing": (
        "Mehrere dieser Karten könnten die Jahreszeit bestimmen. "
        "Nenne in season_card die, die es tun soll: {cards:list}."
    ),
    "action.season_card_unwanted": (
        "Gib season_card nur an, wenn mehrere der gespielten Karten die Jahreszeit bestimmen "
        "könnten."
    ),
    "action.value_missing": (
        "Ein Narr zählt 1 oder 14. Gib in value an, welchen Wert die Ernte haben soll."
    ),
    "action.value_unwanted": "Gib value nur an, wenn du einen Narren spielst.",
    # Actions at the wrong time.
    "seat.not_yours": "Platz {seat} kannst du nicht haben; es gibt die Plätze 0 bis {last}.",
    "turn.not_yours": "Du bist nicht am Zug.",
    "turn.not_possible": "{type} ist jetzt nicht möglich. Möglich sind: {types:list}.",
    "turn.one_card": "Spiel in {field} nur eine Karte auf einmal.",
    "turn.next_card": "Als Nächstes musst du {card:card accusative} spielen.",
    "turn.batch_over": "Eine Folge endet mit der ersten Aktion, die dir etwas Neues zeigt.",
    "forfeit.automaton": "Niemand spielt {automaton}, daher ist Aufgeben hier nicht möglich.",
    "forfeit.gone": "Du spielst in dieser Partie nicht mehr mit.",
    "free.only_there": (
        "{luminary:Luminary} erlaubt niemandem, außerhalb des eigenen Feldes zu handeln."
    ),
    "free.used": "Du hast {luminary:luminary accusative} in diesem Zug schon genutzt.",
    "free.came_later": "{luminary:Luminary} lag zu Beginn dieses Zuges noch nicht offen.",
    # Cards, fields and seasons.
    "card.not_in": "{card:card} liegt nicht in {fields:or}.",
    "card.not_on_board": "{card:card} liegt nicht auf dem Spielplan.",
    "card.not_in_hand": "{card:card} ist nicht auf deiner Hand.",
    "season.sow": "In {field} ist {season:season}: Dort kannst du nicht säen.",
    "season.harvest": "In {field} ist {season:season}: Dort kannst du nicht ernten.",
    "season.stockpile": "In {field} ist {season:season}: Dort kannst du keinen Vorrat anlegen.",
    "no_repeats.harvested": (
        "Du hast in deinem vorigen Zug in {field} geerntet, deshalb ist das Feld in diesem Zug "
        "für dich gesperrt."
    ),
    # Harvests and stockpiles.
    "sum.no_groups": (
        "Diese Karten lassen sich nicht in Gruppen aufteilen, die jeweils {value} ergeben."
    ),
    "stockpile.locked": "Der Vorrat mit {card:card dative} ist auf {value} festgelegt.",
    "stockpile.alone": (
        "Eine Karte allein ist kein Vorrat. Leg sie mit einer Karte oder einem Vorrat zusammen."
    ),
    "stockpile.no_passive": (
        "Nachdem du {card:card accusative} gespielt hast, musst du noch eine Karte vom Wert "
        "{value} auf der Hand haben."
    ),
    "harvest.nothing": "Zu einer Ernte gehört mindestens eine Gruppe.",
    "harvest.fresh": (
        "Der Vorrat mit {card:card dative} wurde erst in diesem Zug angelegt, du kannst ihn noch "
        "nicht ernten."
    ),
    "harvest.one_group": "In dieser Partie umfasst eine Ernte nur eine einzige Gruppe.",
    "harvest.value": "{cards:cards}: Der Wert {value} ist damit nicht möglich.",
    "harvest.one_or_all": (
        "Bei der vollen Ernte (full_harvest) spielst du entweder eine Karte oder alle vier."
    ),
    "harvest.too_many": "Höchstens {most:n cards} können als eine gelten.",
    "harvest.single_item": (
        "Wenn mehrere Karten als eine gelten, müssen sie eine einzelne Karte oder einen einfachen "
        "Vorrat vom Wert {value} nehmen."
    ),
    "harvest.own_field": "Nimm mindestens eine Karte oder einen Vorrat aus {field}.",
    "harvest.fields_apart": (
        "Was du aus jedem Feld nimmst, muss für sich allein Gruppen zu {value} bilden."
    ),
    "harvest.one_other_field": "Eine Ernte kann nur in ein einziges anderes Feld reichen.",
    # Conditions of a harvest in a menu.
    "menu.own_field": "Mindestens eine Karte oder ein Vorrat muss aus {field} sein.",
    "menu.one_other_field": "Nur aus einem einzigen anderen Feld darf genommen werden.",
    "menu.single_item": (
        "Eine Gruppe muss eine einzelne Karte oder ein einfacher Vorrat aus {field} sein."
    ),
    "menu.one_group": "Nur eine einzige Gruppe darf genommen werden.",
    # Passive cards and chance.
    "passive.private": "Passive Karten bleiben in dieser Partie geheim.",
    "passive.asked": "Du hast Platz {seat} schon gefragt: Die Karte ist {card:card}.",
    "passive.none": "Platz {seat} hat keine passive Karte vorzuzeigen.",
    "chance.deal": "Beim Geben werden genau die Karten der Partie in eine Reihenfolge gebracht.",
    # What a seat is asked.
    "turn.prompt": (
        "Spiel eine Karte in ein Feld: Du kannst ernten, säen oder einen Vorrat anlegen."
    ),
    "after_play.prompt": "Nutze, was in diesem Zug noch möglich ist, oder beende ihn.",
    # What has happened.
    "event.GameStarted": "Die Partie beginnt.",
    "event.FirstDealerDrawn": "Nach dem Los {seat:gibt|gibst} {seat} zuerst.",
    "event.RoundDealt": (
        "{dealer} {dealer:gibt|gibst} die Karten für Runde {round}; {first} "
        "{first:beginnt|beginnst}."
    ),
    "event.HandDealt": "{seat} {seat:bekommt|bekommst} {cards:row accusative}.",
    "event.CardSown": "{seat} {seat:sät|säst} {card:card accusative} in {field}.",
    "event.CardSown.by": (
        "Durch {by:luminary accusative} {seat:sät|säst} {seat} {card:card accusative} in {field}."
    ),
    "event.CardSown.bonus": (
        "{seat} {seat:sät|säst} {card:card accusative} in {field} und darf eine Karte mehr ziehen."
    ),
    "event.CardsHarvested": (
        "{seat} {seat:erntet|erntest} {taken:cards accusative} in {fields:and} mit "
        "{cards:cards dative}."
    ),
    "event.CardsHarvested.by": (
        "Durch {by:luminary accusative} {seat:erntet|erntest} {seat} {taken:cards accusative} in "
        "{fields:and} mit {cards:cards dative}."
    ),
    "event.StockpileMade": (
        "{seat} {seat:legt|legst} in {field} mit {card:card dative} einen Vorrat im Wert von "
        "{value} an: {groups:groups}."
    ),
    "event.StockpileMade.by": (
        "Durch {by:luminary accusative} {seat:legt|legst} {seat} in {field} mit "
        "{card:card dative} einen Vorrat im Wert von {value} an: {groups:groups}."
    ),
    "event.HiddenCardsTurnedUp": (
        "In {field} kommt zum Vorschein, was verdeckt lag: {cards:cards}."
    ),
    "event.IllimatTurned": "Das Illimat dreht sich: In {summer} ist jetzt Sommer.",
    "event.FieldCleared": "{seat} {seat:räumt|räumst} {field} ab.",
    "event.HandDrawn": "{seat} {seat:zieht|ziehst} {count:n cards}.",
    "event.HandDrawn.cards": "{seat} {seat:zieht|ziehst} {cards:row accusative}.",
    "event.OkusTaken": "{seat} {seat:nimmt|nimmst} einen Okus.",
    "event.OkusTaken.from": "{seat} {seat:nimmt|nimmst} einen Okus von {source:dative}.",
    "event.OkusReturned": "{seat} {seat:legt|legst} einen Okus zurück.",
    "event.FieldSeeded": "In {field} werden neue Karten ausgelegt: {cards:cards}.",
    "event.LuminaryDiscarded": "Abgelegt aus {field}: {luminary:luminary}.",
    "event.LuminaryDiscarded.unwinnable": (
        "Abgelegt aus {field}: {luminary:luminary}. Diese Partie ist nicht mehr zu gewinnen."
    ),
    "event.LuminaryRevealed": "Aufgedeckt in {field}: {luminary:luminary}.",
    "event.LuminaryRevealed.from_reserve": (
        "Aufgedeckt in {field}: {luminary:luminary}, aus der Reserve."
    ),
    "event.LuminaryClaimed": "{seat} {seat:gewinnt|gewinnst} {luminary:luminary accusative}.",
    "event.LuminaryNamed.by_spectator": (
        "Jemand, der zuschaut, hat entschieden: In {field} wirkt {actor:luminary} jetzt wie "
        "{luminary:luminary}."
    ),
    "event.LuminaryNamed.by_chance": (
        "Der Zufall hat entschieden: In {field} wirkt {actor:luminary} jetzt wie "
        "{luminary:luminary}."
    ),
    "event.CardsExchanged": (
        "{seat} {seat:tauscht|tauschst} {give:card accusative} gegen {take:card accusative} in "
        "{field}."
    ),
    "event.CardsTucked": "Unbesehen unter {field} gelegt: {count:n cards} vom Nachziehstapel.",
    "event.TuckedCardsTaken": (
        "{seat} {seat:erntet|erntest}, was unter {field} lag: {count:n cards}."
    ),
    "event.TuckedCardsTaken.cards": (
        "{seat} {seat:erntet|erntest}, was unter {field} lag, {count:n cards}: "
        "{cards:row accusative}."
    ),
    "event.CardsHidden": "Verdeckt in {field} unter {beneath:cards dative}: {count:n cards}.",
    "event.CardGiven": "{seat} {seat:gibt|gibst} {to:dative} {card:card accusative}.",
    "event.CardGiven.nothing": "{seat} {seat:gibt|gibst} {to:dative} nichts.",
    "event.CardStolen": (
        "{seat} {seat:nimmt|nimmst} eine Karte aus {owner:der Hand von {owner}|deiner Hand}."
    ),
    "event.CardStolen.card": (
        "{seat} {seat:nimmt|nimmst} {card:card accusative} aus "
        "{owner:der Hand von {owner}|deiner Hand}."
    ),
    "event.SeasonNamed": (
        "{seat} {seat:bestimmt|bestimmst} die Jahreszeit, die von nun an für alle Sterne gilt: "
        "{season:season}."
    ),
    "event.ChoiceMade": "{seat} {seat:hat|hast} gewählt.",
    "event.ChoiceMade.cards": "{seat} {seat:hat|hast} gewählt: {cards:row accusative}.",
    "event.ChosenCardsSown": "Gesät in {field}: {parts:and}.",
    "event.ChosenCardsSown.part": "{cards:row} von {seat:dative}",
    "event.ChosenCardsSown.nothing": "In {field} wird nichts gesät.",
    "event.CardsReturned": (
        "{seat} {seat:legt|legst} {count:n cards} in den Nachziehstapel zurück."
    ),
    "event.CardsReturned.cards": (
        "{seat} {seat:legt|legst} {count:n cards} in den Nachziehstapel zurück: "
        "{cards:row accusative}."
    ),
    "event.DeckReshuffled": "Der Nachziehstapel wird gemischt: {count:n cards}.",
    "event.HandDiscarded": "{seat} {seat:wirft|wirfst} {count:n cards} ab.",
    "event.HandDiscarded.cards": (
        "{seat} {seat:wirft|wirfst} {count:n cards} ab: {cards:row accusative}."
    ),
    "event.HandSown": "{seat} {seat:sät|säst} {cards:cards accusative} in {field}.",
    "event.SeatsMoved": "Harmonische Konvergenz: {moves:and}.",
    "event.SeatsMoved.scores": (
        "{other:Hand und Punkte von {other}|deine Hand und deine Punkte} an {seat:accusative}"
    ),
    "event.SeatsMoved.hands": "{other:Hand von {other}|deine Hand} an {seat:accusative}",
    "event.TurnPassed": "{skipped:have} keine Karte zum Ausspielen.",
    "event.PassiveShown": (
        "Auf {asked_by:die Frage von {asked_by}|deine Frage} {seat:zeigt|zeigst} {seat} "
        "{card:card accusative} vor."
    ),
    "event.PlayerForfeited": "{seat} {seat:gibt|gibst} die Partie auf.",
    "event.FieldsMovedOn": "Aus dem Spiel geht {card:card}.",
    "event.RoundScored": "Wertung von Runde {round}: {parts:semicolons}.",
    "event.RoundScored.points": "{seats:list}",
    "event.RoundScored.changed": "{seat} {points:signed} auf {score}",
    "event.RoundScored.unchanged": "{seat} {seat:bleibt|bleibst} bei {score}",
    "event.RoundScored.bumper_crop": "Rekordernte für {seats:and accusative}",
    "event.RoundScored.sunkissed": "Sonnenkuss für {seats:and accusative}",
    "event.RoundScored.frostbit": "Frostbiss für {seats:and accusative}",
    "event.TiebreakCalled": (
        "{seats:and} {seats:liegen|liegt} gleichauf vorn: Es folgt noch eine Runde."
    ),
    "event.GameEnded.nobody": "Die Partie ist zu Ende; niemand gewinnt.",
    "event.GameEnded.one": "Die Partie ist zu Ende; {winners:and} {winners:gewinnt|gewinnst}.",
    "event.GameEnded.several": (
        "Die Partie ist zu Ende; {winners:and} {winners:teilen sich|teilt euch} den Sieg."
    ),
    "event.SeatLeft.missed": (
        "{seat} {seat:hat|hast} zu viele Entscheidungen versäumt und {seat:scheidet|scheidest} aus."
    ),
    "event.SeatLeft.resigned": "{seat} verlässt die Partie.",
    "event.SeatLeft.withdrawn": (
        "{seat} {seat:hat|hast} {seat:sich|dich} aus der Saison zurückgezogen und "
        "{seat:scheidet|scheidest} aus."
    ),
    "event.SeatLeft.account_deleted": "{seat:Das Konto von {seat}|Dein Konto} wurde gelöscht.",
    "event.SeatLeft.account_closed": "{seat:Das Konto von {seat}|Dein Konto} wurde geschlossen.",
    "event.SeatLeft.unavailable": "{seat} {seat:kann|kannst} zurzeit nicht spielen.",
    "event.SeatLeft.suspended": "{seat} {seat:kann|kannst} zurzeit nicht spielen.",
    "event.SeatOpened": "{seat:Der Platz von {seat}|Dein Platz} ist {days:n days} lang frei.",
    "event.WinOffered": (
        "Noch {days:n days}, dann ist die Partie gegen {seat:accusative} gewonnen, falls sie "
        "nicht gegen das Haus weitergeht."
    ),
    "event.WinOffered.called_off": (
        "Noch {days:n days}, dann wird die Partie abgesagt, falls sie nicht vorher gegen "
        "{seat:accusative} gewonnen wird oder gegen das Haus weitergeht: Wer gewinnen könnte, hat "
        "keine Zeit mehr und muss wählen."
    ),
    "event.SeatTaken.substitute": "{seat} {seat:springt|springst} ein.",
    "event.SeatTaken.returned": "{seat} {seat:ist|bist} wieder da.",
    "event.SeatHandedToHouse": "Auf Platz {number} spielt von nun an das Haus.",
    "event.SeatForfeited": "{seat:Die Hand von {seat}|Deine Hand} geht aus dem Spiel.",
    "event.SeatForfeited.never_decided": (
        "{seat:Die Hand von {seat}|Deine Hand} geht aus dem Spiel: Für sie wurde nie etwas "
        "entschieden."
    ),
    "event.GamePaused.consent": "Die Partie pausiert bis {until} UTC: Alle waren einverstanden.",
    "event.GamePaused.untold": (
        "Die Partie pausiert bis {until} UTC: Der Server konnte nicht mitteilen, wer dran ist."
    ),
    "event.GameResumed.consent": "Die Pause ist vorbei: Alle waren einverstanden.",
    "event.GameResumed.time": "Die Pause ist vorbei.",
    "event.GameCalledOff.consent": "Die Partie ist abgesagt: Alle waren einverstanden.",
    "event.DecisionMissed.excused": (
        "{seat:Die Zeit von {seat}|Deine Zeit} ist abgelaufen. Das ist entschuldigt: Das Haus "
        "entscheidet."
    ),
    "event.DecisionMissed.out_of_time": "{seat:Die Zeit von {seat}|Deine Zeit} ist abgelaufen.",
    "event.DecisionMissed.left": "{seat} {seat:hat|hast} nie etwas entschieden.",
    "event.OutageCredited": (
        "Der Server war {hours}:{minutes} Stunden lang ausgefallen; alle Uhren standen still."
    ),
    "event.GameCalledOff.idle": "Die Partie ist abgesagt: Schon lange hat niemand mehr gehandelt.",
    "event.GameCalledOff.untold": (
        "Die Partie ist abgesagt: Der Server konnte nicht mitteilen, wer dran war."
    ),
    "event.GameCalledOff.never_decided": (
        "Die Partie ist abgesagt: Jemand ging vor der ersten eigenen Entscheidung."
    ),
    "event.GameCalledOff.never_decided_by": (
        "Die Partie ist abgesagt: {seat} {seat:ging|gingst} vor der ersten eigenen Entscheidung."
    ),
    "event.GameCalledOff.nobody_left": "Die Partie ist abgesagt: Es spielt niemand mehr mit.",
    "event.GameAdjudicated.by_score": (
        "Die Partie wird nach den bisherigen Punkten gewertet: Platz 1 für {first:and accusative}."
    ),
    "event.GameAdjudicated.by_place": (
        "Die Partie wird nach ihrem Stand gewertet, bei Gleichstand nach der laufenden Runde: "
        "Platz 1 für {first:and accusative}."
    ),
    "event.GameAdjudicated.void": "Die Partie wird nicht gewertet: Sie zählt für niemanden.",
    "event.GameAdjudicated.ruling": (
        "Die Partie wird nach einer Entscheidung der Spielleitung gewertet: Platz 1 für "
        "{first:and accusative}."
    ),
    "event.GameAdjudicated.moderated": (
        "Die Partie wird nach einer Entscheidung der Moderation dieses Servers gewertet: "
        "Platz 1 für {first:and accusative}."
    ),
    # The board.
    "board.key": (
        "Karten: F Narr, N Ritter, Q Königin, K König; "
        "Sp Frühling, Su Sommer, Au Herbst, Wi Winter, St Sterne."
    ),
    "board.field": "{field} {season:season}",
    "board.draw": "{cards:n cards} im Nachziehstapel, {okuses:n okuses} auf dem Illimat.",
    "board.your_hand": "Deine Hand: {cards:row}",
    "board.hand": "Hand von {name}: {cards:row}",
    "board.seat": "{name}: {parts:list}",
    "board.seat_left": "{name} (ausgeschieden): {parts:list}",
    "board.points": "{points:n points}",
    "board.in_hand": "{cards} auf der Hand",
    "board.harvested": "{cards} geerntet",
    "board.okuses": "{okuses:n okuses}",
    "item.over": "{item} auf {hidden:n hidden cards}",
    "item.spelled_over": "{item}, auf {hidden:n hidden cards}",
    "item.stockpile": "{value} ({groups:piles})",
    "item.spelled_stockpile": "Vorrat im Wert von {value}: {groups:spelled piles}",
    "luminary.face_down": "eine Lichtgestalt, verdeckt",
    "luminary.was_face_down": "{luminary:luminary}, verdeckt",
    "occasion.in_play": "Im Spiel",
    "occasion.on_reveal": "Beim Aufdecken",
    "occasion.on_claim": "Beim Gewinnen",
    # The terminal.
    "terminal.welcome": "{key}\nMit help erfährst du, was du eingeben kannst.",
    "terminal.help": """\
Gib die Nummer einer Aktion ein oder die Aktion selbst: sow 5Wi SW (säen), harvest 5Wi SW 3Au 2Wi
(ernten), stockpile 5Wi SW 9 4Sp (einen Vorrat im Wert von 9 anlegen). Die ersten Buchstaben ihres
Namens genügen: h 5wi sw 5su. Wenn die Aktion eine Jahreszeit (Spring, Summer, Autumn, Winter) oder
eine Zahl braucht, häng sie an. Mehrere Karten, die als eine gelten sollen, verbindest du mit einem
Plus: harvest 2Wi+3Wi SW 5Su. Auch JSON ist möglich: {example}.
Weitere Befehle: more (mehr Aktionen), board (Spielplan), help, help Fluss (was eine Lichtgestalt
bewirkt), forfeit (aufgeben), quit oder q (beenden).\
""",
    "terminal.ask.sow": "Welche Karte, und in welches Feld?",
    "terminal.ask.harvest": "Welche Karte, in welchem Feld, und was soll sie ernten?",
    "terminal.ask.stockpile": "Welche Karte, in welchem Feld, und mit welchen Karten?",
    "terminal.impossible": "{type} ist jetzt nicht möglich.",
    "terminal.incomplete": "{type} braucht auch {members:list}.",
    "terminal.refused": "{problem} ({rule})",
    "terminal.too_deep": "Das ist zu tief verschachtelt.",
    "terminal.no_number": "Eine Aktion mit der Nummer {number} gibt es nicht.",
    "terminal.not_json": "Das ist nicht das JSON einer Aktion: {problem}.",
    "terminal.forfeit": (
        "Willst du die Partie endgültig verlassen und damit verlieren? "
        "Gib zum Aufgeben {answer} ein."
    ),
    "terminal.yes": "ja",
    "terminal.stays": "Du spielst weiter.",
    "terminal.left": "Du hast die Partie verlassen. Die anderen spielen ohne dich weiter.",
    "terminal.close": ("Meinst du eine von diesen? Mit help erfährst du, was du eingeben kannst."),
    "terminal.nothing_close": "Mit help erfährst du, was du eingeben kannst.",
    "terminal.more": "       Mit more siehst du weitere Aktionen.",
    "terminal.no_more": "Es gibt keine weiteren Aktionen.",
    "terminal.luminary_close": "Die Lichtgestalt {typed} gibt es nicht. Meinst du {close}?",
    "terminal.luminary_unknown": (
        "Die Lichtgestalt {typed} gibt es nicht. Möglich sind: {luminaries:list}."
    ),
    "terminal.seat": "Platz {seat}",
    "terminal.your_seat": "Platz {seat} (du)",
    "terminal.goodbye": "Auf Wiedersehen! So bekommst du dieselben Karten noch einmal: {command}",
    "typed.ambiguous": "{typed} kann {types:or} bedeuten. Gib mehr davon ein.",
    "typed.no_action": (
        "{typed} ist keine Aktion. Beginne mit der Art der Aktion, etwa sow oder harvest."
    ),
    "typed.close_to_action": "{typed} ist keine Aktion. Meinst du {close}?",
    "typed.no_word": (
        "{typed} ist keine Karte (wie 5Wi oder FSu), kein Feld (SW, NW, NO, SO), "
        "keine Jahreszeit (Spring, Summer, Autumn, Winter) und keine Zahl."
    ),
    "typed.no_card": "{typed} ist keine Karte. Karten schreibt man wie 5Wi oder FSu.",
    **PICTURE,
    # Names. Those of suits are in the genitive, as the names of cards have them.
    "you": "du",
    "card.name": "{rank} {suit}",
    "rank.F": "Narr",
    "rank.N": "Ritter",
    "rank.Q": "Königin",
    "rank.K": "König",
    "suit.Sp": "des Frühlings",
    "suit.Su": "des Sommers",
    "suit.Au": "des Herbstes",
    "suit.Wi": "des Winters",
    "suit.St": "der Sterne",
    "field.SW": "SW",
    "field.NW": "NW",
    "field.NE": "NO",
    "field.SE": "SO",
    "season.Spring": "Frühling",
    "season.Summer": "Sommer",
    "season.Autumn": "Herbst",
    "season.Winter": "Winter",
    **LUMINARIES,
    **MODES,
}
