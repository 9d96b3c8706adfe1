"""Colours as people see them: CIE L*a*b* under D65, and how far apart two look (CIEDE2000)."""

from __future__ import annotations

from typing import Any

import numpy as np

XYZ = np.array([[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]])
"""From linear sRGB, under D65."""
D65 = np.array([0.95047, 1.0, 1.08883])


def linear(values: Any) -> Any:
    """sRGB from 0 to 255 as linear light from 0 to 1 (IEC 61966-2-1)."""
    part = np.asarray(values, np.float64) / 255
    return np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)


def lab(rgb: Any) -> Any:
    """Linear sRGB (... x 3) as CIE L*, a*, b*."""
    part = np.maximum(np.asarray(rgb, np.float64), 0) @ XYZ.T / D65
    root = np.where(part > (6 / 29) ** 3, np.cbrt(part), part / 3 * (29 / 6) ** 2 + 4 / 29)
    x, y, z = root[..., 0], root[..., 1], root[..., 2]
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=-1)


def ciede2000(one: Any, other: Any) -> Any:
    """The difference of colours in L*, a*, b* (... x 3 each, spread over each other).

    Sharma, Wu and Dalal, The CIEDE2000 Color-Difference Formula: Implementation Notes, 2005.
    """
    l1, a1, b1 = np.moveaxis(np.asarray(one, np.float64), -1, 0)
    l2, a2, b2 = np.moveaxis(np.asarray(other, np.float64), -1, 0)
    c = (np.hypot(a1, b1) + np.hypot(a2, b2)) / 2
    g = 0.5 * (1 - np.sqrt(c**7 / (c**7 + 25.0**7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = np.hypot(a1, b1), np.hypot(a2, b2)
    h1, h2 = np.degrees(np.arctan2(b1, a1)) % 360, np.degrees(np.arctan2(b2, a2)) % 360
    grey = c1 * c2 == 0
    dh = np.where(grey, 0.0, (h2 - h1 + 180) % 360 - 180)
    near = np.abs(h1 - h2) <= 180
    mean = np.where(grey, h1 + h2, np.where(near, (h1 + h2) / 2, (h1 + h2 + np.where(h1 + h2 < 360, 360, -360)) / 2))
    chroma, light = (c1 + c2) / 2, (l1 + l2) / 2
    t = (
        1
        - 0.17 * np.cos(np.radians(mean - 30))
        + 0.24 * np.cos(np.radians(2 * mean))
        + 0.32 * np.cos(np.radians(3 * mean + 6))
        - 0.20 * np.cos(np.radians(4 * mean - 63))
    )
    sl = 1 + 0.015 * (light - 50) ** 2 / np.sqrt(20 + (light - 50) ** 2)
    sc, sh = 1 + 0.045 * chroma, 1 + 0.015 * chroma * t
    turn = np.radians(60 * np.exp(-(((mean - 275) / 25) ** 2)))
    rotation = -np.sin(turn) * 2 * np.sqrt(chroma**7 / (chroma**7 + 25.0**7))
    lightness, colour, hue = (l2 - l1) / sl, (c2 - c1) / sc, 2 * np.sqrt(c1 * c2) * np.sin(np.radians(dh) / 2) / sh
    return np.sqrt(np.maximum(lightness**2 + colour**2 + hue**2 + rotation * colour * hue, 0))
