"""A ledger as a page of Markdown."""

from __future__ import annotations

import re

from uniclue.papers.claims.judging import VERDICTS, Judged, JudgedClaim, JudgedReading, Ledger

INTRODUCTION = """\
# Claims of the source documents

Every sentence of the five [source documents](sources.md) that can be checked, as it stands there,
with what each way to read it leads one to expect of a figure, and the figure computed now. `uniclue
reproduce --claims` computes everything again and prints this page; `--only NAME` computes one claim
([how it works](reproduce.md#the-ledger-of-claims)).

- **reproduced**: a reading holds. Its figure is exact, or its 99 % interval, in brackets, lies on
  the side expected.
- **refuted**: no reading holds; every interval lies on the other side.
- **inconclusive**: neither; *n = ...* would decide if the figure stays as it is.
- **not checkable**: it needs people, another machine or history, or says nothing of figures.
- **lost**: the copy has lost the sentence, or the picture or formula that it rests on.

*By proxy*: something countable stands for what the sentence is about, as conflicts of a solver for
the effort of people."""


def page(ledger: Ledger, introduction: str = INTRODUCTION) -> str:
    """The ledger as a page of Markdown."""
    lines = ["| document | " + " | ".join(VERDICTS) + " |", "|---|" + "---:|" * len(VERDICTS)]
    rows = [(one.author, one.claims) for one in ledger.documents]
    if len(rows) > 1:
        rows.append(("all", tuple(claim for _, claims in rows for claim in claims)))
    for author, claims in rows:
        counts = (sum(claim.verdict == verdict for claim in claims) for verdict in VERDICTS)
        lines.append(f"| {author} | " + " | ".join(map(str, counts)) + " |")
    seeded = f"Seed {ledger.seed}, scale {ledger.scale:g}."
    parts = [introduction, seeded, "\n".join(lines), *map(_section, ledger.documents)]
    return "\n\n".join(filter(None, parts)) + "\n"


def _section(document: Judged) -> str:
    return "\n\n".join([f"## {document.author}, *{document.title}*", *map(entry, document.claims)])


def entry(claim: JudgedClaim) -> str:
    """A claim as the page shows it."""
    by_proxy = " by proxy" if claim.proxy else ""
    quoted = f"“{_literal(claim.quote)}” " if claim.quote else ""
    says = f"{claim.says} " if claim.says else ""
    lines = [f"**{claim.id}: {claim.verdict}{by_proxy}.** {says}{quoted}({claim.place})", ""]
    lines += (_line(reading, len(claim.readings) > 1) for reading in claim.readings)
    proxy = f"Proxy: {claim.proxy}." if claim.proxy else ""
    proof = f"Proof: {claim.proof}" if claim.proof else ""
    if rest := " ".join(filter(None, (claim.why, proxy, proof, claim.note))):
        lines.append(f"- {rest}")
    return "\n".join(lines)


def _line(reading: JudgedReading, is_one_of_several: bool) -> str:
    """What is expected and found; what follows, if the verdict of the claim does not say it."""
    sample = f" (n = {reading.n:,})" if reading.n else ""
    found = f"; **{reading.found}**" if is_one_of_several else ""
    if reading.deciding:
        found += f"; n = {reading.deciding:,} would decide"
    return f"- {reading.says}: expected {reading.expected}; ours {reading.ours}{sample}{found}"


def _literal(text: str) -> str:
    """A text in which nothing is markup."""
    return re.sub(r"([*_<\[\]|])", r"\\\1", text)
