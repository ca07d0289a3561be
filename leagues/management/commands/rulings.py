"""The command by which the operator answers questions that no organiser of a league may answer."""

from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from typing_extensions import override

from games.play.adjudication import LONGEST_RULING
from games.refusals import GameFrozenError, GameOverError, NotAllowedError
from leagues.office import rulings
from leagues.office.rulings import Effect, RulingAnswer
from leagues.refusals import LeagueNotFoundError, SeasonError


class Command(BaseCommand):
    """`manage.py rulings`."""

    help = (
        "Lists the open questions about games in which all organisers of the league play, or "
        "answers one of them."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("ruling", type=UUID, nargs="?", metavar="ID", help="answer this one")
        parser.add_argument("--reasons", default="", help="the answer, and the reasons for it")
        effect = parser.add_mutually_exclusive_group()
        effect.add_argument(
            "--places",
            type=int,
            nargs="+",
            default=[],
            metavar="PLACE",
            help="end the game with these places, by seat",
        )
        effect.add_argument("--void", action="store_true", help="end the game as void")

    @override
    def handle(self, *, ruling: UUID | None, reasons: str, **options: Any) -> None:
        """List questions, or answer one; raises CommandError if that is refused."""
        if ruling is None:
            self._list()
            return
        if not 0 < len(reasons) <= LONGEST_RULING:
            raise CommandError(f"Give --reasons, in at most {LONGEST_RULING:,} characters.")
        places = tuple(options["places"])
        effect = Effect.VOID if options["void"] else Effect.PLACES if places else Effect.NONE
        try:
            rulings.ruling_give_as_operator(
                ruling_id=ruling, answer=RulingAnswer(reasons, effect, places)
            )
        except LeagueNotFoundError:
            raise CommandError(f"There is no question {ruling}.") from None
        except GameOverError:
            raise CommandError("The game is over. Answer without --places and --void.") from None
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from None
        except (NotAllowedError, SeasonError, GameFrozenError) as error:
            raise CommandError(str(error)) from None
        self.stdout.write("The question is answered, and who asked is told.")

    def _list(self) -> None:
        waiting = list(rulings.rulings_without_judge())
        for each in waiting:
            season = each.season
            self.stdout.write(
                f"{each.pk}: {each.asked_by.handle} asks at {each.asked_at:%Y-%m-%d %H:%M} about "
                f"game {each.fixture.game_id} of {season.league.name}, {season.name}:"
            )
            for line in each.question.splitlines():
                self.stdout.write(f"    {line}")
        if not waiting:
            self.stdout.write("No question waits for the operator.")
