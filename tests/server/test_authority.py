"""Who may do what, and when: every message as everybody in every phase, against a table written by hand.

The table below is not made from the code's: whoever lets somebody do more, or less, changes both.
"""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import get_args

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

from .conftest import Start
from .phases import ADA, BO, CY, ELSEWHERE, HOST, NEW, NONCE, phases, put, table_in
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
    "r": "other_rules",
    "c": "character_taken",
    "a": "name_taken",
    "x": "bad_seal",
}

# The letters of a cell: Ada, host, Bo, Cy, watcher, stranger. It is Bo's turn; he is away (and then a bot plays for
# him); it is another's turn, and Bo may take his last move back. Old: the rules have changed since Bo's turn came.
# Starting: the host has started the match, and Bo and Cy have still to reveal their nonces.
EXPECTED = """
                     lobby   starting turn    away    replaced others  over    old
hello                ffffff  ffffff   ffffff  ffffff  ffffff   ffffff  ffffff  ffffff
ping                 ++++++  ++++++   ++++++  ++++++  ++++++   ++++++  ++++++  ++++++
join                 ++++++  nnnnnn   nnnnnn  nnnnnn  nnnnnn   nnnnnn  nnnnnn  nnnnnn
join-taken           kkkkkk  nnnnnn   nnnnnn  nnnnnn  nnnnnn   nnnnnn  nnnnnn  nnnnnn
join-host-token      bbbbbb  nnnnnn   nnnnnn  nnnnnn  nnnnnn   nnnnnn  nnnnnn  nnnnnn
join-bo-token        bbbbbb  nnnnnn   nnnnnn  nnnnnn  nnnnnn   nnnnnn  nnnnnn  nnnnnn
join-again           ......  ......   ......  ......  ......   ......  ......  ......
set_character        ss+sss  ssnsss   ssnsss  ssnsss  ssnsss   ssnsss  ssnsss  ssnsss
set_character-taken  sscsss  ssnsss   ssnsss  ssnsss  ssnsss   ssnsss  ssnsss  ssnsss
set_name             ss+sss  ssnsss   ssnsss  ssnsss  ssnsss   ssnsss  ssnsss  ssnsss
set_name-taken       ssasss  ssnsss   ssnsss  ssnsss  ssnsss   ssnsss  ssnsss  ssnsss
set_name-same        ss.sss  ssnsss   ssnsss  ssnsss  ssnsss   ssnsss  ssnsss  ssnsss
leave                ss+sss  ssnsss   ss+sss  ss+sss  ss.sss   ss+sss  ssnsss  ssrsss
add_bot              ++hhhh  nnhhhh   nnhhhh  nnhhhh  nnhhhh   nnhhhh  nnhhhh  nnhhhh
kick                 ++hhhh  nnhhhh   nnhhhh  nnhhhh  nnhhhh   nnhhhh  nnhhhh  nnhhhh
set_options          ++hhhh  nnhhhh   nnhhhh  nnhhhh  nnhhhh   nnhhhh  nnhhhh  nnhhhh
set_hints            ++hhhh  nnhhhh   nnhhhh  nnhhhh  nnhhhh   nnhhhh  nnhhhh  nnhhhh
seal                 ss+sss  ssnsss   ssnsss  ssnsss  ssnsss   ssnsss  ssnsss  ssnsss
reveal               ssnsss  ss+sss   ssnsss  ssnsss  ssnsss   ssnsss  ssnsss  ssnsss
reveal-wrong         ssnsss  ssxsss   ssnsss  ssnsss  ssnsss   ssnsss  ssnsss  ssnsss
start                ++hhhh  ..hhhh   ..hhhh  ..hhhh  ..hhhh   ..hhhh  ..hhhh  ..hhhh
play                 ssnsss  ssnsss   ss+sss  ss+sss  ssnsss   sstsss  ssnsss  ssrsss
play-late            ssnsss  ssnsss   sslsss  sslsss  sslsss   sslsss  sslsss  ssrsss
undo                 ssnsss  ssnsss   ssusss  ssusss  ssusss   ss+sss  ssnsss  ssrsss
undo-late            ssnsss  ssnsss   sslsss  sslsss  sslsss   sslsss  ssnsss  ssrsss
chat                 ++++++  ++++++   ++++++  ++++++  ++++++   ++++++  ++++++  ++++++
chat-seat            ss+sss  ss+sss   ss+sss  ss+sss  ss+sss   ss+sss  ss+sss  ss+sss
review               ssnsss  ssnsss   ss+sss  ss+sss  ss+sss   ss+sss  ssnsss  ssrsss
react                ss+sss  ss+sss   ss+sss  ss+sss  ss+sss   ss+sss  ss+sss  ss+sss
report               nnnnnn  nnnnnn   nnnnnn  nnnnnn  nnnnnn   nnnnnn  nnnnnn  nnnnnn
mute                 nnhhhh  nnhhhh   nnhhhh  nnhhhh  nnhhhh   nnhhhh  nnhhhh  nnhhhh
ban                  nnhhhh  nnhhhh   nnhhhh  nnhhhh  nnhhhh   nnhhhh  nnhhhh  nnhhhh
pardon               ..hhhh  ..hhhh   ..hhhh  ..hhhh  ..hhhh   ..hhhh  ..hhhh  ..hhhh
hint                 sstsss  sstsss   ssnsss  ssnsss  ssnsss   sstsss  sstsss  sstsss
analyse              nnnnnn  nnnnnn   nnnnnn  nnnnnn  nnnnnn   nnnnnn  ++++++  rrrrrr
play_on              nnnnnn  nnnnnn   nnnnnn  nnnnnn  nnnnnn   nnnnnn  ++++++  rrrrrr
resign               ssnsss  ssnsss   ss+sss  ss+sss  ss+sss   ss+sss  ssnsss  ssrsss
abort                ssnsss  ssnsss   ssnsss  ssnsss  ssnsss   ssnsss  ssnsss  ssrsss
offer                nnnnnn  nnnnnn   ss+sss  ss+sss  ssnsss   ss+sss  nnnnnn  rrrrrr
offer-stop           nnnnnn  nnnnnn   ss+sss  ss+sss  ssnsss   ss+sss  nnnnnn  rrrrrr
offer-undo           nnnnnn  nnnnnn   ss+sss  ss+sss  ssnsss   ss+sss  nnnnnn  rrrrrr
offer-bot            nnnnnn  nnnnnn   nssnss  +ss+ss  ossoss   nssnss  nnnnnn  rrrrrr
answer               nnnnnn  nnnnnn   nnnnnn  nnnnnn  nnnnnn   nnnnnn  nnnnnn  rrrrrr
vacation             ssnsss  ssnsss   ssnsss  ssnsss  ssnsss   ssnsss  ssnsss  ssrsss
vacation-over        ssnsss  ssnsss   ss.sss  ss.sss  ssnsss   ss.sss  ssnsss  ssrsss
take_back            ssnsss  ssnsss   ss.sss  ss.sss  ss+sss   ss.sss  ssnsss  ssrsss
rematch              nnnnnn  nnnnnn   nnnnnn  nnnnnn  nnnnnn   nnnnnn  ++++ss  ++++ss
"""

