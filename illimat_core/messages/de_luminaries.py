"""German: the sentences about luminaries."""

from typing import Final

LUMINARIES: Final[dict[str, str]] = {
    "astronomer.name": "der Astronom",
    "astronomer.short": "Alle Sterne gehören zu einer Jahreszeit.",
    "astronomer.on_reveal": (
        "Du bestimmst eine Jahreszeit. Für den Rest der Runde gehören alle Sterne nur zu ihr."
    ),
    "astronomer.on_claim": "Du darfst für die Sterne eine andere Jahreszeit bestimmen.",
    "astronomer.prompt": "Der Astronom: Bestimme die Jahreszeit aller Sterne.",
    "astronomer.same_season": "Für die Sterne gilt diese Jahreszeit schon: {season:season}.",
    "audience.name": "das Publikum",
    "audience.short": "Alle säen hier gleichzeitig eine geheime Karte.",
    "audience.on_reveal": (
        "Alle wählen heimlich eine Handkarte, zu zweit je zwei. Sie werden gleichzeitig in sein "
        "Feld gesät. An Tischen, an denen es stattdessen fragt, wer zuschaut, bestimmt jemand "
        "davon die Lichtgestalt, deren Wirkung das Publikum übernimmt."
    ),
    "audience.prompt": "Das Publikum: Wähle verdeckt die Karten, die du in sein Feld säst.",
    "audience.spectator_opening": "Wer zuschaut, darf nun eine Lichtgestalt wählen.",
    "audience.spectator_prompt": (
        "Das Publikum: Jemand, der zuschaut, wählt die Lichtgestalt, deren Wirkung es übernimmt."
    ),
    "audience.number": "Wähle genau {count:n cards} aus deiner Hand.",
    "audience.not_there": (
        "Nenne eine Lichtgestalt, die verdeckt liegt oder in der Reserve ist, nicht "
        "{luminary:luminary accusative}."
    ),
    "boat.name": "das Boot",
    "boat.short": "Eine Ernte hier darf ins Feld gegenüber reichen.",
    "boat.in_play": (
        "Eine Ernte in seinem Feld darf auch Gruppen desselben Wertes aus dem gegenüberliegenden "
        "Feld nehmen, welche Jahreszeit dort auch herrscht."
    ),
    "butchers.name": "die Schlächter",
    "butchers.short": "Entfernen die Lichtgestalt gegenüber.",
    "butchers.on_reveal": "Die Lichtgestalt des gegenüberliegenden Feldes wird abgelegt.",
    "butchers.on_claim": (
        "Du darfst bestimmen, dass jemand von den anderen einen Okus auf das Illimat zurücklegt."
    ),
    "butchers.claim_prompt": (
        "Die Schlächter gehören dir: Bestimme, wer einen Okus zurücklegt, oder verzichte."
    ),
    "butchers.no_okus": "Wähle jemanden von den anderen, der einen Okus hat.",
    "changeling.name": "der Wechselbalg",
    "changeling.short": "Einmal je Zug eine Handkarte gegen eine lose Karte hier tauschen.",
    "changeling.in_play": (
        "Einmal in jedem Zug darfst du eine Handkarte gegen eine lose Karte seines Feldes tauschen."
    ),
    "changeling.on_claim": (
        "Du darfst bis zu zwei Handkarten gegen lose Karten irgendwo auf dem Spielplan tauschen."
    ),
    "changeling.claim_prompt": (
        "Der Wechselbalg gehört dir: Tausche bis zu zweimal eine Handkarte gegen eine lose Karte, "
        "oder verzichte."
    ),
    "changeling.not_loose": "{card:card} ist keine lose Karte in {field}.",
    "changeling.in_stockpile": "{card:card} gehört zu einem Vorrat.",
    "changeling.exchanged": "{card:card} wurde schon getauscht.",
    "children.name": "die Kinder",
    "children.short": "Unter ihnen liegen drei Karten, die niemand gesehen hat.",
    "children.on_reveal": (
        "Drei Karten vom Nachziehstapel kommen unter sie, ohne dass jemand sie sieht."
    ),
    "children.on_claim": (
        "Die Karten unter ihnen kommen auf deinen Erntestapel, und nur du darfst sie ansehen."
    ),
    "collective.name": "das Kollektiv",
    "collective.short": "Beliebig viele Handkarten dürfen hier wie eine ernten.",
    "collective.in_play": (
        "Für eine Ernte in seinem Feld dürfen beliebig viele Handkarten als eine Karte mit der "
        "Summe ihrer Werte gelten, wenn du dort eine lose Karte oder einen einfachen Vorrat dieses "
        "Wertes nimmst."
    ),
    "drought.name": "die Dürre",
    "drought.short": "Keine Ernte, wo Sommer ist.",
    "drought.in_play": "In dem Feld, in dem Sommer ist, wird nichts geerntet.",
    "drought.no_harvest": "In {field} herrscht Dürre: Dort kannst du nicht ernten.",
    "echo.name": "das Echo",
    "echo.short": "Was du hier tust, darfst du in einem anderen Feld wiederholen.",
    "echo.in_play": (
        "Nachdem du in sein Feld gespielt hast, darfst du das Gleiche mit einer anderen Karte in "
        "einem anderen Feld wiederholen."
    ),
    "echo.prompt": "Das Echo: Wiederhole die Aktion in einem anderen Feld, oder verzichte.",
    "echo.same_field": "Wiederhole die Aktion in einem anderen Feld als {field}.",
    "forest_queen.name": "die Waldkönigin",
    "forest_queen.short": "Das Illimat dreht sich nicht.",
    "forest_queen.in_play": "Das Illimat dreht sich unter keinen Umständen.",
    "forest_queen.on_reveal": "Das Illimat dreht sich so, dass in ihrem Feld Sommer ist.",
    "forest_queen.on_claim": "Du darfst das Illimat in eine beliebige Stellung drehen.",
    "forest_queen.claim_prompt": (
        "Die Waldkönigin gehört dir: Dreh das Illimat in eine beliebige Stellung, oder verzichte."
    ),
    "gambler.name": "der Glücksspieler",
    "gambler.short": "Erlaubt, bis zu vier Karten abzuwerfen und neu zu ziehen.",
    "gambler.on_reveal": (
        "Alle wählen heimlich bis zu vier Handkarten, die in den Nachziehstapel gemischt werden, "
        "und ziehen ebenso viele."
    ),
    "gambler.on_claim": (
        "Du darfst bis zu vier Handkarten wählen, die in den Nachziehstapel gemischt werden, und "
        "ebenso viele ziehen."
    ),
    "gambler.prompt": "Der Glücksspieler: Wirf bis zu vier Karten ab und zieh ebenso viele.",
    "gambler.too_many": "Wirf höchstens vier Karten ab.",
    "gambler.none": "Wirf mindestens eine Karte ab, oder verzichte.",
    "gambler.shuffle": (
        "Beim Mischen werden genau die Karten des Nachziehstapels in eine Reihenfolge gebracht."
    ),
    "island.name": "die Insel",
    "island.short": "Du darfst nur hier handeln, in jeder Jahreszeit.",
    "island.in_play": (
        "Du darfst nur in ihrem Feld handeln. Dort schränkt dich keine Jahreszeit ein, und keine "
        "andere Lichtgestalt gilt; nur die Waldkönigin hält das Illimat weiter fest."
    ),
    "island.only_there": "Die Insel liegt in {field}: Nur dort darfst du handeln.",
    "loom.name": "der Webstuhl",
    "loom.short": "Einmal je Zug darfst du hier zusätzlich einen Vorrat anlegen.",
    "loom.in_play": (
        "Einmal in jedem Zug darfst du zusätzlich einen Vorrat in seinem Feld anlegen, welche "
        "Jahreszeit dort auch herrscht."
    ),
    "loom.on_claim": "Deine Hand geht aus dem Spiel, und du ziehst auf vier Karten nach.",
    "maiden.name": "die Maid",
    "maiden.short": "Der Winter verhindert keine Ernte.",
    "maiden.in_play": "Der Winter verhindert keine Ernte, nirgends auf dem Spielplan.",
    "newborn.name": "das Neugeborene",
    "newborn.short": "Deckt auch die Lichtgestalt gegenüber auf.",
    "newborn.on_reveal": (
        "Auch die Lichtgestalt des gegenüberliegenden Feldes wird aufgedeckt. Liegt dort keine, "
        "kommt eine zufällige aus der Reserve."
    ),
    "perfect_crime.name": "das Perfekte Verbrechen",
    "perfect_crime.short": "Wer es gewinnt, darf einen Okus nehmen.",
    "perfect_crime.on_claim": (
        "Du darfst einen Okus vom Illimat oder von jemand anderem nehmen. Mit der Option "
        "perfect_crime = return legt stattdessen jemand anderes einen zurück."
    ),
    "perfect_crime.claim_prompt": (
        "Das Perfekte Verbrechen gehört dir: Nimm einen Okus, oder verzichte."
    ),
    "perfect_crime.no_okus": "Dort gibt es keinen Okus zu holen.",
    "rake.name": "der Wüstling",
    "rake.short": "In jedem Zug musst du hier noch eine Karte säen.",
    "rake.in_play": (
        "Einmal in jedem Zug musst du, wenn du noch eine Karte dafür hast, zusätzlich eine Karte "
        "in sein Feld säen, welche Jahreszeit dort auch herrscht."
    ),
    "rake.on_claim": (
        "Alle anderen geben dir je eine Sommerkarte aus ihrem Erntestapel, wenn sie eine haben."
    ),
    "rake.waived": "Der Wüstling verlangt in diesem Zug keine Karte.",
    "rake.owed": "Du schuldest dem Wüstling noch eine Karte. Säe erst eine in {field}.",
    "river.name": "der Fluss",
    "river.short": "Hier liegen sechs Karten. Gehört er dir, bringt Frostbiss Punkte.",
    "river.on_reveal": (
        "Drei weitere Karten werden in seinem Feld ausgelegt, sodass dort sechs liegen."
    ),
    "river.on_claim": (
        "Wenn du am Ende der Runde den Frostbiss hast, bekommst du zwei Punkte, statt zwei zu "
        "verlieren."
    ),
    "rusalka.name": "die Rusalka",
    "rusalka.short": "Jede Karte, die hier gespielt wird, dreht das Illimat.",
    "rusalka.in_play": (
        "Jede Karte, die in ihr Feld gespielt wird, dreht das Illimat, wie es eine Bildkarte täte."
    ),
    "rusalka.on_claim": (
        "Aus der Hand aller anderen kommt je eine zufällige Karte auf deinen Erntestapel."
    ),
    "rusalka.one_each": "Aus der Hand aller anderen wird je eine Karte genommen.",
    "saint_joan.name": "die Heilige Johanna",
    "saint_joan.short": "Zählt zwei Punkte. Wer sie gewinnt, sät die ganze Hand hier.",
    "saint_joan.on_claim": (
        "Statt neuer Karten wird deine ganze Hand in ihr Feld gesät, und du ziehst nach. Sie zählt "
        "zwei Punkte statt einem."
    ),
    "soldiers.name": "die Soldaten",
    "soldiers.short": "Unter jede Karte, die hier gesät wird, kommt eine verdeckte.",
    "soldiers.in_play": (
        "Unter jede Karte, die in ihr Feld gesät wird, kommt eine verdeckte Karte. Sie wird "
        "aufgedeckt, wenn die Karte über ihr geerntet wird."
    ),
    "soldiers.on_reveal": "Unter jede der drei Karten ihres Feldes kommt eine verdeckte Karte.",
    "union.name": "der Bund",
    "union.short": "Zwei Handkarten dürfen hier wie eine ernten.",
    "union.in_play": (
        "Für eine Ernte in seinem Feld dürfen zwei Handkarten als eine Karte mit der Summe ihrer "
        "Werte gelten."
    ),
    "universe.name": "das Universum",
    "universe.short": "Eine Ernte hier darf auch aus anderen Feldern nehmen.",
    "universe.in_play": (
        "Eine Ernte in seinem Feld darf auch Karten und Vorräte anderer Felder nehmen, als lägen "
        "sie in seinem eigenen, wenn sie mindestens eine Karte oder einen Vorrat von dort nimmt."
    ),
}
