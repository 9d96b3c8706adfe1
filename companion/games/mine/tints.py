"""How far apart two colours look: CIEDE2000 (Sharma, Wu and Dalal 2005), from sRGB under D65."""

from __future__ import annotations

from math import atan2, cos, degrees, exp, hypot, radians, sin

WHITE = (0.95047, 1.0, 1.08883)


def lab(srgb: str) -> tuple[float, float, float]:
    """`#RRGGBB` as CIE L*, a*, b*."""
    red, green, blue = (_linear(int(srgb[at : at + 2], 16) / 255) for at in (1, 3, 5))
    xyz = (
        0.4124564 * red + 0.3575761 * green + 0.1804375 * blue,
        0.2126729 * red + 0.7151522 * green + 0.0721750 * blue,
        0.0193339 * red + 0.1191920 * green + 0.9503041 * blue,
    )
    x, y, z = (_root(value / white) for value, white in zip(xyz, WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _root(value: float) -> float:
    return value ** (1 / 3) if value > (6 / 29) ** 3 else value / 3 * (29 / 6) ** 2 + 4 / 29


def srgb(lab: tuple[float, float, float]) -> tuple[int, int, int]:
    """L*, a*, b* as red, green and blue, 0 to 255; what no screen shows is cut off."""
    y = (lab[0] + 16) / 116
    parts = (y + lab[1] / 500, y, y - lab[2] / 200)
    x, y, z = (_cube(part) * white for part, white in zip(parts, WHITE, strict=True))
    red = 3.2404542 * x - 1.5371385 * y - 0.4985314 * z
    green = -0.9692660 * x + 1.8760108 * y + 0.0415560 * z
    blue = 0.0556434 * x - 0.2040259 * y + 1.0572252 * z
    return _eight_bits(red), _eight_bits(green), _eight_bits(blue)


def _cube(value: float) -> float:
    return value**3 if value > 6 / 29 else 3 * (6 / 29) ** 2 * (value - 4 / 29)


def _eight_bits(value: float) -> int:
    value = min(max(value, 0.0), 1.0)
    return round(255 * (12.92 * value if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055))


def distance(one: tuple[float, float, float], other: tuple[float, float, float]) -> float:
    """CIEDE2000 of two colours in L*, a*, b*."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    chroma = (hypot(a1, b1) + hypot(a2, b2)) / 2
    g = 0.5 * (1 - (chroma**7 / (chroma**7 + 25**7)) ** 0.5)
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = hypot(a1, b1), hypot(a2, b2)
    h1, h2 = degrees(atan2(b1, a1)) % 360, degrees(atan2(b2, a2)) % 360
    dh = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    if c1 * c2 == 0:
        mean = h1 + h2
    elif abs(h1 - h2) <= 180:
        mean = (h1 + h2) / 2
    else:
        mean = (h1 + h2 + (360 if h1 + h2 < 360 else -360)) / 2
    c, lightness = (c1 + c2) / 2, (l1 + l2) / 2
    t = (
        1
        - 0.17 * cos(radians(mean - 30))
        + 0.24 * cos(radians(2 * mean))
        + 0.32 * cos(radians(3 * mean + 6))
        - 0.20 * cos(radians(4 * mean - 63))
    )
    sl = 1 + 0.015 * (lightness - 50) ** 2 / (20 + (lightness - 50) ** 2) ** 0.5
    sc, sh = 1 + 0.045 * c, 1 + 0.015 * c * t
    turn = radians(60 * exp(-(((mean - 275) / 25) ** 2)))
    rotation = -sin(turn) * 2 * (c**7 / (c**7 + 25**7)) ** 0.5
    light, colour, hue = (l2 - l1) / sl, (c2 - c1) / sc, 2 * (c1 * c2) ** 0.5 * sin(radians(dh) / 2) / sh
    return float((light**2 + colour**2 + hue**2 + rotation * colour * hue) ** 0.5)