# Endings. Fresh: nobody has moved. Offered: Ada has offered a draw. Resigned: Bo has, and a bot plays on. Drawn: all
# have agreed to end it.
EXPECTED_ENDINGS = """
                     fresh   offered  resigned drawn
leave                ss+sss  ss+sss   ss.sss   ssnsss
resign               ss+sss  ss+sss   ss.sss   ssnsss
abort                ss+sss  ssnsss   ssnsss   ssnsss
offer                ss+sss  ss+sss   ssnsss   nnnnnn
offer-stop           ss+sss  ssnsss   ssnsss   nnnnnn
offer-undo           ssusss  ssnsss   ssnsss   nnnnnn
offer-bot            nssnss  nssnss   ossoss   nnnnnn
answer               nnnnnn  .s++ss   nnnnnn   nnnnnn
answer-no            nnnnnn  +s++ss   nnnnnn   nnnnnn
take_back            ss.sss  ss.sss   ssnsss   ssnsss
undo                 ssusss  ssusss   ssusss   ssnsss
play                 sstsss  ss+sss   ssnsss   ssnsss
analyse              nnnnnn  nnnnnn   nnnnnn   nnnnnn
play_on              nnnnnn  nnnnnn   nnnnnn   nnnnnn
rematch              nnnnnn  nnnnnn   nnnnnn   ++++ss
"""

