"""Ten kinds in clingo, with connectedness as its users write it: by what spreads from a root.

A program is the rules of its kind and the facts of a puzzle; two of its models are looked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, pairwise
from typing import Any

from benchmarks.peers_clingo import _control, _verdict

Members = dict[str, Any]
STEPS = {"n": (-1, 0), "s": (1, 0), "w": (0, -1), "e": (0, 1)}

BESIDE = """
near(R,C,R,C+1) :- cell(R,C), cell(R,C+1).
near(R,C,R+1,C) :- cell(R,C), cell(R+1,C).
adj(A,B,R,C) :- near(A,B,R,C).
adj(A,B,R,C) :- near(R,C,A,B).
"""
SHADED = """
{ black(R,C) } :- cell(R,C).
white(R,C) :- cell(R,C), not black(R,C).
#show black/2.
"""
APART = ":- black(R,C), black(A,B), near(R,C,A,B).\n"
CONNECTED = """
root(R,C) :- (R,C) = #min { (A,B) : NAME(A,B) }, cell(R,C).
reach(R,C) :- root(R,C).
reach(R,C) :- reach(A,B), adj(A,B,R,C), NAME(R,C).
:- NAME(R,C), not reach(R,C).
"""
DRAWN = """
{ line(A,B,R,C) } :- near(A,B,R,C).
l(A,B,R,C) :- line(A,B,R,C).
l(A,B,R,C) :- line(R,C,A,B).
on(R,C) :- l(R,C,_,_).
#show line/4.
"""
LOOP = (
    DRAWN
    + """
:- on(R,C), #count { A,B : l(R,C,A,B) } != 2.
:- not on(_,_).
reach(R,C) :- root(R,C).
reach(R,C) :- reach(A,B), l(A,B,R,C).
:- on(R,C), not reach(R,C).
"""
)
ANYWHERE = "root(R,C) :- (R,C) = #min { (A,B) : on(A,B) }, cell(R,C).\n"
HITORI = """
:- white(R,C), white(R,D), C < D, is(R,C,N), is(R,D,N).
:- white(R,C), white(S,C), R < S, is(R,C,N), is(S,C,N).
"""
NURIKABE = """
:- black(R,C), black(R+1,C), black(R,C+1), black(R+1,C+1).
:- black(R,C), root(R,C,_).
own(R,C,R,C) :- root(R,C,_).
own(R,C,X,Y) :- own(A,B,X,Y), adj(A,B,R,C), white(R,C), root(X,Y,N), |R-X|+|C-Y| < N.
:- white(R,C), #count { X,Y : own(R,C,X,Y) } != 1.
:- own(R,C,X,Y), adj(R,C,A,B), white(A,B), not own(A,B,X,Y).
:- root(X,Y,N), size(X,Y,N), #count { R,C : own(R,C,X,Y) } != N.
"""
MASYU = """
straight(R,C) :- l(R,C,R,C+1), l(R,C,R,C-1).
straight(R,C) :- l(R,C,R+1,C), l(R,C,R-1,C).
turn(R,C) :- on(R,C), not straight(R,C).
:- b(R,C), not turn(R,C).
:- b(R,C), l(R,C,A,B), not straight(A,B).
:- w(R,C), not straight(R,C).
:- w(R,C), l(R,C,A,B), l(R,C,D,E), (A,B) < (D,E), not turn(A,B), not turn(D,E).
#defined b/2.
#defined w/2.
"""
YAJILIN = "black(R,C) :- cell(R,C), not on(R,C).\n" + APART
HASHI = """
{ bridge(P,1..2) } 1 :- pair(P,_,_).
:- bridge(P,_), bridge(Q,_), cross(P,Q).
:- island(I,N), #sum { K,P : bridge(P,K), pair(P,I,_); K,P : bridge(P,K), pair(P,_,I) } != N.
reach(0).
reach(J) :- reach(I), pair(P,I,J), bridge(P,_).
reach(I) :- reach(J), pair(P,I,J), bridge(P,_).
:- island(I,_), not reach(I).
#defined cross/2.
#show bridge/2.
"""
NUMBERLINK = (
    DRAWN
    + """
