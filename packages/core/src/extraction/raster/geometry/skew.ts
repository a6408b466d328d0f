import type { InkImage } from "../image/ink-image.ts";

/** Largest skew to search for, in degrees. */
const STEEPEST = 10;

/** Maximum width in pixels at which the page is measured. */
const MEASURED_WIDTH = 1000;

/** More points do not improve the result. */
const MOST_POINTS = 100_000;

/** Fewer points are not enough to determine an angle. */
const FEWEST_POINTS = 200;

/** Search steps in degrees, coarse to fine. */
const FIRST_STEP = 0.5;
const FINER_STEPS = [0.2, 0.1, 0.05] as const;

/** Minimum gain in clarity over no rotation; pictures hardly change with the angle. */
const LEAST_GAIN = 1.25;

/**
 * Returns the skew of the lines of text in degrees, positive if they run down to the right; 0 if it cannot be
 * determined.
 */
export function skewOf(image: InkImage): number {
  const points = inkPoints(image);
  if (points.count < FEWEST_POINTS) return 0;
  const unturned = clarity(points, 0);
  let [angle, best] = [0, unturned];
  const tryAngle = (candidate: number): void => {
    const found = clarity(points, candidate);
    if (found > best) [angle, best] = [candidate, found];
  };
  for (let candidate = -STEEPEST; candidate <= STEEPEST; candidate += FIRST_STEP) tryAngle(candidate);
  for (const step of FINER_STEPS) {
    const middle = angle;
    for (const steps of [-2, -1, 1, 2]) tryAngle(middle + steps * step);
  }
  return best < LEAST_GAIN * unturned ? 0 : angle;
}

interface Points {
  readonly count: number;
  readonly xs: Float32Array;
  readonly ys: Float32Array;
  readonly width: number;
  readonly height: number;
}

/** Returns the positions of the ink pixels of the downscaled page. */
function inkPoints({ width, height, ink }: InkImage): Points {
  const side = Math.max(1, Math.ceil(width / MEASURED_WIDTH));
  const [columns, rows] = [Math.floor(width / side), Math.floor(height / side)];
  const small = new Uint8Array(columns * rows);
  for (let y = 0; y < rows * side; y++) {
    const row = Math.floor(y / side) * columns;
    for (let x = 0, at = y * width; x < columns * side; x++, at++) {
      if (ink[at] === 1) small[row + Math.floor(x / side)] = 1;
    }
  }
  const total = small.reduce((sum, value) => sum + value, 0);
  const every = Math.max(1, Math.ceil(total / MOST_POINTS));
  const xs: number[] = [];
  const ys: number[] = [];
  let seen = 0;
  for (let at = small.indexOf(1); at >= 0; at = small.indexOf(1, at + 1)) {
    if (seen++ % every !== 0) continue;
    xs.push((at % columns) - columns / 2);
    ys.push(Math.floor(at / columns));
  }
  return {
    count: xs.length,
    xs: Float32Array.from(xs),
    ys: Float32Array.from(ys),
    width: columns,
    height: rows,
  };
}

/** Returns how sharply full and empty rows alternate if the page is sheared by the angle. */
function clarity({ count, xs, ys, width, height }: Points, angle: number): number {
  const slope = Math.tan((angle * Math.PI) / 180);
  const rows = new Float64Array(height + width + 2);
  const middle = width / 2;
  for (let i = 0; i < count; i++) {
    const row = ((ys[i] ?? 0) - (xs[i] ?? 0) * slope + middle) | 0;
    rows[row] = (rows[row] ?? 0) + 1;
  }
  let sum = 0;
  for (let row = 1; row < rows.length; row++) sum += ((rows[row] ?? 0) - (rows[row - 1] ?? 0)) ** 2;
  return sum;
}
