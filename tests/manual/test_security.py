"""What the page on security promises of files that are shipped."""

from __future__ import annotations

import re

import record


def test_the_readme_leads_to_it() -> None:
    entries = re.findall(r"^\d+\. \[.*", (record.ROOT / "README.md").read_text("utf-8"), re.MULTILINE)
    assert any("(SECURITY.md)" in entry for entry in entries)


def test_the_scheduler_of_the_compose_file_is_for_this_machine() -> None:
    text = (record.ROOT / "cluster" / "compose.yaml").read_text("utf-8")
    ports = re.findall(r"ports: \[(.*?)\]", text)
    assert ports
    assert all(each.strip().startswith('"127.0.0.1:') for port in ports for each in port.split(","))


def test_the_manual_says_whom_a_cluster_must_trust() -> None:
    text = (record.ROOT / "docs" / "tables.md").read_text("utf-8")
    assert "can run programs on all its machines" in " ".join(text.split())
