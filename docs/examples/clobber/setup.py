"""Compile the game."""

from setuptools import setup

from fastcore.compiling import game_extensions

setup(ext_modules=game_extensions("herbarium_clobber"))
