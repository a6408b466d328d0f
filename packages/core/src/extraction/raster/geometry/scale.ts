/**
 * Lower letters, of the median height, lose their details to the recogniser, which reads lines made 36 px high.
 * Fine print at 300 dpi is about 17 px high, most of it without ascenders: it gains nothing.
 */
const LOW_LETTERS = 16;

/** The height letters are brought to, in pixels. */
const GOOD_HEIGHT = 26;

/** Larger is only blurred, and slower. */
const MOST_ENLARGED = 3;

/** Pixels of the largest picture that is made. */
const MOST_PIXELS = 24e6;

/** A smaller enlargement is not worth a drawing. */
const LEAST_ENLARGED = 1.15;

/**
 * How much a page should be enlarged whose letters have this median height in pixels, 0 where it is not known;
 * 1 for not at all.
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
