/** An upright box in points from the upper left corner of the page; x0 <= x1 and y0 <= y1. */
export interface Rect {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}
