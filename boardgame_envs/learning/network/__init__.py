"""The network that our algorithms train, in torch alone."""
