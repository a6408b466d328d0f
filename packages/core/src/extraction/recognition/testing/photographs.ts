import type { GreyImage } from "../../raster/image/grey-image.ts";
import { blurred } from "../../raster/clean-up/gaussian-blur.ts";
import { grainy } from "../../raster/testing/degrade.ts";
import { normalFrom, randomFrom } from "../../raster/testing/random.ts";

/** A simulated photograph or printed pattern without letters. */
export interface Photograph {
  readonly kind: keyof typeof SHADES;
  readonly image: GreyImage;
}

const WIDTH = 480;
const HEIGHT = 360;

/** Returns photographs and textures, cycling through the kinds; deterministic. */
export function photographs(count: number): readonly Photograph[] {
  const kinds = Object.keys(SHADES).filter(isKind);
  return Array.from({ length: count }, (_, seed) => {
    const kind = kinds[seed % kinds.length] ?? "noise";
    const random = randomFrom(seed);
    const data = new Uint8Array(WIDTH * HEIGHT);
    const shadeAt = SHADES[kind](random);
    for (let y = 0, at = 0; y < HEIGHT; y++) {
      for (let x = 0; x < WIDTH; x++, at++) data[at] = Math.min(255, Math.max(0, shadeAt(x, y)));
    }
    const image = { width: WIDTH, height: HEIGHT, data, dpi: 100 + 60 * random() };
    const soft = blurred(image, BLUR[kind] * (0.5 + random()));
    return { kind, image: grainy(soft, 1 + 5 * random(), seed) };
  });
}

type ShadeAt = (x: number, y: number) => number;
type Random = () => number;

const SHADES = {
  noise: (random: Random): ShadeAt => {
    const deviation = 20 + 60 * random();
    return () => 128 + deviation * normalFrom(random);
  },
  softNoise: (random: Random): ShadeAt => {
    const deviation = 100 + 500 * random();
    return () => 128 + deviation * normalFrom(random);
  },
  gradient: (random: Random): ShadeAt => {
    const [across, down, wave] = [random(), random(), 40 + 100 * random()];
    return (x, y) => 60 + 180 * ((across * x) / WIDTH + (down * y) / HEIGHT) + 20 * Math.sin(x / wave);
  },
  foliage: (random: Random): ShadeAt => {
    const leaves = Array.from({ length: 900 }, () => leaf(random, 3 + 12 * random()));
    return layered(leaves, 40);
  },
  brick: (random: Random): ShadeAt => {
    const [width, height] = [20 + 40 * random(), 8 + 16 * random()];
    const joint = 1 + 2 * random();
    const tones = Array.from({ length: 4096 }, () => 90 + 60 * random());
    return (x, y) => {
      const row = Math.floor(y / height);
      const shifted = x + (row % 2) * (width / 2);
      const isJoint = shifted % width < joint || y % height < joint;
      return isJoint ? 200 : (tones[(row * 64 + Math.floor(shifted / width)) % 4096] ?? 0);
    };
  },
  face: (random: Random): ShadeAt => {
    const shapes = Array.from({ length: 14 }, () => leaf(random, 15 + 90 * random()));
    return layered(shapes, 150);
  },
  halftone: (random: Random): ShadeAt => {
    const pitch = 4 + 5 * random();
    const [wave, angle] = [60 + 100 * random(), random()];
    return (x, y) => {
      const tone = 0.5 + 0.45 * Math.sin(x / wave) * Math.cos(y / wave);
      const [u, v] = [x * Math.cos(angle) + y * Math.sin(angle), y * Math.cos(angle) - x * Math.sin(angle)];
      const dot = (Math.cos((2 * Math.PI * u) / pitch) * Math.cos((2 * Math.PI * v) / pitch) + 1) / 2;
      return dot < tone ? 230 : 40;
    };
  },
  clouds: (random: Random): ShadeAt => {
    const waves = Array.from({ length: 24 }, (_, i) => ({
      x: ((random() - 0.5) * (i + 1)) / 40,
      y: ((random() - 0.5) * (i + 1)) / 40,
      phase: 6.28 * random(),
      strength: 60 / (i + 2),
    }));
    return (x, y) => waves.reduce((sum, w) => sum + w.strength * Math.sin(w.x * x + w.y * y + w.phase), 140);
  },
  weave: (random: Random): ShadeAt => {
    const [across, down] = [3 + 6 * random(), 3 + 6 * random()];
    return (x, y) =>
      130 + 60 * Math.sin((2 * Math.PI * x) / across) * (Math.floor(y / down) % 2 === 0 ? 1 : -1);
  },
  crowd: (random: Random): ShadeAt => {
    const heads = Array.from({ length: 160 }, (_, i) => ({
      ...leaf(random, 7 + 5 * random()),
      y: 20 + 24 * Math.floor(i / 12) + 4 * random(),
    }));
    return layered(heads, 120);
  },
} as const;

/** Blur radius in pixels, to simulate unsharp lenses. */
const BLUR: Record<keyof typeof SHADES, number> = {
  noise: 0,
  softNoise: 2.5,
  gradient: 0,
  foliage: 0.8,
  brick: 0.8,
  face: 2,
  halftone: 0.5,
  clouds: 0,
  weave: 0.5,
  crowd: 0.8,
};

function isKind(name: string): name is keyof typeof SHADES {
  return name in SHADES;
}

interface Leaf {
  readonly x: number;
  readonly y: number;
  readonly cos: number;
  readonly sin: number;
  readonly length: number;
  readonly breadth: number;
  readonly shade: number;
}

function leaf(random: Random, length: number): Leaf {
  const angle = 6.28 * random();
  return {
    x: WIDTH * random(),
    y: HEIGHT * random(),
    cos: Math.cos(angle),
    sin: Math.sin(angle),
    length,
    breadth: length * (0.3 + 0.6 * random()),
    shade: 30 + 200 * random(),
  };
}

/** Overlapping ellipses, each slightly darker towards its edge. */
function layered(shapes: readonly Leaf[], ground: number): ShadeAt {
  const shades = new Float32Array(WIDTH * HEIGHT).fill(ground);
  for (const shape of shapes) drawInto(shades, shape);
  return (x, y) => shades[y * WIDTH + x] ?? 0;
}

function drawInto(shades: Float32Array, { x, y, cos, sin, length, breadth, shade }: Leaf): void {
  const [left, right] = [Math.max(0, Math.floor(x - length)), Math.min(WIDTH, x + length)];
  for (let row = Math.max(0, Math.floor(y - length)); row < Math.min(HEIGHT, y + length); row++) {
    for (let column = left; column < right; column++) {
      const along = ((column - x) * cos + (row - y) * sin) / length;
      const across = ((row - y) * cos - (column - x) * sin) / breadth;
      const distance = along * along + across * across;
      if (distance < 1) shades[row * WIDTH + column] = shade * (1 - 0.3 * distance);
    }
  }
}
