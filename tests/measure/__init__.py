"""Programs that measure speed, strength and other figures for docs/benchmarks.md."""
