"""Models of ``study fit`` that were damaged or made up.

    python -m tests.fuzz --only models [--number 4000] [--seed 1]

A model is fitted to random puzzles. Bytes of its file are changed, or members of its JSON. Each is
read as ``study predict`` does, and predicts if it is accepted. Prints a summary as JSON; exits with
1 if anything but a refusal was raised or warned of.
"""

from __future__ import annotations

import random
import re
import sys
import tempfile
import time
import warnings
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from fuzz.command import main
from uniclue.study.studies import predict
from uniclue.study.studies.hypotheses import QUICK, Hypothesis
from uniclue.study.studies.table import Sample

ODD: tuple[Any, ...] = (None, "", "x", -1, 0, 1e300, 2**70, [], {}, True, [0.0, 0.0], "size.x")


@cache
def original() -> bytes:
    """The file of a small model."""
    rng = np.random.default_rng(1)
    x = rng.normal(size=(40, 2))
    ones = np.arange(40)
    sample = Sample(
        columns=("size.cells", "static.clues"),
        x=x,
        y=x[:, 0],
        size=np.empty((40, 0)),
        grouped=ones,
        corpora=ones.astype(np.str_),
        also=np.empty((40, 0)),
    )
    hypothesis = Hypothesis(name="h", kind="sudoku", label="time", primary={}, size=())
    return predict.to_bytes(predict.fit_model(sample, hypothesis, QUICK, measure=False))


def damaged(rng: random.Random, data: bytes) -> bytes:
    """Some bytes of a file changed, dropped or added."""
    content = bytearray(data)
    for _ in range(rng.choice([1, 1, 2, 4])):
        # Members and brackets are few beside numbers: aim at them as often as at the rest.
        spots = [m.start() for m in re.finditer(rb'"|[][{}]', bytes(content))] or [0]
        at = rng.choice([rng.choice(spots), rng.randrange(len(content) + 1)])
        content[at : at + rng.choice([0, 1, 1, 4])] = rng.randbytes(rng.choice([0, 1, 1, 4]))
    return bytes(content[: rng.choice([len(content)] * 20 + [rng.randrange(len(content) + 1)])])


def made_up(rng: random.Random, data: bytes) -> bytes:
    """Members changed, dropped or added, somewhere in the tree."""
    members = part = msgspec.json.decode(data)
    while True:
        keys = list(part) if isinstance(part, dict) else list(range(len(part)))
        if not keys:
            break
        key = rng.choice(keys)
        if isinstance(part[key], dict | list) and rng.random() < 0.8:
            part = part[key]
            continue
        match rng.randrange(4):
            case 0:
                del part[key]
            case 1:
                part[key] = part[rng.choice(keys)]
            case _:
                part[key] = rng.choice(ODD)
        break
    return msgspec.json.encode(members)


def attack(number: int, seed: int) -> dict[str, Any]:
    """Reads so many; returns how many were ``refused`` and ``accepted``, and ``failures``."""
    rng, started = random.Random(seed), time.perf_counter()
    refused = accepted = 0
    failures: list[str] = []
    data, warned = original(), warnings.catch_warnings()
    with tempfile.TemporaryDirectory() as folder, warned:
        warnings.simplefilter("error")
        path = Path(folder, "model.json")
        for i in range(number):
            change = rng.choice([damaged, made_up])
            path.write_bytes(change(rng, data))
            try:
                model = predict.read_model(path)
                assert isinstance(model, predict.SavedPredictor)
                predict.predict(model, dict.fromkeys(model.columns, 1.0))
                accepted += 1
            except predict.ModelError as error:
                refused += 1
                if "\n" in str(error):
                    failures.append(f"{i}: {change.__name__}: {error!r}")
            except Exception as error:
                failures.append(f"{i}: {change.__name__}: {error!r}")
    seconds = round(time.perf_counter() - started, 1)
    summary = {"tried": number, "seed": seed, "refused": refused, "accepted": accepted}
    return summary | {"failures": failures, "seconds": seconds}


if __name__ == "__main__":
    sys.exit(main(attack, 4000))
