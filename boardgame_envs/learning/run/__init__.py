"""What any training run needs, whatever its algorithm."""
