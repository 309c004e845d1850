"""Models of ``study fit`` that were damaged or made up.

    python -m tests.fuzz --only models [--number 4000] [--seed 1]

A model is fitted to random puzzles. Bytes of its file are changed, or its arrays and their text,
with all checksums right. Each is read as ``study predict`` does, and predicts if it is accepted.
Prints a summary as JSON; exits with 1 if anything but a refusal was raised or warned of.
"""

from __future__ import annotations

import io
import random
import re
import sys
import tempfile
import time
import warnings
import zipfile
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from fuzz.command import main
from uniclue.study.studies import predict
from uniclue.study.studies.hypotheses import QUICK, Hypothesis
from uniclue.study.studies.table import Sample

Members = dict[str, bytes]


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
        # The directory and the heads of members are small: aim at them as often as at the rest.
        spots = [m.start() for m in re.finditer(rb"PK|NUMPY", bytes(content))] or [0]
        near = rng.choice(spots) + rng.randrange(60)
        at = min(rng.choice([near, rng.randrange(len(content) + 1)]), len(content))
        content[at : at + rng.choice([0, 1, 1, 4])] = rng.randbytes(rng.choice([0, 1, 1, 4]))
    return bytes(content[: rng.choice([len(content)] * 20 + [rng.randrange(len(content) + 1)])])


def made_up(rng: random.Random, data: bytes) -> bytes:
    """Members changed and packed again, with all checksums right."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    name = rng.choice(list(members))
    match rng.randrange(6):
        case 0:
            members[rng.choice(["x.npy", "../x", "about", name.upper()])] = members.pop(name)
        case 1:
            members[name] = members[rng.choice(list(members))]
        case 2:
            kind = rng.choice(["<f8", "<f4", "<i8", "|O", "<U9", "|u1", ">f8", "<c16", "<M8[s]"])
            members[name] = re.sub(rb"'[<|].\d'", repr(kind).encode(), members[name], count=1)
        case 3:
            shape = rng.choice(["()", "(1, 2)", "(9**9,)", "(999999999,)", "(-1,)", "(1L,)"])
            members[name] = re.sub(rb"\(\d+,\)", shape.encode(), members[name], count=1)
        case 4:
            stream = io.BytesIO()
            np.save(stream, np.array(rng.choices([0, -1, 1e300, np.nan, 7], k=rng.randrange(4))))
            members[name] = stream.getvalue()
        case _:
            members["about.npy" if rng.random() < 0.5 else name] = damaged(rng, members[name])
    return packed(members, rng.choice([0, 8, 8, 8, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA]))


def packed(members: Members, how: int) -> bytes:
    """An archive of members."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", how) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return stream.getvalue()


def attack(number: int, seed: int) -> dict[str, Any]:
    """Reads so many; returns how many were ``refused`` and ``accepted``, and ``failures``."""
    rng, started = random.Random(seed), time.perf_counter()
    refused = accepted = 0
    failures: list[str] = []
    data, warned = original(), warnings.catch_warnings()
    with tempfile.TemporaryDirectory() as folder, warned:
        warnings.simplefilter("error")
        path = Path(folder, "model.npz")
        for i in range(number):
            change = rng.choice([damaged, made_up])
            path.write_bytes(change(rng, data))
            try:
                model = predict.read_model(path)
                assert isinstance(model, predict.SavedPredictor)
                predict.predict(model, dict.fromkeys(model.about.columns, 1.0))
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
