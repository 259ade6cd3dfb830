"""The messages to the page: views as JSON, images as SVG elements."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias
from urllib.parse import quote

from noughts.easel import Graphic, Image
from noughts.easel.svg import Element, corner_and_size, element_of
from noughts.faces.browser.stage import Stage
from noughts.faces.table import Table
from noughts.faces.view import View
from noughts.games.picture import Pictured
from noughts.games.reasoned import Because
from noughts.games.record import write_record

Json: TypeAlias = dict[str, Any]


def view_text(view: View) -> str:
    """All of a view, as the text of a JSON object."""
    images = None if view.images is None else images_json(view.images)
    told = {**fields_json(view), "kind": "table", "headline": view.headline, "images": images}
    return json.dumps(told, default=fields_json)


def picture_text(table: Table) -> str:
    """The picture of the position at a table, as the text of a JSON object."""
    match = table.match
    game = match.game
    images = images_json(game.images(match.position)) if isinstance(game, Pictured) else None
    return json.dumps({"kind": "picture", "images": images, "ply": table.ply, "number": table.number})


def fields_json(record: Any) -> Json:
    """The fields of a dataclass; those of its parts when they are written, not copied here as by `asdict`."""
    return {field.name: getattr(record, field.name) for field in dataclasses.fields(record)}


def stage_json(stage: Stage, name: str, home: str) -> Json:
    """What is shown in the tab of that name, what else could be, and the page that lists all games."""
    games = [{"name": name, "title": title} for name, title in stage.games]
    paper = f"/paper?name={quote(name)}" if stage.paper else None
    told = {"kind": "stage", "game": stage.game, "games": games, "paper": paper, "home": home}
    may = {"chooses": stage.choose is not None, "reasons": stage.reasons}
    return {**told, **may, "numbers": dict(stage.numbers)}


def options_json(stage: Stage) -> Json:
    """The choices of a game: its constants with their values, its sides, and the players."""
    settings = [{"name": name, "value": value} for name, value in stage.settings().items()]
    players = [{"word": word, "summary": summary} for word, summary in stage.players()]
    told = {"kind": "options", "game": stage.game, "settings": settings, "players": players}
    return {**told, "sides": list(stage.sides())}


def record_json(table: Table) -> Json:
    """The match in writing, and what a file of it may be called."""
    return {"kind": "record", "name": f"{table.game.name}.match", "text": write_record(table.record())}


def frames_json(table: Table) -> Json:
    """The pictures of the match, from its first position to its last; none of a game without a screen."""
    game = table.game
    positions = table.whole.positions if isinstance(game, Pictured) else ()
    frames = [images_json(game.images(position)) for position in positions if isinstance(game, Pictured)]
    return {"kind": "frames", "frames": frames}


def why_json(why: Because | None) -> Json:
    """A fact and the reasons for it, or that there is nothing to say."""
    reasons = [] if why is None else [reason.as_json() for reason in why.reasons]
    return {"kind": "why", "fact": why and why.fact, "reasons": reasons}


def images_json(images: Iterable[Image]) -> list[Json]:
    """Images in the order in which they are drawn."""
    return [image_json(image) for image in images]


def changes_json(before: Sequence[Image], after: Sequence[Image]) -> Json:
    """How many images there are after a change, and those that are others than before, by their places.

    A document makes what does not change only once: it is the same object then, and need not be compared.
    """
    changed = [
        (place, image_json(image))
        for place, image in enumerate(after)
        if place >= len(before) or (image is not before[place] and image != before[place])
    ]
    return {"count": len(after), "changed": changed}


def image_json(image: Image) -> Json:
    """One image as an SVG element; a picture file is fetched from the document's folder."""
    element = element_of(image)
    if isinstance(image, Graphic):
        place = {"href": f"/graphic/{quote(image.file)}", **corner_and_size(image)}
        element = Element("image", {**place, "preserveAspectRatio": "none"})
    return {"tag": element.tag, "attributes": element.attributes, "text": element.text}