# A match that counts for its player, who is alone: the player, with the host's token only, with the seat's only,
# a watcher.
LEVEL_ROLES = {"player": [HOST, BO], "host": [HOST], "seat": [BO], "watcher": []}
EXPECTED_LEVEL = """
                     level   campaign  passed
hello                ffff    ffff      ffff
ping                 ++++    ++++      ++++
join                 nnnn    nnnn      nnnn
set_character        nsns    nsns      nsns
set_name             nsns    nsns      nsns
leave                nsns    nsns      nsns
add_bot              nnhh    nnhh      nnhh
kick                 nnhh    nnhh      nnhh
set_options          nnhh    nnhh      nnhh
set_hints            nnhh    nnhh      nnhh
seal                 nsns    nsns      nsns
reveal               nsns    nsns      nsns
start                ..hh    ..hh      ..hh
play                 +s+s    +s+s      nsns
undo                 usus    usus      nsns
chat                 ++++    ++++      ++++
chat-seat            +s+s    +s+s      +s+s
review               +s+s    +s+s      nsns
react                +s+s    +s+s      +s+s
report               nnnn    nnnn      nnnn
mute                 nnhh    nnhh      nnhh
ban                  nnhh    nnhh      nnhh
pardon               ..hh    ..hh      ..hh
hint                 +s+s    nsns      tsts
hint-here            +s+s    nsns      tsts
analyse              nnnn    nnnn      ++++
play_on              nnnn    nnnn      ++++
resign               nsns    nsns      nsns
vacation             nsns    nsns      nsns
abort                nsns    nsns      nsns
offer                nsns    nsns      nnnn
offer-stop           nsns    nsns      nnnn
offer-undo           nsns    nsns      nnnn
offer-bot            ssss    ssss      nnnn
answer               nnnn    nnnn      nnnn
take_back            .s.s    .s.s      nsns
rematch              nnnn    nnnn      nnnn
"""

# Bo's turn again, where the host has said who may have hints; with `open` he has had one in this position.
EXPECTED_HINTS = """
                     off     open    everybody
hint                 ssnsss  ss.sss  ss+sss
hint-here            ssnsss  ss.sss  ss+sss
set_hints            nnhhhh  nnhhhh  nnhhhh
"""

EXPECTED_READING = """
                     lobby   starting turn    over    drawn   old
record.json          n       n        +       +       +       +
replay.json          n       n        n       +       +       r
possible             n       n        n       +       n       r
"""


