"""What can go wrong, by a word that the page translates."""

from __future__ import annotations

from typing import Literal

Code = Literal[
    "bad_message",  # not a message of this protocol
    "hello_first",  # the first message must be Hello, and only the first
    "too_fast",  # too many messages from this connection
    "too_many_tables",  # too many tables from this address
    "bad_origin",  # the page came from another site
    "not_at_machine",  # only who sits at the machine that runs the server can do this
    "no_network",  # this machine is in none
    "unknown_table",
    "unknown_game",
    "unknown_bot",
    "bad_options",
    "locked",  # this level opens when the one before it is passed, a campaign when all are
    "bad_seats",  # too many or too few seats, or none of that number
    "bad_clock",
    "bad_name",
    "name_taken",  # somebody at the table has a name that looks the same
    "unknown_character",
    "character_taken",  # somebody else at the table has this one
    "bad_text",
    "bad_token",
    "removed_device",  # another device of the player's has removed this one: it is somebody new
    "bad_link",  # nobody can become somebody's device by it: it was opened, revoked, or is too old
    "too_many_devices",
    "bad_seal",  # no seal or nonce, or not the nonce that was sealed
    "bad_record",  # this is not a record; message says why
    "not_host",
    "muted",  # by the host: nothing can be said
    "barred",  # sent away by the host
    "not_your_seat",
    "seat_taken",
    "not_now",  # not in this phase of the table
    "other_rules",  # the match was begun with rules of another version
    "too_few_players",
    "not_your_turn",
    "illegal_move",  # the rules do not allow it; message says why, in English
    "late",  # the position has changed since
    "cannot_undo",
    "table_full",  # so much has happened there that it can only be played to its end
    "unreadable_table",  # it is there, but cannot be read
    "too_soon",  # in `seconds` it may be done
    "no_database",  # nothing can be written or read at the moment: try again by yourself, nothing is lost
    "busy",  # the server has too much to do, or something of this kind is under way: try again
]
