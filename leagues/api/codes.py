"""The codes of problems about leagues and seasons, by operation."""

from typing import Final

from api.codes import add_codes

ENDED: Final = "season_archived season_not_begun"

add_codes(
    {
        "league_close": "seasons_not_over",
        "league_invite": "league_closed too_many_invited",
        "league_invitations_list": "permission_denied",
        "organiser_offer": "league_closed too_many_organisers",
        "organiser_remove": "last_organiser",
        "season_declare": "league_closed too_many_seasons",
        "season_replace": "not_a_draft",
        "season_dates_change": "same_dates season_over still_a_draft too_many_moves",
        "season_open": "not_a_draft",
        "season_call_off": "season_over",
        "season_start": "impossible_plan last_season_running not_in_registration plan_changed "
        "season_damaged season_over too_few_entrants",
        "season_steps_list": "permission_denied",
        "season_messages_list": "permission_denied",
        "season_message_send": "season_archived",
        "season_register": "already_registered gate_not_met no_partners not_running "
        "partner_missing registration_closed shared_hiatus waiting_list_full",
        "season_withdraw": "season_over",
        "season_hiatus_declare": "already_registered no_claim registration_closed",
        "season_attendance_confirm": "not_asked not_entered",
        "season_division_answer": "move_changed no_move",
        "entrant_remove": "season_over",
        "entrant_move": "already_there below_claim impossible_move last_season_running "
        "no_divisions no_place no_plan no_such_division not_confirmed not_in_registration",
        "entrant_move_back": "not_in_registration",
        "substitute_name": "has_substitute no_substitute not_running not_this_substitute "
        "not_withdrawn",
        "result_correct": f"game_not_over same_result too_many_corrections {ENDED}",
        "ruling_ask": f"already_asked game_frozen not_running {ENDED}",
        "ruling_give": f"already_answered game_frozen game_over not_stored {ENDED}",
    }
)