TABLES = ((ROLES, EXPECTED), (ROLES, EXPECTED_ENDINGS), (LEVEL_ROLES, EXPECTED_LEVEL), (ROLES, EXPECTED_HINTS))


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
        "set_character": p.SetCharacter(seat=seat, character="eagle"),
        "set_character-taken": p.SetCharacter(seat=seat, character=table.characters()[0]),
        "set_name": p.SetName(seat=seat, name="Bob"),
        "set_name-taken": p.SetName(seat=seat, name="ADA"),
        "set_name-same": p.SetName(seat=seat, name=table.seats[seat].name),
        "leave": p.Leave(seat=seat),
        "add_bot": p.AddBot(seat=3, level="random"),
        "kick": p.Kick(seat=seat),
        "set_options": p.SetOptions(options=[]),
        "set_hints": p.SetHints(hints="open"),
        "seal": p.Seal(seat=seat, seal="b" * 64),
        "reveal": p.Reveal(seat=seat, nonce=NONCE),
        "reveal-wrong": p.Reveal(seat=seat, nonce="c" * 64),
        "start": p.Start(),
        "play": p.Play(seat=seat, number=table.position, move=move),
        "play-late": p.Play(seat=seat, number=table.position + 1, move=move),
        "undo": p.Undo(seat=seat, number=table.position),
        "undo-late": p.Undo(seat=seat, number=table.position + 1),
        "chat": p.Chat(text="hello"),
        "chat-seat": p.Chat(text="hello", seat=seat),
        "review": p.Review(seat=seat, since=0),
        "react": p.React(seat=seat, what="hello"),
        "report": p.Report(line=1),
        "mute": p.Mute(line=1),
        "ban": p.Ban(line=1),
        "pardon": p.Pardon(),
        "hint": p.Hint(seat=seat),
        "hint-here": p.Hint(seat=seat, here=True),
        "analyse": p.Analyse(),
        "play_on": p.PlayOn(number=0, move="take 1"),
        "resign": p.Resign(seat=seat),
        "vacation": p.Vacation(seat=seat, on=True),
        "vacation-over": p.Vacation(seat=seat, on=False),
        "take_back": p.TakeBack(seat=seat),
        "abort": p.Abort(seat=seat),
        "offer": p.Offer(what="draw", seat=seat),
        "offer-stop": p.Offer(what="stop", seat=seat),
        "offer-undo": p.Offer(what="undo", seat=seat),
        "offer-bot": p.Offer(what="bot", seat=seat),
        "answer": p.Answer(yes=True),
        "answer-no": p.Answer(yes=False),
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
    who = Who({owner_of(token) for token in tokens}, "Zoe", lambda seat: None if seat in here else 0.0)
    try:
        if type(message) in COMMANDS:
            settings = Settings(database="sqlite+aiosqlite://", levels=(("random", "random"),))
            return "+" if events_for(message, table, who, settings) else "."
        check(message, table, who)
    except Refused as error:
        return next(letter for letter, code in LETTERS.items() if code == error.code)
    return "+"


@pytest.mark.parametrize(("roles", "expected"), TABLES)
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


async def test_a_server_refuses_all_that_the_table_says(start: Start, sqlite: str) -> None:
    """The same over a websocket: whoever may not is told so, and nothing has changed."""
    store = Store(sqlite)
    await store.open()
    for phase, data in phases().items():
        await put(store, phase, data, time.time())
    base = start(sqlite, beat=3600.0, reveal_seconds=3600.0).base
    try:
        for roles, text in TABLES:
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
    present = (
        [BO] if phase in ("turn", "others", "fresh", "offered") else []
    )  # he is here, so there is nothing to vote about
    async with Player(base, phase, present):
        for number, tokens in enumerate(roles.values()):
            async with Player(base, phase, tokens, name="Zoe") as client:
                for name, letter in ((name, wanted[name, phase][number]) for name, at in wanted if at == phase):
                    if letter not in "+.":
                        client.inbox.clear()
                        await client.say(message(name, table))
                        await client.settle()
                        told = [one.code for one in client.inbox if isinstance(one, p.Failure)]
                        assert told == [LETTERS[letter]], (name, phase, tokens)


async def test_before_hello_nothing_is_done(start: Start, sqlite: str) -> None:
    table = table_in("lobby")
    async with Nobody(start(sqlite).base, "") as nobody:
        for name in set(TAGS) - {"hello", "ping"}:
            assert (await nobody.fails(message(name, table))).code == "hello_first", name
        await nobody.settle()


class Nobody(Player):
    """A client that says no hello, but only a ping."""

    async def say(self, message: p.FromClient) -> None:
        await super().say(p.Ping() if isinstance(message, p.Hello) else message)


def test_the_docs_show_the_table() -> None:
    page = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text()
    shown = re.search(r"^\| message \| who \| when \|\n(?:\|.*\n)+", page, re.MULTILINE)
    assert shown is not None
    assert shown[0].strip() == in_words()
