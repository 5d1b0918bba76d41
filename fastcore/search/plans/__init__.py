"""The engines for secret choices, which search over plans: `equilibrium` and `duct`."""
