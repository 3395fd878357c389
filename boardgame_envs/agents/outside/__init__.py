"""Agents that come from outside: functions, objects, models of libraries, programs, servers."""
