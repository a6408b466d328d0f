/**
 * Pages with a smaller median letter height are enlarged: the recogniser scales lines to 36 px and would lose detail.
 * Fine print at 300 dpi is about 17 px high, mostly without ascenders, and gains nothing.
 */
const LOW_LETTERS = 16;

/** Target letter height in pixels. */
const GOOD_HEIGHT = 26;

/** A larger factor only blurs and is slower. */
const MOST_ENLARGED = 3;

/** Maximum number of pixels of the enlarged image. */
const MOST_PIXELS = 24e6;

/** A smaller factor is not worth resampling. */
const LEAST_ENLARGED = 1.15;

/**
 * Returns the factor by which to enlarge a page; 1 for no change. `letterHeight` is the median in pixels, 0 if
 * unknown.
 */
export function scaleFor(
  letterHeight: number,
  { width, height }: { readonly width: number; readonly height: number },
): number {
  if (letterHeight === 0 || letterHeight >= LOW_LETTERS) return 1;
  const most = Math.sqrt(MOST_PIXELS / (width * height));
  const scale = Math.min(GOOD_HEIGHT / letterHeight, MOST_ENLARGED, most);
  return scale < LEAST_ENLARGED ? 1 : scale;
}
