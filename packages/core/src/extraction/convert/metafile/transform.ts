export interface Point {
  readonly x: number;
  readonly y: number;
}

/** a, b, c, d, x, y: `x' = a·x + c·y + x`, `y' = b·x + d·y + y`. */
type Matrix = readonly number[];

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** Map modes in which the window and the viewport count. */
const ISOTROPIC = 7;
const ANISOTROPIC = 8;

interface Mapping {
  readonly windowOrigin: Point;
  readonly windowExtent: Point;
  readonly viewportOrigin: Point;
  readonly viewportExtent: Point;
}

const UNIT: Mapping = {
  windowOrigin: { x: 0, y: 0 },
  windowExtent: { x: 1, y: 1 },
  viewportOrigin: { x: 0, y: 0 },
  viewportExtent: { x: 1, y: 1 },
};

/** How the coordinates of a metafile's records become those of its device. */
export class Transform {
  readonly #mapping: Mapping;
  readonly #world: Matrix;
  readonly #mode: number;

  constructor(mapping = UNIT, world = IDENTITY, mode = 1) {
    this.#mapping = mapping;
    this.#world = world;
    this.#mode = mode;
  }

  with(mapping: Partial<Mapping>): Transform {
    return new Transform({ ...this.#mapping, ...mapping }, this.#world, this.#mode);
  }

  inMode(mode: number): Transform {
    return new Transform(this.#mapping, this.#world, mode);
  }

  inWorld(matrix: Matrix, change: "identity" | "before" | "after" | "set"): Transform {
    const world = {
      identity: () => IDENTITY,
      before: () => product(matrix, this.#world),
      after: () => product(this.#world, matrix),
      set: () => matrix,
    }[change]();
    return new Transform(this.#mapping, world, this.#mode);
  }

  apply({ x, y }: Point): Point {
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = this.#world;
    const { windowOrigin, viewportOrigin } = this.#mapping;
    const { x: scaleX, y: scaleY } = this.#mapScale();
    return {
      x: (a * x + c * y + e - windowOrigin.x) * scaleX + viewportOrigin.x,
      y: (b * x + d * y + f - windowOrigin.y) * scaleY + viewportOrigin.y,
    };
  }

  /** How much larger lengths become. */
  scale(): Point {
    const [a = 1, b = 0, c = 0, d = 1] = this.#world;
    const { x, y } = this.#mapScale();
    return { x: Math.abs(x) * Math.hypot(a, b), y: Math.abs(y) * Math.hypot(c, d) };
  }

  #mapScale(): Point {
    if (this.#mode !== ISOTROPIC && this.#mode !== ANISOTROPIC) return { x: 1, y: 1 };
    const { windowExtent, viewportExtent } = this.#mapping;
    return { x: viewportExtent.x / (windowExtent.x || 1), y: viewportExtent.y / (windowExtent.y || 1) };
  }
}

function product([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: Matrix, second: Matrix): Matrix {
  const [k = 1, l = 0, m = 0, n = 1, o = 0, p = 0] = second;
  return [a * k + b * m, a * l + b * n, c * k + d * m, c * l + d * n, e * k + f * m + o, e * l + f * n + p];
}
