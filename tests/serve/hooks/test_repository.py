"""The repository of a folder is read as git wrote it, by git itself where it is there."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from graphmem.serve.hooks.repository import NONE, repository_of


@pytest.fixture
def checkout(tmp_path):
    if shutil.which("git") is None:
        pytest.skip("git is not installed")

    def git(*words, cwd):
        names = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
        subprocess.run(["git", *names, *words], cwd=cwd, check=True, capture_output=True)

    root = tmp_path / "lighthouse"
    root.mkdir()
    git("init", "-b", "main", cwd=root)
    git("commit", "--allow-empty", "-m", "x", cwd=root)
    git("worktree", "add", "-b", "fix/lamp", str(tmp_path / "elsewhere"), cwd=root)
    (root / "deep" / "er").mkdir(parents=True)
    return root


def test_root_and_branch_are_found_from_below(checkout):
    assert repository_of(str(checkout / "deep" / "er")) == (str(checkout), "main")


def test_a_further_checkout_belongs_to_the_first_one(checkout):
    assert repository_of(str(checkout.parent / "elsewhere")) == (str(checkout), "fix/lamp")


def test_a_commit_that_is_checked_out_by_itself_is_no_branch(checkout):
    subprocess.run(["git", "checkout", "--detach"], cwd=checkout, check=True, capture_output=True)
    assert repository_of(str(checkout)).branch == ""


def test_no_repository_and_one_that_is_damaged(tmp_path):
    assert repository_of(str(tmp_path / "gone")) == NONE
    (tmp_path / ".git").write_text("gitdir: /nowhere/at/all", encoding="utf-8")
    assert repository_of(str(tmp_path)) == (str(tmp_path), "")
