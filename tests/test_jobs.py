"""Long work: in order, continued, killed at any moment; here, in processes, on a cluster."""

from __future__ import annotations

import os
import signal
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import msgspec
import psutil
import pytest
from conftest import so_many, start
from fuzz import kills
from helpers import DASK
from processes import POSIX, cluster, lines_of, wait_until

from uniclue.files.lock import BusyError, locked
from uniclue.jobs.engine import carry_out
from uniclue.jobs.executors import ClusterError, Dask, Executor, Here, Processes
from uniclue.jobs.journal import Journal
from uniclue.jobs.pool import START_FAILURES, Lost, WorkersError, ctrl_c_later


@dataclass(frozen=True)
class Task:
    number: int


class Square(msgspec.Struct, frozen=True):
    number: int
    square: int

    @property
    def text(self) -> bytes:
        return msgspec.json.encode(self) + b"\n"


class Kept(Square, frozen=True, weakref=True):
    """A result of which one can see whether anything still holds it."""


def never(task: Task, lost: Lost) -> Kept:
    raise AssertionError(lost.reason)


def squared(task: Task) -> Square:
    return Square(task.number, task.number**2)


def squared_slowly(task: Task) -> Square:
    time.sleep(0.01)
    return squared(task)


def deadly(task: Task) -> Square:
    if task.number == 3:
        os._exit(1)
    return squared(task)


def unanswered(task: Task, lost: Lost) -> Square:
    return Square(task.number, -1)


def read(line: bytes) -> tuple[int, Square] | None:
    found = msgspec.json.decode(line, type=Square)
    return None if found.square < 0 else (found.number, found)


def carried_out(
    out: Path,
    executor: Executor,
    numbers: range = range(20),
    work: Callable[[Task], Square] = squared,
) -> list[Square]:
    results: list[Square] = []

    def goes_on(task: Task, result: Square) -> bool:
        results.append(result)
        return True

    journal = Journal(out, read)
    carry_out(map(Task, numbers), work, unanswered, executor, journal, goes_on)
    return results


def squares(numbers: range = range(20)) -> list[bytes]:
    return [squared(Task(n)).text for n in numbers]


# -- journals --------------------------------------------------------------------------------------


@pytest.mark.parametrize("content", [b"a letter", b"a letter\n", b'{"number":1}', b'{"x":1}\n{"n'])
def test_a_file_of_something_else_stays_as_it_is(tmp_path: Path, content: bytes) -> None:
    out = tmp_path / "out"
    out.write_bytes(content)
    with pytest.raises(msgspec.DecodeError):
        Journal(out, read)
    assert out.read_bytes() == content


@pytest.mark.slow
def test_what_is_there_is_put_in_its_place_and_the_rest_is_done(tmp_path: Path) -> None:
    """Gaps, lines out of turn, lines to be done again, torn lines, in both files."""
    out, ahead = tmp_path / "out", tmp_path / "out.ahead"
    lines = squares()
    again = Square(2, -1).text
    for content, before in (
        ([*lines], []),
        ([*lines[:5], lines[5][:7]], []),
        ([*lines[:2], again, *lines[3:9]], []),
        ([*lines[4:9], *lines[:2]], [lines[12], lines[3], lines[10][:-1]]),
        ([lines[0][:3]], [*lines[5:], lines[1], lines[0][:1]]),
    ):
        for executor in (Here(), Processes(2)) if before or content == lines else (Here(),):
            out.write_bytes(b"".join(content))
            ahead.write_bytes(b"".join(before))
            assert sorted(r.number for r in carried_out(out, executor)) == list(range(20))
            assert out.read_bytes() == b"".join(lines)
            assert not ahead.exists()


def test_a_result_out_of_turn_is_at_once_in_a_file(tmp_path: Path) -> None:
    out, ahead = tmp_path / "out", tmp_path / "out.ahead"
    journal = Journal(out, read)
    for number in range(4):
        journal.earlier(number)
    for number in (2, 1, 3):
        journal.put(number, squared(Task(number)))
    assert out.read_bytes() == b""
    assert ahead.read_bytes() == b"".join(squares()[n] for n in (2, 1, 3))
    journal.close()
    assert out.read_bytes() == b"".join(squares(range(1, 4)))
    assert not ahead.exists()


@pytest.mark.parametrize("again", [False, True])
def test_no_result_is_held_once_it_is_written(again: bool, tmp_path: Path) -> None:
    """Also where all tasks are done in a batch, and none reaches the executor."""
    out = tmp_path / "out"
    if again:
        carried_out(out, Here(), range(400))
    live: list[weakref.ref[Kept]] = []
    most = 0

    def kept(task: Task) -> Kept:
        live.append(weakref.ref(found := Kept(task.number, task.number**2)))
        return found

    def read_again(line: bytes) -> tuple[int, Kept] | None:
        return (found := kept(Task(msgspec.json.decode(line)["number"]))).number, found

    def together(tasks: Iterator[Task]) -> Iterator[Task | tuple[Task, Kept]]:
        return ((task, kept(task)) for task in tasks)

    def goes_on(task: Task, result: Kept) -> bool:
        nonlocal most
        most = max(most, sum(ref() is not None for ref in live))
        return True

    tasks, lost = map(Task, range(400)), never
    carry_out(tasks, kept, lost, Here(), Journal(out, read_again), goes_on, together=together)
    assert len(live) == (800 if again else 400)  # an earlier line is read twice
    assert most <= 3
    assert out.read_bytes() == b"".join(squares(range(400)))


