"""Numbers about the server for Prometheus: how many, how much, never who or which table."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from prometheus_client.metrics_core import Metric

    from lodge.server.tables.hub import Hub

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


def may_read(address: str | None, *, everybody: bool) -> bool:
    """Whether somebody at an address is shown them: this machine, unless a setting lets everybody."""
    with suppress(ValueError):
        return everybody or ipaddress.ip_address(address or "").is_loopback
    return False


def metrics(hub: Hub) -> bytes:
    """All of them, in Prometheus's text format."""
    from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest  # only whoever asks needs it
    from prometheus_client.registry import Collector

    class Numbers(Collector):
        def collect(self) -> Iterator[Metric]:
            yield from _numbers(hub)

    registry = CollectorRegistry()
    registry.register(Numbers())
    ProcessCollector(registry=registry)
    return generate_latest(registry)


def _numbers(hub: Hub) -> Iterator[Metric]:
    from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily

    rooms = list(hub.rooms.values())
    tables = GaugeMetricFamily("lodge_tables", "Tables in memory.", labels=["status"])
    for status in ("lobby", "playing", "over", "old"):
        tables.add_metric([status], sum(room.table.status == status for room in rooms))
    yield tables
    yield GaugeMetricFamily("lodge_clients", "Clients at tables.", sum(len(room.clients) for room in rooms))
    waiting = GaugeMetricFamily("lodge_work_waiting", "Work that waits or is done.", labels=["kind"])
    waiting.add_metric(["bots"], hub.workers.bots.waiting)
    waiting.add_metric(["hints"], hub.workers.hints.waiting)
    waiting.add_metric(["checks"], hub.workers.checks.waiting)
    yield waiting
    yield CounterMetricFamily("lodge_events_written", "Events at tables that are safe on disk.", hub.events_written)
    answers = GaugeMetricFamily("lodge_database_up", "Whether the database can be used.", labels=["for"])
    for name, health in (("reading", hub.store.read), ("writing", hub.store.written)):
        answers.add_metric([name], health.since is None)
    yield answers
