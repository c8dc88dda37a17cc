"""Who may do what, and when: every message as everybody in every phase, against a table written by hand.

The table below is not made from the code's: whoever lets somebody do more, or less, changes both.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from lodge.server.limits import Refused
from lodge.server.settings import Settings
from lodge.server.storage.store import Store
from lodge.server.tables.authority import READING, RULES, Who, check, check_reading, in_words
from lodge.server.tables.commands import COMMANDS, events_for
from lodge.server.tables.table import Table
from lodge.server.tables.tokens import owner_of
from lodge.server.ws import protocol as p

from .phases import ADA, BO, CY, ELSEWHERE, HOST, NEW, phases, table_in
from .player import Player, http

TAGS = {p.tag(kind.__name__): kind for kind in get_args(p.ClientMessage)}

# Ada is the host and has a seat, Bo and Cy are her guests: messages that name a seat name Bo's, in the lobby also the
# open one. Then those who have only the link: somebody who watches, and somebody with tokens of another table.
ROLES = {"Ada": [HOST, ADA], "host": [HOST], "Bo": [BO], "Cy": [CY], "watcher": [], "stranger": [ELSEWHERE]}

LETTERS = {
    "+": "done",
    ".": "nothing to do",
    "h": "not_host",
    "s": "not_your_seat",
    "n": "not_now",
    "t": "not_your_turn",
    "l": "late",
    "u": "cannot_undo",
    "b": "bad_token",
    "k": "seat_taken",
    "o": "bad_seats",
    "f": "hello_first",
}

# The letters of a cell: Ada, host, Bo, Cy, watcher, stranger. It is Bo's turn; he is away (and then a bot plays for
# him); it is another's turn, and Bo may take his last move back.
EXPECTED = """
                     lobby   turn    away    replaced others  over
hello                ffffff  ffffff  ffffff  ffffff   ffffff  ffffff
ping                 ++++++  ++++++  ++++++  ++++++   ++++++  ++++++
join                 ++++++  nnnnnn  nnnnnn  nnnnnn   nnnnnn  nnnnnn
join-taken           kkkkkk  nnnnnn  nnnnnn  nnnnnn   nnnnnn  nnnnnn
join-host-token      bbbbbb  nnnnnn  nnnnnn  nnnnnn   nnnnnn  nnnnnn
join-bo-token        bbbbbb  nnnnnn  nnnnnn  nnnnnn   nnnnnn  nnnnnn
join-again           ......  ......  ......  ......   ......  ......
leave                ss+sss  ss+sss  ss+sss  ss.sss   ss+sss  ssnsss
add_bot              ++hhhh  nnhhhh  nnhhhh  nnhhhh   nnhhhh  nnhhhh
kick                 ++hhhh  nnhhhh  nnhhhh  nnhhhh   nnhhhh  nnhhhh
set_options          ++hhhh  nnhhhh  nnhhhh  nnhhhh   nnhhhh  nnhhhh
start                ++hhhh  ..hhhh  ..hhhh  ..hhhh   ..hhhh  ..hhhh
play                 ssnsss  ss+sss  ss+sss  ssnsss   sstsss  ssnsss
play-late            ssnsss  sslsss  sslsss  sslsss   sslsss  sslsss
undo                 ssnsss  ssusss  ssusss  ssusss   ss+sss  ssnsss
undo-late            ssnsss  sslsss  sslsss  sslsss   sslsss  ssnsss
chat                 ++++++  ++++++  ++++++  ++++++   ++++++  ++++++
chat-seat            ss+sss  ss+sss  ss+sss  ss+sss   ss+sss  ss+sss
hint                 sstsss  ss+sss  ss+sss  ss+sss   sstsss  sstsss
analyse              nnnnnn  nnnnnn  nnnnnn  nnnnnn   nnnnnn  ++++++
play_on              nnnnnn  nnnnnn  nnnnnn  nnnnnn   nnnnnn  ++++++
resign               ssnsss  ss+sss  ss+sss  ss.sss   ss+sss  ssnsss
take_back            ssnsss  ss.sss  ss.sss  ss+sss   ss.sss  ssnsss
vote_bot             nnnnnn  nssnss  +ss+ss  oooooo   nssnss  nnnnnn
rematch              nnnnnn  nnnnnn  nnnnnn  nnnnnn   nnnnnn  ++++ss
"""

# A match that counts for its player, who is alone: the player, with the host's token only, with the seat's only,
# a watcher.
LEVEL_ROLES = {"player": [HOST, BO], "host": [HOST], "seat": [BO], "watcher": []}
EXPECTED_LEVEL = """
                     level   campaign  passed
