"""Drawings of the buttons that step through a game, as SVG around (0, 0)."""

from __future__ import annotations

LINE = 'fill="none" stroke="{quiet}" stroke-width="13" stroke-linecap="round" stroke-linejoin="round"'
STEPS = {
    "start": f'<path d="M34,-34L-6,0L34,34M-34,-34V34" {LINE}/>',
    "back": f'<path d="M18,-34L-22,0L18,34" {LINE}/>',
    "forward": f'<path d="M-18,-34L22,0L-18,34" {LINE}/>',
    "end": f'<path d="M-34,-34L6,0L-34,34M34,-34V34" {LINE}/>',
}
