"""Work that fails is begun anew, later each time; how it is doing can be asked."""

from __future__ import annotations

import threading

from graphmem.serve.supervise import LONGEST_SECONDS, SOUND_SECONDS, Work


class Stopping:
    """Says for how long a work wants to wait, and does not."""

    def __init__(self, rounds):
        self.rounds, self.waits, self.set = rounds, [], False

    def is_set(self):
        return len(self.waits) >= self.rounds

    def wait(self, seconds):
        self.waits.append(seconds)


def failing():
    raise OSError("the disk is gone")


def test_it_is_begun_anew_later_each_time_but_not_later_than_so():
    stopping = Stopping(12)
    work = Work("watcher", failing, stopping, clock=lambda: 0.0)
    work.start()
    work.join()
    assert stopping.waits[:4] == [1, 2, 4, 8]
    assert stopping.waits[-1] == LONGEST_SECONDS
    assert (work.report().restarts, work.report().problem) == (12, "OSError: the disk is gone")


def test_who_ran_long_before_failing_is_begun_anew_soon():
    now = [0.0]

    def run():
        now[0] += SOUND_SECONDS
        failing()

    stopping = Stopping(3)
    work = Work("watcher", run, stopping, clock=lambda: now[0])
    work.start()
    work.join()
    assert stopping.waits == [1, 1, 1]


def test_how_it_is_doing_is_told_at_every_time():
    stopping, failed, go, runs = threading.Event(), threading.Event(), threading.Event(), []

    def run():
        runs.append(1)
        if len(runs) == 1:
            failing()
        failed.set()
        go.wait(10)

    work = Work("watcher", run, stopping, first=0.01)
    assert work.report().doing == "waiting to start"
    work.join()  # it was never begun
    work.start()
    assert failed.wait(10)
    assert (work.report().doing, work.report().restarts) == ("running", 1)
    assert work.report().problem  # why it failed the last time can still be read
    go.set()
    work.join()
    assert work.report().doing == "done"


def test_it_does_not_wait_out_its_time_when_it_is_told_to_stop():
    stopping = threading.Event()
    failed = threading.Event()

    def run():
        failed.set()
        failing()

    work = Work("watcher", run, stopping, first=600)
    work.start()
    assert failed.wait(10)
    stopping.set()
    work.join()
    assert work.report().doing == "done"
