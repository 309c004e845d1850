"""One queue-driven propagator on rows ``lower <= a.x <= upper``.

A row keeps what it can still lose: ``reach`` (greatest sum - lower) and ``spare`` (upper - least
sum). Setting a variable takes |coef| off one of the two, so a row is looked at only when one of its
variables was set: work is linear in the entries touched. A wide front goes through numpy at once, a
narrow one through plain Python: a chain has one literal a round.
"""

from __future__ import annotations

import numpy as np

from uniclue.core.model import Bools, Ints, Rows, running

NARROW = 24
"""A front of fewer literals goes one by one."""


def spans(indptr, which):
    start = indptr[which]
    lengths = indptr[which + 1] - start
    ends = np.cumsum(lengths)
    return np.arange(ends[-1] if len(ends) else 0) + np.repeat(
        start - ends + lengths, lengths
    ), lengths


class Contradiction(Exception): ...


class Propagator:
    """Args: rows; n_vars; held: Shape (2n+1,), literals that are found but not passed on."""

    def __init__(self, rows: Rows, n_vars: int, held: Bools | None = None) -> None:
        self.rows, self.held = rows, held
        self.value = np.zeros(n_vars + 1, np.int8)
        size = np.abs(rows.coef)
        self.size = size
        high, low = rows.sums(np.maximum(rows.coef, 0)), rows.sums(np.minimum(rows.coef, 0))
        self.reach = high.astype(np.int64) - rows.lower
        self.spare = rows.upper.astype(np.int64) - low
        lengths = np.diff(rows.indptr)
        self.biggest = np.zeros(len(rows), np.int32)
        full = lengths > 0
        if full.any():
            self.biggest[full] = np.maximum.reduceat(size, rows.indptr[:-1][full])
        self._starts = None

    def _index(self):
        rows = self.rows
        self.entries = np.argsort(rows.cols, kind="stable").astype(np.int32)
        self._starts = running(np.bincount(rows.cols, minlength=len(self.value)))
        row_of = np.repeat(np.arange(len(rows), dtype=np.int32), np.diff(rows.indptr))
        self.row_at = row_of[self.entries]
        self.coef_at = rows.coef[self.entries]

    def run(self, literals: Ints, most_rounds: int | None = None) -> None:
        """Sets literals and all that follows; raises Contradiction."""
        tight = (self.reach < self.biggest) | (self.spare < self.biggest)
        if ((self.reach < 0) | (self.spare < 0)).any():
            raise Contradiction
        front = np.concatenate(
            [np.asarray(literals, np.int64), self._forced(np.flatnonzero(tight))]
        )
        if self._starts is None:
            self._index()
        while len(front):
            if len(front) < NARROW:
                front = self._narrow(front)
            else:
                front = self._wide(front)

    def _set(self, front):
        var, sign = np.abs(front), np.sign(front).astype(np.int8)
        old = self.value[var]
        new = old == 0
        self.value[var[new]] = sign[new]
        if (self.value[var] != sign).any():
            raise Contradiction
        if not new.any():
            return var[:0], sign[:0]
        var, sign = var[new], sign[new]
        var, once = np.unique(var, return_index=True)
        return var, sign[once]

    def _wide(self, front):
        var, sign = self._set(front)
        where, lengths = spans(self._starts, var)
        row, coef = self.row_at[where], self.coef_at[where]
        kept = np.repeat(sign, lengths) * np.sign(coef) > 0
        size = np.abs(coef)
        m = len(self.rows)
        if len(row) * 4 > m:
            self.spare -= np.bincount(row[kept], size[kept], m).astype(np.int64)
            self.reach -= np.bincount(row[~kept], size[~kept], m).astype(np.int64)
        else:
            np.subtract.at(self.spare, row[kept], size[kept])
            np.subtract.at(self.reach, row[~kept], size[~kept])
        reach, spare, big = self.reach[row], self.spare[row], self.biggest[row]
        if (reach < 0).any() or (spare < 0).any():
            raise Contradiction
        tight = (reach < big) | (spare < big)
        return self._forced(np.unique(row[tight]))

    def _forced(self, row):
        if not len(row):
            return np.zeros(0, np.int64)
        rows = self.rows
        # a row that holds whatever happens forces nothing: sizes are <= reach and spare there
        where, lengths = spans(rows.indptr, row)
        cols = rows.cols[where]
        coef = rows.coef[where]
        size = np.abs(coef)
        open_ = self.value[cols] == 0
        up = open_ & (size > np.repeat(self.reach[row], lengths))
        down = open_ & (size > np.repeat(self.spare[row], lengths))
        signed = cols.astype(np.int64) * np.sign(coef)
        found = np.concatenate([signed[up], -signed[down]])
        if self.held is not None:
            found = found[~self.held[found]]
        return found

    def _narrow(self, front):
        """One by one; gives back a front once it has grown wide."""
        queue = front.tolist()
        value, starts, row_at, coef_at = self.value, self._starts, self.row_at, self.coef_at
        rows, reach, spare, biggest = self.rows, self.reach, self.spare, self.biggest
        indptr = rows.indptr
        i = 0
        while i < len(queue):
            if len(queue) - i >= 4 * NARROW:
                return np.array(queue[i:], np.int64)
            lit = queue[i]
            i += 1
            var = abs(lit)
            sign = 1 if lit > 0 else -1
            old = value[var]
            if old == sign:
                continue
            if old:
                raise Contradiction
            value[var] = sign
            a, b = int(starts[var]), int(starts[var + 1])
            if b - a > 200:
                value[var] = 0
                queue[i - 1], queue[-1] = queue[-1], queue[i - 1]
                return np.array(queue[i - 1 :], np.int64)
            for row, coef in zip(row_at[a:b].tolist(), coef_at[a:b].tolist()):
                if coef * sign > 0:
                    left = int(spare[row]) - abs(coef)
                    spare[row] = left
                    other = int(reach[row])
                else:
                    left = int(reach[row]) - abs(coef)
                    reach[row] = left
                    other = int(spare[row])
                if left < 0:
                    raise Contradiction
                big = int(biggest[row])
                if left >= big and other >= big:
                    continue
                r, s = int(reach[row]), int(spare[row])
                p, q = int(indptr[row]), int(indptr[row + 1])
                if q - p == 2 or q - p < 12:
                    for c, k in zip(rows.cols[p:q].tolist(), rows.coef[p:q].tolist()):
                        if value[c]:
                            continue
                        size = abs(k)
                        if size > r:
                            found = c if k > 0 else -c
                        elif size > s:
                            found = -c if k > 0 else c
                        else:
                            continue
                        if size > r and size > s:
                            raise Contradiction
                        if self.held is None or not self.held[found]:
                            queue.append(found)
                else:
                    queue += self._forced(np.array([row])).tolist()
        return np.zeros(0, np.int64)

    def open_rows(self) -> Rows:
        """What stays open of the rows."""
        rows = self.rows
        dead = (self.reach >= 0) & (self.spare >= 0)
        # kept whatever happens: nothing more can be lost
        value = self.value[rows.cols]
        open_ = value == 0
        left = rows.sums(np.where(open_, self.size, 0))
        stays = (left > self.reach) | (left > self.spare)
        keep = open_ & np.repeat(stays, np.diff(rows.indptr))
        given = rows.sums(rows.coef * (value > 0))
        indptr = running(keep)[rows.indptr]
        sel = stays
        lengths = np.diff(indptr)[sel]
        return Rows(
            running(lengths),
            rows.cols[keep],
            rows.coef[keep],
            (rows.lower - given)[sel],
            (rows.upper - given)[sel],
            rows.group[sel],
            rows.use,
        )