:- end(R,C,_), #count { A,B : l(R,C,A,B) } != 1.
:- on(R,C), not end(R,C,_), #count { A,B : l(R,C,A,B) } != 2.
of(R,C,K) :- end(R,C,K).
of(R,C,K) :- of(A,B,K), l(A,B,R,C).
:- on(R,C), not of(R,C,_).
:- of(R,C,K), of(R,C,L), K < L.
"""
)
FILLOMINO = """
1 { v(R,C,1..most+1) } 1 :- cell(R,C).
:- clue(R,C,N), not v(R,C,N).
same(A,B,R,C) :- near(A,B,R,C), v(A,B,N), v(R,C,N).
same(R,C,A,B) :- same(A,B,R,C).
in(X,Y,X,Y) :- clue(X,Y,_).
in(X,Y,R,C) :- in(X,Y,A,B), same(A,B,R,C), clue(X,Y,N), |X-R|+|Y-C| <= N.
:- clue(X,Y,N), #count { R,C : in(X,Y,R,C) } != N.
told(R,C) :- in(_,_,R,C).
own(R,C,R,C) :- cell(R,C), not clue(R,C,_), not told(R,C).
own(X,Y,R,C) :- own(X,Y,A,B), same(A,B,R,C), not clue(R,C,_), |X-R|+|Y-C| <= most.
:- own(R,C,R,C), v(R,C,N), N <= most, #count { A,B : own(R,C,A,B) } != N.
:- own(R,C,R,C), v(R,C,most+1), #count { A,B : own(R,C,A,B) } <= most.
#defined clue/3.
#show v/3.
"""


def _grid(members: Members) -> Iterator[tuple[int, int, str]]:
    """Row, column and word of every cell."""
    for r, row in enumerate(members["grid"]):
        for c, word in enumerate(row):
            yield r, c, word


def _numbers(members: Members) -> Iterator[tuple[int, int, int]]:
    """The cells that hold numbers."""
    for r, c, word in _grid(members):
        if word.isdigit():
            yield r, c, int(word)


def _cells(members: Members, without: str = "") -> str:
    """The cells as facts, but for those with a word."""
    return "\n".join(f"cell({r},{c})." for r, c, word in _grid(members) if word != without)


def slitherlink(members: Members) -> str:
    """Cells are the corners."""
    rows, columns = len(members["grid"]), len(members["grid"][0])
    facts = [f"cell(0..{rows},0..{columns})."]
    for r, c, n in _numbers(members):
        ends = (
            (r, c, r, c + 1),
            (r + 1, c, r + 1, c + 1),
            (r, c, r + 1, c),
            (r, c + 1, r + 1, c + 1),
        )
        sides = "; ".join(f"{i} : line{side}" for i, side in enumerate(ends))
        facts.append(f":- #count {{ {sides} }} != {n}.")
    return BESIDE + LOOP + ANYWHERE + "\n".join(facts)


def masyu(members: Members) -> str:
    """Circles are facts; the loop is followed from the first of them."""
    circles = [(r, c, word) for r, c, word in _grid(members) if word in ("b", "w")]
    facts = "\n".join(f"{word}({r},{c})." for r, c, word in circles)
    root = "root({},{}).\n".format(*circles[0]) if circles else ANYWHERE
    return BESIDE + LOOP + root + MASYU + _cells(members) + facts


def simpleloop(members: Members) -> str:
    """Every white cell is on the loop, which is followed from the first of them."""
    white = [(r, c) for r, c, word in _grid(members) if word != "x"]
    root = "root({},{}).\n".format(*white[0])
    return BESIDE + LOOP + root + ":- cell(R,C), not on(R,C).\n" + _cells(members, "x")


def yajilin(members: Members) -> str:
    """An arrow counts the shaded cells that it points to."""
    facts = []
    for r, c, word in _grid(members):
        if word == "-":
            facts.append(f"cell({r},{c}).")
        elif word != "?":
            dr, dc = STEPS[word[-1]]
            on = f"(R-({r}))*{dr} > 0, C = {c}" if dr else f"(C-({c}))*{dc} > 0, R = {r}"
            facts.append(f":- #count {{ R,C : black(R,C), {on} }} != {word[:-1]}.")
    return BESIDE + LOOP + ANYWHERE + YAJILIN + "\n".join(facts)


def heyawake(members: Members) -> str:
    """A line of white cells is in two rooms at most: the shortest longer ones are forbidden."""
    rooms = members["regions"]
    number: dict[str, int] = {}
    facts = []
    for r, row in enumerate(rooms):
        for c, name in enumerate(row):
            facts.append(f"room({number.setdefault(name, len(number))},{r},{c}).")
    for r, c, n in _numbers(members):
        room = number[rooms[r][c]]
        facts.append(f":- #count {{ R,C : room({room},R,C), black(R,C) }} != {n}.")
    height, width = len(rooms), len(rooms[0])
    lines = [[(r, c) for c in range(width)] for r in range(height)]
    lines += [[(r, c) for r in range(height)] for c in range(width)]
    for line in lines:
        names = [rooms[r][c] for r, c in line]
        borders = [i for i in range(1, len(line)) if names[i] != names[i - 1]]
        for one, other in pairwise(borders):
            white = ", ".join(f"white({r},{c})" for r, c in line[one - 1 : other + 1])
            facts.append(f":- {white}.")
    connected = CONNECTED.replace("NAME", "white")
    return BESIDE + SHADED + APART + connected + _cells(members) + "\n".join(facts)


def hitori(members: Members) -> str:
    """Numbers are facts."""
    facts = [f"is({r},{c},{word})." for r, c, word in _grid(members) if word.isdigit()]
    connected = CONNECTED.replace("NAME", "white")
    return BESIDE + SHADED + APART + connected + HITORI + _cells(members) + "\n".join(facts)


def hashi(members: Members) -> str:
    """Bridges between islands that see each other; which cross is a fact."""
    islands = [(r, c) for r, c, _ in _numbers(members)]
    facts = [f"island({i},{n})." for i, (_, _, n) in enumerate(_numbers(members))]
    pairs = []
    for i, (r, c) in enumerate(islands):
        after = [j for j, (s, d) in enumerate(islands) if s == r and d > c]
        below = [j for j, (s, d) in enumerate(islands) if d == c and s > r]
        pairs += [(i, min(some, key=lambda j: islands[j])) for some in (after, below) if some]
    facts += [f"pair({p},{i},{j})." for p, (i, j) in enumerate(pairs)]
    for (p, one), (q, other) in combinations(enumerate(pairs), 2):
        (a, b), (x, y) = islands[one[0]], islands[one[1]]
        (e, f), (u, v) = islands[other[0]], islands[other[1]]
        if (a == x and f == v and b < f < y and e < a < u) or (
            b == y and e == u and a < e < x and f < b < v
        ):
            facts.append(f"cross({p},{q}).")
    return HASHI + "\n".join(facts)


def nurikabe(members: Members) -> str:
    """A cell belongs to the islands that spread to it; an island without a size spreads freely."""
    facts = []
    most = sum(map(len, members["grid"]))
    for r, c, word in _grid(members):
        if word.isdigit():
            facts.append(f"root({r},{c},{word}). size({r},{c},{word}).")
        elif word == "?":
            facts.append(f"root({r},{c},{most}).")
    connected = CONNECTED.replace("NAME", "black").replace("root(", "first(")
    defined = "#defined size/3.\n#defined root/3.\n"
    return BESIDE + SHADED + connected + NURIKABE + defined + _cells(members) + "\n".join(facts)


def fillomino(members: Members) -> str:
    """Areas spread from numbers, and from the other cells only where no number's area reaches.

    One value more than the largest number stands for larger areas.
    """
    numbers = list(_numbers(members))
    most = max((n for _, _, n in numbers), default=0)
    facts = [f"#const most = {most}."] + [f"clue({r},{c},{n})." for r, c, n in numbers]
    return BESIDE + FILLOMINO + _cells(members) + "\n".join(facts)


def numberlink(members: Members) -> str:
    """Numbers spread along lines; cells may stay empty."""
    ends = [f'end({r},{c},"{word}").' for r, c, word in _grid(members) if word != "-"]
    return BESIDE + NUMBERLINK + _cells(members) + "\n".join(ends)


PROGRAMS: dict[str, Callable[[Members], str]] = {
    "slitherlink": slitherlink,
    "masyu": masyu,
    "yajilin": yajilin,
    "heyawake": heyawake,
    "hitori": hitori,
    "hashi": hashi,
    "nurikabe": nurikabe,
    "fillomino": fillomino,
    "numberlink": numberlink,
    "simpleloop": simpleloop,
}


def verdict(members: Members, limit: float) -> str:
    """Whether a puzzle has one solution, several or none."""
    return _verdict(_control(PROGRAMS[members["kind"]](members)), [], limit)