hello                ffff    ffff      ffff
ping                 ++++    ++++      ++++
join                 nnnn    nnnn      nnnn
leave                nsns    nsns      nsns
add_bot              nnhh    nnhh      nnhh
kick                 nnhh    nnhh      nnhh
set_options          nnhh    nnhh      nnhh
start                ..hh    ..hh      ..hh
play                 +s+s    +s+s      nsns
undo                 usus    usus      nsns
chat                 ++++    ++++      ++++
chat-seat            +s+s    +s+s      +s+s
hint                 +s+s    nsns      tsts
analyse              nnnn    nnnn      ++++
play_on              nnnn    nnnn      ++++
resign               nsns    nsns      nsns
take_back            .s.s    .s.s      nsns
vote_bot             ssss    ssss      nnnn
rematch              nnnn    nnnn      nnnn
"""

EXPECTED_READING = """
                     lobby   turn    over
record.json          n       +       +
replay.json          n       n       +
possible             n       n       +
"""


def cells(text: str) -> dict[tuple[str, str], str]:
    """A cell by message and phase."""
    header, *lines = text.strip("\n").splitlines()
    found: dict[tuple[str, str], str] = {}
    for line in lines:
        name, *row = line.split()
        found |= {(name, phase): cell for phase, cell in zip(header.split(), row, strict=True)}
    return found


def message(name: str, table: Table) -> p.FromClient:
    """A message that could not be better; it names the seat of Bo (of the player, who is alone)."""
    bo = len(table.seats) > 1 and table.seats[1].name == "Bo"
    seat = 1 if bo else 0
    legal = table.legal(seat) if table.match else []
    move = msgspec.to_builtins(table.game.moves.to_move(legal[0])) if legal else {"do": "take", "place": 1}
    made: dict[str, p.FromClient] = {
        "hello": p.Hello(table=table.id),
        "ping": p.Ping(),
        "join": p.Join(seat=3, name="Di", token=NEW),
        "join-taken": p.Join(seat=2, name="Di", token=NEW),
        "join-host-token": p.Join(seat=3, name="Di", token=HOST),
        "join-bo-token": p.Join(seat=3, name="Di", token=BO),
        "join-again": p.Join(seat=seat, name="Bo", token=BO),
        "leave": p.Leave(seat=seat),
        "add_bot": p.AddBot(seat=3, level="random"),
        "kick": p.Kick(seat=seat),
        "set_options": p.SetOptions(options=[]),
        "start": p.Start(),
        "play": p.Play(seat=seat, number=table.position, move=move),
        "play-late": p.Play(seat=seat, number=table.position + 1, move=move),
        "undo": p.Undo(seat=seat, number=table.position),
        "undo-late": p.Undo(seat=seat, number=table.position + 1),
        "chat": p.Chat(text="hello"),
        "chat-seat": p.Chat(text="hello", seat=seat),
        "hint": p.Hint(seat=seat),
        "analyse": p.Analyse(),
        "play_on": p.PlayOn(number=0, move="take 1"),
        "resign": p.Resign(seat=seat),
        "take_back": p.TakeBack(seat=seat),
        "vote_bot": p.VoteBot(seat=seat),
        "rematch": p.Rematch(),
    }
    return made[name]


# --- the tests -----------------------------------------------------------------------------------------------


def test_every_message_has_its_line_in_both_tables() -> None:
    for text in (EXPECTED, EXPECTED_LEVEL):
        assert {name.partition("-")[0] for name, _ in cells(text)} == set(TAGS)
    assert {p.tag(kind.__name__) for kind in RULES} == set(TAGS)
    assert {name for name, _ in cells(EXPECTED_READING)} == set(READING)


def decided(message: p.FromClient, phase: str, tokens: list[str]) -> str:
    """What is decided about a message: the letter of it."""
    table = table_in(phase)
    here = {0, 1, 2} - ({1} if phase in ("away", "replaced") else set())
    who = Who({owner_of(token) for token in tokens}, "Zoe", lambda: here)
    try:
        if type(message) in COMMANDS:
            settings = Settings(database="sqlite+aiosqlite://", levels=(("random", "random"),))
            return "+" if events_for(message, table, who, settings) else "."
        check(message, table, who)
    except Refused as error:
        return next(letter for letter, code in LETTERS.items() if code == error.code)
    return "+"


@pytest.mark.parametrize(("roles", "expected"), [(ROLES, EXPECTED), (LEVEL_ROLES, EXPECTED_LEVEL)])
def test_everybody_may_do_what_the_table_says_and_nothing_else(roles: dict[str, list[str]], expected: str) -> None:
    wanted = cells(expected)
    found = {
        (name, phase): "".join(decided(message(name, table_in(phase)), phase, tokens) for tokens in roles.values())
        for name, phase in wanted
    }
    assert found == wanted


def test_what_may_be_read_about_a_match_that_goes_on() -> None:
    for (page, phase), letter in cells(EXPECTED_READING).items():
        if letter == "+":
            check_reading(page, table_in(phase))
        else:
            with pytest.raises(Refused) as refused:
                check_reading(page, table_in(phase))
            assert refused.value.code == LETTERS[letter]


async def test_a_server_refuses_all_that_the_table_says(start: Callable[..., Any], sqlite: str) -> None:
    """The same over a websocket: whoever may not is told so, and nothing has changed."""
    store = Store(sqlite)
    await store.open()
    for phase, data in phases().items():
        await store.append(phase, 0, data, time.time())
    base = start(sqlite, beat=3600.0).base
    try:
        for roles, text in ((ROLES, EXPECTED), (LEVEL_ROLES, EXPECTED_LEVEL)):
            for phase in {phase for _, phase in cells(text)}:
                await refusals(base, phase, roles, cells(text))
        for (page, phase), letter in cells(EXPECTED_READING).items():
            path = f"/api/tables/{phase}/{page}{'/0.json' if page == 'possible' else ''}"
            assert ((await http(base, path))[0] == 200) == (letter == "+"), path
        for phase, data in phases().items():
            assert [row.event for row in await store.rows(phase)] == data
    finally:
        await store.close()


async def refusals(base: str, phase: str, roles: dict[str, list[str]], wanted: dict[tuple[str, str], str]) -> None:
    """Everybody tries all that they may not do in a phase."""
    table = table_in(phase)
    present = [BO] if phase in ("turn", "others") else []  # he is here, so there is nothing to vote about
    async with Player(base, phase, present) as bo:
        await bo.until(p.Welcome)
        for number, tokens in enumerate(roles.values()):
            async with Player(base, phase, tokens, name="Zoe") as client:
                await client.until(p.Welcome)
                for name, letter in ((name, wanted[name, phase][number]) for name, at in wanted if at == phase):
                    if letter not in "+.":
                        client.inbox.clear()
                        await client.say(message(name, table))
                        await client.settle()
                        told = [one.code for one in client.inbox if isinstance(one, p.Failure)]
                        assert told == [LETTERS[letter]], (name, phase, tokens)


async def test_before_hello_nothing_is_done(start: Callable[..., Any], sqlite: str) -> None:
    table = table_in("lobby")
    async with Nobody(start(sqlite).base, "") as nobody:
        for name in set(TAGS) - {"hello", "ping"}:
            assert (await nobody.fails(message(name, table))).code == "hello_first", name
        await nobody.settle()


class Nobody(Player):
    """A client that does not say hello."""

    async def say(self, message: p.FromClient) -> None:
        if not isinstance(message, p.Hello):
            await super().say(message)


def test_the_docs_show_the_table() -> None:
    page = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text()
    shown = re.search(r"^\| message \| who \| when \|\n(?:\|.*\n)+", page, re.MULTILINE)
    assert shown is not None
    assert shown[0].strip() == in_words()