def test_one_writer_at_a_time(tmp_path: Path) -> None:
    out = tmp_path / "out"
    journal = Journal(out, read)
    with pytest.raises(BusyError, match="another run is writing to it"):
        Journal(out, read)
    journal.close()
    Journal(out, read).close()
    with locked(out), pytest.raises(BusyError, match="another run"), locked(out):
        pass


# -- executors -------------------------------------------------------------------------------------


def test_a_task_that_ends_its_worker_costs_itself_alone(tmp_path: Path) -> None:
    done = carried_out(tmp_path / "out", Processes(2), work=deadly)
    assert sorted(r.square for r in done) == [-1, 0, 1, 4, *[n * n for n in range(4, 20)]]
    assert carried_out(tmp_path / "out", Here())[3] == squared(Task(3))
    assert (tmp_path / "out").read_bytes() == b"".join(squares())


def fail(path: Path) -> None:
    with path.open("a") as file:
        file.write("started\n")
    raise OSError("no such library")


@pytest.mark.slow
def test_workers_that_cannot_start_end_the_work(tmp_path: Path) -> None:
    started = tmp_path / "started"
    tasks = map(Task, range(2500))
    with pytest.raises(WorkersError, match=r"no worker can be started: .* \(exit code 1\)"):
        list(Processes(2, initializer=fail, initargs=(started,)).run(squared, tasks))
    assert START_FAILURES <= lines_of(started) <= START_FAILURES + 1
    assert len(list(tasks)) > 2400


@DASK
@pytest.mark.slow
def test_a_cluster_does_chunks_and_what_ends_its_workers_is_lost_alone(tmp_path: Path) -> None:
    numbers = range(500)
    with cluster(2, failures=0) as (address, _):
        seen: list[int] = []

        def tasks() -> Iterator[Task]:
            for number in numbers:
                seen.append(number)
                yield Task(number)

        done = Dask(address).run(squared_slowly, tasks())
        next(done)
        assert len(seen) < 100  # drawn only as they are needed
        assert len(list(done)) == 499
        out = tmp_path / "out"
        found = carried_out(out, Dask(address), numbers, deadly)
        assert sorted(r.number for r in found) == list(numbers)
        assert [r.number for r in found if r.square < 0] == [3]


@DASK
@pytest.mark.slow
def test_results_that_came_from_a_cluster_outlive_its_scheduler(tmp_path: Path) -> None:
    out, numbers = tmp_path / "out", range(1000)
    with cluster(1) as (address, (scheduler, _)):
        results: list[Square] = []

        def goes_on(task: Task, result: Square) -> bool:
            results.append(result)
            if len(results) == 40:
                scheduler.kill()
            return True

        tasks, journal = map(Task, numbers), Journal(out, read)
        with pytest.raises(ClusterError):
            carry_out(tasks, squared_slowly, unanswered, Dask(address), journal, goes_on)
    assert {r.text for r in results} <= set(out.read_bytes().splitlines(keepends=True))
    carried_out(out, Here(), numbers)
    assert out.read_bytes() == b"".join(squares(numbers))


@DASK
@pytest.mark.slow
def test_a_worker_that_does_not_suit_is_one_line() -> None:
    workers = Processes(initializer=fail, initargs=(Path(os.devnull),))
    with cluster(1) as (address, _), pytest.raises(ClusterError) as told:
        list(Dask(address, workers).run(squared, iter([Task(1)])))
    assert str(told.value) == "a worker is not fit for the work: OSError: no such library"


# -- kills -----------------------------------------------------------------------------------------


def test_ctrl_c_waits_for_a_worker_that_starts() -> None:
    done = []

    def start() -> None:
        with ctrl_c_later():
            signal.raise_signal(signal.SIGINT)
            done.append("started")

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            start()
        assert done == ["started"]
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)


@POSIX
@pytest.mark.slow
def test_ctrl_c_that_reaches_a_worker_that_starts_is_not_told(tmp_path: Path) -> None:
    (many := tmp_path / "many.jsonl").write_text((kills.nonogram(1, 12) + "\n") * 3)
    process = start("unique", many, "--solver", "cadical195", "--jobs", "2")

    def workers() -> list[psutil.Process]:
        children = psutil.Process(process.pid).children()
        return [one for one in children if "spawn_main" in " ".join(one.cmdline())]

    wait_until(lambda: bool(workers()), process, every=0.001)
    for _ in range(30):  # while Python starts, and modules are imported
        with suppress(psutil.NoSuchProcess):
            for worker in workers():
                worker.send_signal(signal.SIGINT)
        time.sleep(0.005)
    _, stderr = process.communicate()
    assert (process.returncode, stderr) == (0, b"")


@POSIX
@pytest.mark.slow
def test_a_kill_at_any_moment_loses_nothing_and_of_two_writers_one_is_refused() -> None:
    number = so_many(6)  # more by ``python -m tests.fuzz --only kills``
    figures = kills.trials(number=number, seed=1)
    assert (figures["failures"], figures["tried"]) == ([], number)
