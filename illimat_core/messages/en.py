"""English: every sentence of the core but those about luminaries and modes."""

from typing import Final

from illimat_core.messages.en_advice import ADVICE
from illimat_core.messages.en_picture import PICTURE

WORDS: Final[dict[str, str]] = {
    # Members of JSON that do not fit.
    "member.at": "{member}: {problem}",
    "member.unknown": "There is no such member. The members are: {members:list}.",
    "member.unknown_of_none": "There is no such member. There are no members.",
    "member.missing": "This member is missing.",
    "member.choose": "{given} is not possible here. Choose one of: {choices:list}.",
    "member.kind": "This must be {kinds:or}.",
    "member.number": "a whole number",
    "member.text": "a text",
    "member.list": "a list",
    "member.bool": "true or false",
    "member.left_out": "left out",
    "member.other": "{problem}.",
    # Options that do not fit.
    "options.luminary_twice": "A luminary is named twice.",
    "options.few_luminaries": "Choose at least four luminaries, or none.",
    "options.no_stars": (
        "{luminary:Luminary} needs the Stars, which are not in this deck (R-SETUP-6)."
    ),
    "options.no_luminaries": "Mode {mode} is played without luminaries.",
    "options.players": "Mode {mode} is played by {players:n players}.",
    "options.players_between": "Mode {mode} is played by {least} to {most:n players}.",
    "options.target": "Choose a target score of 1 to {most:number}.",
    "options.too_many_rounds": (
        "No game has more than {most} rounds. Choose 1 to {most}, "
        "or leave rounds out to play up to the target score."
    ),
    "options.rounds": "A game has 1 to {most} rounds.",
    # House players.
    "level.unknown": "There is no level {given}. Choose one of: {levels:list}.",
    "level.budget": "Choose a budget of 1 to {most:number}.",
    "level.random": "Plays any legal action.",
    "level.beginner": "Takes the best harvest now, and forgets what it was shown.",
    "level.steady": "Looks one step ahead, and weighs what it leaves to the others.",
    "level.strong": "Imagines the hidden cards many times, and plays on in its mind.",
    **ADVICE,
    # Actions that are malformed.
    "action.unknown": "Unknown type of action. Choose one of: {types:list}.",
    "action.not_a_card": (
        "{member}: {given} is not a card. Cards are written like FSu, 10Wi, KSt."
    ),
    "action.card_twice": "{member}: a card is named twice.",
    "action.item_twice": "take: the item of {card:card} is named twice.",
    "action.card_or_cards": "Give a harvest either card or cards.",
    "action.single_card": "Use cards for several cards, and card for a single one.",
    "action.season_missing": (
        "{card:card} turns the Illimat to a season of your choice. Give season."
    ),
    "action.season_unwanted": "Give season only when a free Star turns the Illimat.",
    "action.season_card_missing": (
        "Several of these cards could set the season. "
        "Name the one that does in season_card: {cards:list}."
    ),
    "action.season_card_unwanted": (
        "Give season_card only when several of the played cards could set the season."
    ),
    "action.value_missing": "A Fool counts 1 or 14. Set value to the value of the harvest.",
    "action.value_unwanted": "Give value only when a Fool is played.",
    # Actions at the wrong time.
    "seat.not_yours": "There is no seat {seat} for you; seats are 0 to {last}.",
    "turn.not_yours": "It's not your turn.",
    "turn.not_possible": "{type} is not possible now. Choose one of: {types:list}.",
    "turn.one_card": "Play only one card at a time into {field}.",
    "turn.next_card": "The next card to play is {card:card}.",
    "turn.batch_over": "A batch ends with the first action that shows you something new.",
    "forfeit.automaton": "Nobody plays {automaton}, so they cannot leave.",
    "forfeit.gone": "You are no longer playing in this game.",
    "free.only_there": "{luminary:Luminary} lets nobody act outside its field.",
    "free.used": "{luminary:Luminary} was already used this turn.",
    "free.came_later": "{luminary:Luminary} was not face up when this turn began.",
    # Cards, fields and seasons.
    "card.not_in": "{card:card} is not in {fields:or}.",
    "card.not_on_board": "{card:card} is not on the board.",
    "card.not_in_hand": "{card:card} is not in your hand.",
    "season.sow": "{field} is in {season:season}: nothing can be sown there.",
    "season.harvest": "{field} is in {season:season}: nothing can be harvested there.",
    "season.stockpile": "{field} is in {season:season}: nothing can be stockpiled there.",
    "no_repeats.harvested": (
        "You harvested in {field} on your previous turn, so it is closed to you this turn."
    ),
    # Harvests and stockpiles.
    "sum.no_groups": "These cannot be split into groups that each sum to {value}.",
    "stockpile.locked": "The stockpile of {card:card} is locked at {value}.",
    "stockpile.alone": "A card alone is not a stockpile. Combine it with an item.",
    "stockpile.no_passive": (
        "After playing {card:card} you must still hold a card of value {value}."
    ),
    "harvest.nothing": "A harvest takes at least one group.",
    "harvest.fresh": (
        "The stockpile of {card:card} was made this turn, so you cannot harvest it yet."
    ),
    "harvest.one_group": "A harvest may take only one group in this game.",
    "harvest.value": "{cards:cards} cannot count {value}.",
    "harvest.one_or_all": "Full Harvest plays either one card or all four.",
    "harvest.too_many": "At most {most:n cards} can be played as one.",
    "harvest.single_item": (
        "Several cards played as one must take a single item of value {value}."
    ),
    "harvest.own_field": "Take at least one item of {field}.",
    "harvest.fields_apart": "The items of each field must form groups of {value} on their own.",
    "harvest.one_other_field": "A harvest may reach only one other field.",
    # Conditions of a harvest in a menu.
    "menu.own_field": "At least one item must be of {field}.",
    "menu.one_other_field": "Items of only one other field may be taken.",
    "menu.single_item": "One group must be a single item of {field}, no multiple stockpile.",
    "menu.one_group": "Only one group may be taken.",
    # Passive cards and chance.
    "passive.private": "Passive cards are private in this game.",
    "passive.asked": "You have asked seat {seat} already: it is {card:card}.",
    "passive.none": "Seat {seat} has no passive card to show you.",
    "chance.deal": "A deal is an order of exactly the cards of the game.",
    # What a seat is asked.
    "turn.prompt": "Play a card into a field: harvest, sow or stockpile.",
    "after_play.prompt": "Use what is still open this turn, or end it.",
    # What has happened.
    "event.GameStarted": "The game begins.",
    "event.FirstDealerDrawn": "{seat} {seat:is|are} drawn as first dealer.",
    "event.RoundDealt": (
        "{dealer} {dealer:deals|deal} round {round}; {first} {first:begins|begin}."
    ),
    "event.HandDealt": "{seat} {seat:is|are} dealt {cards:row}.",
    "event.CardSown": "{seat} {seat:sows|sow} {card:card} in {field}.",
    "event.CardSown.by": "{seat} {seat:sows|sow} {card:card} in {field}, using {by:luminary}.",
    "event.CardSown.bonus": (
        "{seat} {seat:sows|sow} {card:card} in {field} and may draw an extra card."
    ),
    "event.CardsHarvested": (
        "{seat} {seat:harvests|harvest} {taken:cards} in {fields:and} with {cards:cards}."
    ),
    "event.CardsHarvested.by": (
        "{seat} {seat:harvests|harvest} {taken:cards} in {fields:and} with {cards:cards}, using "
        "{by:luminary}."
    ),
    "event.StockpileMade": (
        "{seat} {seat:stockpiles|stockpile} {groups:groups} for {value} in {field}, playing "
        "{card:card}."
    ),
    "event.StockpileMade.by": (
        "{seat} {seat:stockpiles|stockpile} {groups:groups} for {value} in {field}, playing "
        "{card:card} and using {by:luminary}."
    ),
    "event.HiddenCardsTurnedUp": "Hidden cards come up in {field}: {cards:cards}.",
    "event.IllimatTurned": "The Illimat turns: Summer is in {summer}.",
    "event.FieldCleared": "{seat} {seat:clears|clear} {field}.",
    "event.HandDrawn": "{seat} {seat:draws|draw} {count:n cards}.",
    "event.HandDrawn.cards": "{seat} {seat:draws|draw} {cards:row}.",
    "event.OkusTaken": "{seat} {seat:takes|take} an okus.",
    "event.OkusTaken.from": "{seat} {seat:takes|take} an okus from {source}.",
    "event.OkusReturned": "{seat} {seat:puts|put} an okus back.",
    "event.FieldSeeded": "{field} is seeded with {cards:cards}.",
    "event.LuminaryDiscarded": "Discarded from {field}: {luminary:luminary}.",
    "event.LuminaryDiscarded.unwinnable": (
        "Discarded from {field}: {luminary:luminary}. This game can no longer be won."
    ),
    "event.LuminaryRevealed": "Revealed in {field}: {luminary:luminary}.",
    "event.LuminaryRevealed.from_reserve": (
        "Revealed in {field}: {luminary:luminary}, from the reserve."
    ),
    "event.LuminaryClaimed": "{seat} {seat:claims|claim} {luminary:luminary}.",
    "event.LuminaryNamed.by_spectator": (
        "A spectator names {luminary:luminary}: {actor:luminary} in {field} acts as it."
    ),
    "event.LuminaryNamed.by_chance": (
        "Chance names {luminary:luminary}: {actor:luminary} in {field} acts as it."
    ),
    "event.CardsExchanged": (
        "{seat} {seat:exchanges|exchange} {give:card} for {take:card} in {field}."
    ),
    "event.CardsTucked": "{count:n cards} from the draw pile are put beneath {field}.",
    "event.TuckedCardsTaken": (
        "{seat} {seat:harvests|harvest} {count:n cards} from beneath {field}."
    ),
    "event.TuckedCardsTaken.cards": (
        "{seat} {seat:harvests|harvest} {count:n cards} from beneath {field}: {cards:row}."
    ),
    "event.CardsHidden": "Hidden in {field} beneath {beneath:cards}: {count:n cards}.",
    "event.CardGiven": "{seat} {seat:gives|give} {to} {card:card}.",
    "event.CardGiven.nothing": "{seat} {seat:gives|give} {to} nothing.",
    "event.CardStolen": "{seat} {seat:takes|take} a card from {owner:possessive} hand.",
    "event.CardStolen.card": "{seat} {seat:takes|take} {card:card} from {owner:possessive} hand.",
    "event.SeasonNamed": (
        "{seat} {seat:names|name} {season:season}, the season of all Stars from now on."
    ),
    "event.ChoiceMade": "{seat} {seat:has|have} chosen.",
    "event.ChoiceMade.cards": "{seat} {seat:has|have} chosen: {cards:row}.",
    "event.ChosenCardsSown": "Sown in {field}: {parts:and}.",
    "event.ChosenCardsSown.part": "{cards:row} from {seat}",
    "event.ChosenCardsSown.nothing": "Nothing is sown in {field}.",
    "event.CardsReturned": "{seat} {seat:puts|put} {count:n cards} back into the draw pile.",
    "event.CardsReturned.cards": (
        "{seat} {seat:puts|put} {count:n cards} back into the draw pile: {cards:row}."
    ),
    "event.DeckReshuffled": "The draw pile is shuffled: {count:n cards}.",
    "event.HandDiscarded": "{seat} {seat:discards|discard} {count:n cards}.",
    "event.HandDiscarded.cards": "{seat} {seat:discards|discard} {count:n cards}: {cards:row}.",
    "event.HandSown": "{seat} {seat:sows|sow} {cards:cards} in {field}.",
    "event.SeatsMoved": "Harmonic Convergence: {moves:and}.",
    "event.SeatsMoved.scores": (
        "{seat} {seat:gets|get} {other:the hand and score of {other}|your hand and score}"
    ),
    "event.SeatsMoved.hands": "{seat} {seat:gets|get} {other:the hand of {other}|your hand}",
    "event.TurnPassed": "{skipped:have} no card to play.",
    "event.PassiveShown": "Asked by {asked_by}, {seat} {seat:shows|show} {card:card}.",
    "event.PlayerForfeited": "{seat} {seat:forfeits|forfeit}.",
    "event.FieldsMovedOn": "Gone out of play: {card:card}.",
    "event.RoundScored": "Round {round} is scored: {parts:semicolons}.",
    "event.RoundScored.points": "{seats:list}",
    "event.RoundScored.changed": "{seat} {points:signed} to {score}",
    "event.RoundScored.unchanged": "{seat} {seat:stays|stay} at {score}",
    "event.RoundScored.bumper_crop": "Bumper Crop for {seats:and}",
    "event.RoundScored.sunkissed": "Sunkissed for {seats:and}",
    "event.RoundScored.frostbit": "Frostbit for {seats:and}",
    "event.TiebreakCalled": "{seats:and} share the lead: another round is played.",
    "event.GameEnded.nobody": "The game is over; nobody wins.",
    "event.GameEnded.one": "The game is over; {winners:and} {winners:wins|win}.",
    "event.GameEnded.several": "The game is over; {winners:and} share the win.",
    "event.SeatLeft.missed": "{seat} missed too many decisions and {seat:is|are} out of the game.",
    "event.SeatLeft.resigned": "{seat} {seat:leaves|leave} the game.",
    "event.SeatLeft.withdrawn": (
        "{seat} {seat:has|have} withdrawn from the season and {seat:leaves|leave} the game."
    ),
    "event.SeatLeft.account_deleted": "{seat:possessive} account was deleted.",
    "event.SeatLeft.account_closed": "{seat:possessive} account was closed.",
    "event.SeatLeft.unavailable": "{seat} cannot play at present.",
    "event.SeatLeft.suspended": "{seat} cannot play at present.",
    "event.SeatOpened": "{seat:possessive} seat is open for {days:n days}.",
    "event.WinOffered": (
        "In {days:n days} the game is won against {seat}, unless it goes on against the house."
    ),
    "event.WinOffered.called_off": (
        "In {days:n days} the game is called off, unless it is won against {seat} before or goes "
        "on against the house: the player who might win has no time left, and must choose."
    ),
    "event.SeatTaken.substitute": "{seat} {seat:sits|sit} down as a substitute.",
    "event.SeatTaken.returned": "{seat} {seat:is|are} back.",
    "event.SeatHandedToHouse": "The house plays seat {number} from now on.",
    "event.SeatForfeited": "{seat:possessive} hand goes out of play.",
    "event.SeatForfeited.never_decided": (
        "{seat:possessive} hand goes out of play: no decision was ever made for it."
    ),
    "event.GamePaused.consent": "The game is paused until {until} UTC: everybody agreed.",
    "event.GamePaused.untold": (
        "The game is paused until {until} UTC: the server could not tell whose turn it is."
    ),
    "event.GameResumed.consent": "The pause is over: everybody agreed.",
    "event.GameResumed.time": "The pause is over.",
    "event.GameCalledOff.consent": "The game is called off: everybody agreed.",
    "event.DecisionMissed.excused": (
        "{seat} {seat:is|are} out of time and excused: the house decides."
    ),
    "event.DecisionMissed.out_of_time": "{seat} {seat:is|are} out of time.",
    "event.DecisionMissed.left": "{seat} never made a decision.",
    "event.OutageCredited": (
        "The server was down for {hours} h {minutes} min; all clocks stood still."
    ),
    "event.GameCalledOff.idle": "The game is called off: nobody has acted for long.",
    "event.GameCalledOff.untold": (
        "The game is called off: the server could not tell whose turn it was."
    ),
    "event.GameCalledOff.never_decided": (
        "The game is called off: a player left before their first decision."
    ),
    "event.GameCalledOff.never_decided_by": (
        "The game is called off: {seat} left before {seat:their|your} first decision."
    ),
    "event.GameCalledOff.nobody_left": (
        "The game is called off: the only person who played has left."
    ),
    "event.GameAdjudicated.by_score": (
        "The game is adjudicated by the scores so far: first place goes to {first:and}."
    ),
    "event.GameAdjudicated.by_place": (
        "The game is adjudicated as it stands, ties broken by the current round: first place goes "
        "to {first:and}."
    ),
    "event.GameAdjudicated.void": "The game is void: it counts for nobody.",
    "event.GameAdjudicated.ruling": (
        "The game is adjudicated by a ruling of the organiser: first place goes to {first:and}."
    ),
    "event.GameAdjudicated.moderated": (
        "The game is adjudicated by a ruling of the server's moderators: first place goes to "
        "{first:and}."
    ),
    # The board.
    "board.key": (
        "Cards: F Fool, N Knight, Q Queen, K King; "
        "Sp Spring, Su Summer, Au Autumn, Wi Winter, St Stars."
    ),
    "board.field": "{field} {season:season}",
    "board.draw": "{cards:n cards} to draw, {okuses:n okuses} on the Illimat.",
    "board.your_hand": "Your hand: {cards:row}",
    "board.hand": "{name}'s hand: {cards:row}",
    "board.seat": "{name}: {parts:list}",
    "board.seat_left": "{name} (left the game): {parts:list}",
    "board.points": "{points:n points}",
    "board.in_hand": "{cards} in hand",
    "board.harvested": "{cards} harvested",
    "board.okuses": "{okuses:n okuses}",
    "item.over": "{item} over {hidden:n hidden cards}",
    "item.spelled_over": "{item}, over {hidden:n hidden cards}",
    "item.stockpile": "{value} ({groups:piles})",
    "item.spelled_stockpile": "stockpile of {value}: {groups:spelled piles}",
    "luminary.face_down": "a luminary, face down",
    "luminary.was_face_down": "{luminary:luminary}, face down",
    "occasion.in_play": "In play",
    "occasion.on_reveal": "Reveal",
    "occasion.on_claim": "Claim",
    # The terminal.
    "terminal.welcome": "{key}\nType help to see what you can type.",
    "terminal.help": """\
Type the number of an action, or the action itself: sow 5Wi SW, harvest 5Wi SW 3Au 2Wi,
stockpile 5Wi SW 9 4Sp (for the value 9). The first letters of its name are enough: h 5wi sw 5su.
Add a season or a number where the action needs one. To play several cards as one, join them
with a plus: harvest 2Wi+3Wi SW 5Su. You can also type JSON: {example}.
Other commands: more (actions), board, help, help river (what a luminary does), forfeit, quit or q.\
""",
    "terminal.ask.sow": "Which card, and into which field?",
    "terminal.ask.harvest": "Which card, in which field, and what does it take?",
    "terminal.ask.stockpile": "Which card, in which field, and with which cards?",
    "terminal.impossible": "No {type} is possible now.",
    "terminal.incomplete": "{type} also needs {members:list}.",
    "terminal.refused": "{problem} ({rule})",
    "terminal.too_deep": "This is nested too deeply.",
    "terminal.no_number": "There is no action number {number}.",
    "terminal.not_json": "This is not the JSON of an action: {problem}.",
    "terminal.forfeit": "Leave the game for good, and lose it? Type {answer} to forfeit.",
    "terminal.yes": "yes",
    "terminal.stays": "You play on.",
    "terminal.left": "You have left the game. The others play on without you.",
    "terminal.close": "Did you mean one of these? Type help to see what you can type.",
    "terminal.nothing_close": "Type help to see what you can type.",
    "terminal.more": "       Type more to see more actions.",
    "terminal.no_more": "There are no more actions.",
    "terminal.luminary_close": "There is no luminary {typed}. Did you mean {close}?",
    "terminal.luminary_unknown": "There is no luminary {typed}. Choose one of: {luminaries:list}.",
    "terminal.seat": "Seat {seat}",
    "terminal.your_seat": "Seat {seat} (you)",
    "terminal.goodbye": "Goodbye. The same deal again: {command}",
    "typed.ambiguous": "{typed} may be {types:or}. Type more of it.",
    "typed.no_action": (
        "{typed} is not an action. Begin with a type of action, such as sow or harvest."
    ),
    "typed.close_to_action": "{typed} is not an action. Did you mean {close}?",
    "typed.no_word": (
        "{typed} is not a card (like 5Wi or FSu), a field (SW, NW, NE, SE), a season or a number."
    ),
    "typed.no_card": "{typed} is not a card. Cards are written like 5Wi or FSu.",
    **PICTURE,
    # Names.
    "you": "you",
    "card.name": "{rank} of {suit}",
    "rank.F": "Fool",
    "rank.N": "Knight",
    "rank.Q": "Queen",
    "rank.K": "King",
    "suit.Sp": "Spring",
    "suit.Su": "Summer",
    "suit.Au": "Autumn",
    "suit.Wi": "Winter",
    "suit.St": "Stars",
    "field.SW": "SW",
    "field.NW": "NW",
    "field.NE": "NE",
    "field.SE": "SE",
    "season.Spring": "Spring",
    "season.Summer": "Summer",
    "season.Autumn": "Autumn",
    "season.Winter": "Winter",
}

PLURAL: Final[set[str]] = set()
"""The keys of names that are plurals; modules add theirs as they add their sentences."""
