import type { Rect } from "../../geometry/rect.ts";
import type { GreyImage } from "../image/grey-image.ts";
import { randomFrom } from "./random.ts";

/** A sheet to draw on; coordinates are pixels, and the ends of boxes are exclusive. */
export class Sheet implements GreyImage {
  readonly width: number;
  readonly height: number;
  readonly dpi: number;
  readonly data: Uint8Array;

  constructor(width: number, height: number, { dpi = 200, paper = 255 } = {}) {
    this.width = width;
    this.height = height;
    this.dpi = dpi;
    this.data = new Uint8Array(width * height).fill(paper);
  }

  ink({ x0, y0, x1, y1 }: Rect, shade = 0): this {
    for (let y = Math.max(0, y0); y < Math.min(this.height, y1); y++) {
      this.data.fill(shade, y * this.width + Math.max(0, x0), y * this.width + Math.min(this.width, x1));
    }
    return this;
  }

  frame({ x0, y0, x1, y1 }: Rect, stroke: number, shade = 0): this {
    return this.ink({ x0, y0, x1, y1: y0 + stroke }, shade)
      .ink({ x0, y0: y1 - stroke, x1, y1 }, shade)
      .ink({ x0, y0, x1: x0 + stroke, y1 }, shade)
      .ink({ x0: x1 - stroke, y0, x1, y1 }, shade);
  }

  /** Fills the ring between two radii around a centre. */
  ring([x, y]: readonly [x: number, y: number], inner: number, outer: number, shade = 0): this {
    for (let row = Math.floor(y - outer); row <= y + outer; row++) {
      for (let column = Math.floor(x - outer); column <= x + outer; column++) {
        const distance = Math.hypot(column + 0.5 - x, row + 0.5 - y);
        if (distance >= inner && distance <= outer) this.data[row * this.width + column] = shade;
      }
    }
    return this;
  }

  /** Draws a straight stroke between two points. */
  stroke(from: readonly [number, number], to: readonly [number, number], thickness: number): this {
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    for (let i = 0; i <= 2 * length; i++) {
      const share = i / (2 * length);
      const x = Math.round(from[0] + share * (to[0] - from[0]) - thickness / 2);
      const y = Math.round(from[1] + share * (to[1] - from[1]) - thickness / 2);
      this.ink({ x0: x, y0: y, x1: x + thickness, y1: y + thickness });
    }
    return this;
  }

  /**
   * Draws shapes that look like lines of text: letters with two stems and a top bar on a common baseline, some with an
   * ascender, taller than wide.
   */
  lines(area: Rect, letterHeight: number, seed = 1): this {
    const random = randomFrom(seed);
    const stem = Math.max(1, Math.round(letterHeight / 7));
    for (let y = area.y0 + 2 * letterHeight; y < area.y1; y += 2 * letterHeight) {
      for (let x = area.x0; x + letterHeight < area.x1;) {
        const rise = random() < 0.2 ? Math.round(0.4 * letterHeight) : 0;
        const width = Math.round(letterHeight * (0.5 + 0.3 * random()));
        const top = y - letterHeight;
        this.ink({ x0: x, y0: top - rise, x1: x + stem, y1: y })
          .ink({ x0: x + width - stem, y0: top, x1: x + width, y1: y })
          .ink({ x0: x, y0: top, x1: x + width, y1: top + stem });
        x += width + Math.round(letterHeight * (random() < 0.2 ? 0.9 : 0.25));
      }
    }
    return this;
  }
}
