"""Tests of workbench/bot_process."""
