"""Ray: a cluster that is running, or one that is started for a run and stopped after it."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import ray

from boardgame_envs.learning.run.config import ConfigError

OBJECT_STORE = 200 * 2**20  # bytes; a batch of games takes a few megabytes


@contextmanager
def connected(address: str, workers: int) -> Iterator[None]:
    """Be connected to a cluster, or to a Ray that is started for this run and stopped after it."""
    if ray.is_initialized():
        yield
        return
    try:
        start_ray(address, workers)
        check_cpus(workers)
        yield
    finally:
        ray.shutdown()


def start_ray(address: str, workers: int) -> None:
    """Connect to a cluster, or start a Ray that only this machine can reach."""
    # nothing about the run is reported to anyone
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    logging.getLogger("ray").setLevel(logging.ERROR)
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    if not address:
        ray.init(
            address="local",
            num_cpus=workers,
            include_dashboard=False,
            object_store_memory=OBJECT_STORE,
            _node_ip_address="127.0.0.1",
            **quiet,
        )
        return
    try:
        knock(address)
        ray.init(address=address, **quiet)
    except (OSError, ValueError, RuntimeError) as error:
        reason = str(error).split("\n")[0]
        raise ConfigError(f"no Ray cluster can be reached at {address} ({reason})") from None


def knock(address: str) -> None:
    """Raise OSError at once where nobody listens; Ray would try for minutes."""
    host, colon, port = address.rpartition(":")
    if colon and "/" not in host and port.isdigit():
        socket.create_connection((host, int(port)), timeout=10).close()


def check_cpus(workers: int) -> None:
    """Refuse more workers than there are CPUs: they would be waited for without end."""
    cpus = int(ray.cluster_resources().get("CPU", 0))
    if workers > cpus:
        raise ConfigError(
            f"the cluster has {cpus} CPUs, too few for {workers} workers: --set workers={cpus}"
        )
