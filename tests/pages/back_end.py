"""The local back end of a page in Chromium, asked without its page; and the same commands run in Python."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from random import Random
from typing import Any, TypeAlias

from playwright.sync_api import Page

from noughts.documents import library
from noughts.documents.animation import Animation
from noughts.faces.adviser import Adviser
from noughts.games.game import Because, Game
from noughts.games.record import read_records, write_marked
from noughts.page.scripts import WORKERS, script_of
from noughts.pages.live_game import PERSON, LiveGame, live_game
from noughts.players.named import oracle_of
from noughts.text.document import read_documents
from tests.pages.no_move import why_no_move_at
from tests.pages.page_table import PageTable, view_after

LONGEST = 60
"""Plies of a match that is played to ask for reasons: at random a puzzle takes thousands to its end."""
AT_LENGTH = os.environ.get("NOUGHTS_FUZZ_COMMANDS") is not None
"""For `four` safe sets are looked for in vain, for a third of a minute each time: only in `make soak`."""

Json: TypeAlias = dict[str, Any]

RUN = """
async ([script, told, commands, solves]) => {
  const data = JSON.parse(told); // a name may be one that objects have anyway
  const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const begun = (begin) => {
    const worker = new Worker(address);
    worker.postMessage({ do: "begin", data, saved: null, ...begin });
    return (command) => new Promise((resolve, reject) => {
      let [view, picture] = [null, null];
      worker.onmessage = ({ data: told }) => {
        if (told.picture) picture = told.picture;
        else if (told.unmarked) view = told;
        else resolve({ picture, ...(told.marked ? { ...view, view: told.marked } : told) });
      };
      worker.onerror = (event) => reject(new Error(event.message));
      worker.postMessage(command);
    });
  };
  const ask = begun({});
  const answers = [];
  if (solves) await ask(await begun({ role: "thinker" })({ do: "solve" }));
  for (const command of commands) {
    const begin = performance.now();
    const answer = await ask(command);
    answers.push({ ...answer, milliseconds: performance.now() - begin });
  }
  return JSON.stringify(answers);
}
"""


@cache
def library_game(name: str) -> LiveGame:
    """A game of the library as a page has it."""
    path = library.path_of(name)
    return live_game(read_documents(path), name=name, title=library.title_of(name), folder=path.parent)


def workers_of(game: LiveGame) -> str:
    """What the workers of its page run."""
    return game.script + script_of(WORKERS)


def answers_on_page(
    page: Page, game: LiveGame, commands: Sequence[Json], *, solves: bool = False
) -> list[Json]:
    """What the back end of a page answers, where every side is a person."""
    texts = {text.source.name: text.source.text for text in game.texts}
    data = {**game.data, "sources": texts, "players": dict.fromkeys(game.data.get("players", ()), PERSON)}
    answers: list[Json] = json.loads(
        page.evaluate(RUN, [workers_of(game), json.dumps(data), list(commands), solves])
    )
    return answers


def views_in_python(game: LiveGame, commands: Sequence[Json], *, solves: bool = False) -> list[Json]:
    """The views of a table in Python after each command: what the page should show."""
    adviser = Adviser(lambda: oracle_of(rules_of(game)))
    if solves:
        adviser.begin().result()
    table = PageTable(rules_of(game), {}, adviser, game.title)
    views: list[Json] = []
    for command in commands:
        before = views[-1] if views else None
        views.append(view_after(table, partial(act, table, command), before))
    found: list[Json] = json.loads(json.dumps(views))
    return found


def rules_of(game: LiveGame) -> Game:
    """The game, which is no film."""
    assert not isinstance(game.game, Animation)
    return game.game


def random_commands(game: LiveGame, dice: Random, count: int, *, solves: bool) -> list[Json]:
    """Commands as a restless person gives them; clicks go where moves are made, and anywhere."""
    table = PageTable(rules_of(game), {}, None, game.title)
    kinds = (
        ["click"] * 5
        + ["play"] * 5
        + ["undo", "redo", "step", "jump", "restart", "restore", "load", "vary", "line"]
    )
    kinds += ["hint", "values"] * 2 if solves else []
    commands: list[Json] = []
    while len(commands) < count:
        command = random_command(table, dice, dice.choice(kinds))
        view_after(table, partial(act, table, command))
        commands.append(command)
    return commands


def random_command(table: PageTable, dice: Random, kind: str) -> Json:
    """A command of a kind at a table."""
    ply = table.ply if dice.random() < 0.9 else dice.randrange(5)
    areas = [area for owned in table.match.areas.values() for area in owned]
    match kind:
        case "click" if areas and dice.random() < 0.8:
            area = dice.choice(areas)
            x, y = dice.randint(area.left, area.right), dice.randint(area.bottom, area.top)
            return {"do": kind, "ply": ply, "x": x, "y": y}
        case "click":
            return {"do": kind, "ply": ply, "x": dice.randrange(1000), "y": dice.randrange(800)}
        case "play":
            return {"do": kind, "ply": ply, "index": dice.randrange(len(table.match.legal_moves) + 1)}
        case "step":
            return {"do": kind, "plies": dice.choice([-2, -1, 1, 2])}
        case "jump":
            return {"do": kind, "ply": dice.randrange(-1, len(table.whole.moves) + 2)}
        case "load":
            return {"do": kind, "text": spoiled(record_text(table), dice)}
        case "restore":
            texts = [table.written(), record_text(table)]
            return {"do": kind, "records": texts, "number": dice.randrange(3), "ply": dice.randrange(6)}
        case "vary":
            return {"do": kind, "index": dice.randrange(3), "ply": dice.randrange(6)}
        case "line":
            texts = list(table.whole.move_texts())[: dice.randrange(1, 9)]
            moves = [*texts, *dice.choices(["99", "1,1"], k=dice.randrange(2))]
            return {"do": kind, "moves": moves, "of": "link"}
        case "values":
            return {"do": kind, "shown": dice.random() < 0.7}
        case _:
            return {"do": kind}


def record_text(table: PageTable) -> str:
    """The match in writing, with the remark by which it is known again."""
    return write_marked(table.record())


def spoiled(text: str, dice: Random) -> str:
    """The text, or what is left of it after an accident."""
    lines = text.splitlines(keepends=True)
    match dice.randrange(6):
        case 0:
            return text[: dice.randrange(len(text))]
        case 1:
            del lines[dice.randrange(len(lines))]
            return "".join(lines)
        case 2:
            return text.replace("moves:", dice.choice(["moves: 99;", "outcome:", "mooves:", "moves"]), 1)
        case 3:
            return text + dice.choice(["\n", "# 3 lines\n", "noughts match 1\n", "date: today\n", text])
        case _:
            return text


def comparable(view: Json) -> Json:
    """A view without what differs from run to run, the day and the identity of the match, and without what
    only a page says of players, puzzles, searches and the last move."""
    record = re.sub(r"of match [0-9a-f]{16}", "of match", re.sub(r"date: \S+", "date:", view["record"]))
    seats = [{key: seat[key] for key in ("side", "player", "person", "points")} for seat in view["seats"]]
    told = {
        key: said for key, said in view.items() if key not in ("puzzle", "puzzles", "searched", "changed")
    }
    return {**told, "record": record, "seats": seats}


def commands_to_ask_why(game: LiveGame, dice: Random, matches: int) -> list[Json]:
    """Commands that play matches, and ask wherever a click made a move before why it makes none now."""
    table = PageTable(rules_of(game), {}, None, game.title)
    places = [area[0] for area in table.game.areas(table.match.position).values()]  # type: ignore[attr-defined]
    pixels = [((area.left + area.right) // 2, (area.bottom + area.top) // 2) for area in places] or [
        (500, 400)
    ]
    commands: list[Json] = []
    for _ in range(matches):
        commands.append({"do": "restart"})
        table.restart()
        while table.match.outcome is None and table.ply < LONGEST:
            command = {"do": "play", "index": dice.randrange(len(table.match.legal_moves)), "ply": table.ply}
            act(table, command)
            commands.append(command)
            x, y = dice.choice(pixels)
            if len(commands) % 3 == 0:
                commands.append({"do": "why", "x": x, "y": y, "ply": table.ply})
        asked = [
            {"do": "why", "x": x, "y": y, "ply": table.ply}
            for x, y in dice.sample(pixels, min(2, len(pixels)))
        ]
        texts = ["no move at all", *table.match.move_texts()[:3]]
        asked += [{"do": "why not", "text": text, "ply": table.ply} for text in texts]
        commands += [*asked, {"do": "why over"}]
    return commands


def reasons_in_python(game: LiveGame, commands: Sequence[Json]) -> list[Json]:
    """What a table in Python answers to those of the commands that ask why."""
    table, answers = PageTable(rules_of(game), {}, None, game.title), []
    for command in commands:
        if command["do"] == "why":
            answers.append(
                why_json(why_no_move_at(table.game, table.match.positions, command["x"], command["y"]))
            )
        elif command["do"] == "why not":
            answers.append(why_json(table.why_not_legal(command["text"])))
        elif command["do"] == "why over":
            answers.append(why_json(table.why_over()))
        else:
            act(table, command)
    found: list[Json] = json.loads(json.dumps(answers))
    return found


# What a page should do and show, in Python

ACTIONS: Mapping[str, Callable[[PageTable, Json], object]] = {
    "click": lambda table, asked: table.click(asked["x"], asked["y"]) if asked["ply"] == table.ply else None,
    "play": lambda table, asked: table.play(asked["index"]) if asked["ply"] == table.ply else None,
    "undo": lambda table, asked: table.undo(),
    "redo": lambda table, asked: table.redo(),
    "jump": lambda table, asked: table.jump(asked["ply"]),
    "step": lambda table, asked: table.jump(table.ply + asked["plies"]),
    "resume": lambda table, asked: table.resume(),
    "restart": lambda table, asked: table.restart(),
    "vary": lambda table, asked: table.vary(asked["index"], asked["ply"]),
    "line": lambda table, asked: table.take_line([str(move) for move in asked["moves"]], asked["of"]),
    "load": lambda table, asked: table.take_up(read_records(asked["text"])[-1]),
    "restore": lambda table, asked: table.restore(
        [read_records(str(text)) for text in asked["records"]], asked["number"], asked["ply"]
    ),
    "hint": lambda table, asked: table.hint(),
    "values": lambda table, asked: table.show_values(asked["shown"]),
}
"""The effect of each command of the page."""


def act(table: PageTable, command: Json) -> object:
    """Do at a table what a command of the page asks for."""
    return ACTIONS[command["do"]](table, command)


def why_json(why: Because | None) -> Json:
    """A fact and the reasons for it, or that there is nothing to say."""
    if why is None:
        return {"fact": None, "reasons": []}
    return {"fact": why.fact, "reasons": [reason.as_json() for reason in why.reasons]}
