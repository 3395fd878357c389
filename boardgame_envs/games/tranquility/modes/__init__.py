"""The other modes: high arch, pyramid, day and night, and the duel [33-46]."""
