"""The codes of problems about games, by operation."""

from typing import Final

from api.codes import add_codes

SITTING: Final = "nobody_plays not_stored seat_taken seats_drawn table_full"
JOINING: Final = "blocked_by_you no_seat_for_you not_reliable_enough"
ACTING: Final = "not_awaited not_running refused stale_version stands_still too_hard"
RUNNING: Final = "game_over not_running not_stored"

add_codes(
    {
        "games_create": f"already_seated {SITTING}",
        "game_join": f"already_seated game_over not_open {JOINING} {SITTING}",
        "seat_give_up": "game_over not_open",
        "game_start": "game_over nobody_plays not_open not_stored too_few_players",
        "house_player_add": "game_over nobody_plays not_open not_stored table_full",
        "house_player_remove": "game_over not_open not_seated",
        "invitation_make": "already_seated game_over not_open too_many_invited",
        "invitation_withdraw": "game_over not_open",
        "invitation_decline": "game_over not_open",
        "events_list": "history_changed",
        "legal_actions_list": "game_over not_running permission_denied stale_version stands_still",
        "action_preview": f"game_over no_preview {ACTING}",
        "actions_submit": f"already_left forfeit_alone history_changed {RUNNING} {ACTING}",
        "game_leave_for_good": f"already_left {RUNNING}",
        "seat_take_over": f"seat_taken stands_still {JOINING} {RUNNING}",
        "win_offer_answer": f"no_offer {RUNNING}",
        "game_call_off": "game_over not_open not_stored",
        "game_call_off_withdraw": "game_over not_running",
        "game_pause": f"no_pause_proposed no_pauses stands_still {RUNNING}",
        "game_pause_withdraw": "game_over not_running",
        "game_resume": f"not_paused {RUNNING}",
        "game_notifications_get": "permission_denied",
        "hint_ask": "game_over no_hints not_awaited not_running",
        "hint_get": "no_hint no_hints",
        "analysis_ask": "not_finished",
        "analysis_get": "history_changed no_analysis",
        "me_deadlines_get": "not_found",
        "board_svg_get": "not_running",
        "board_png_get": "not_running",
    }
)
