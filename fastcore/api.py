"""The version of the compiled contract between games and this core, as in `api.pxd`."""

API = 1
