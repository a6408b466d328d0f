/** A text in a drawing. Places and lengths are fractions of the drawing's width and height. */
export interface DrawnText {
  readonly text: string;
  /** The left end of its baseline. */
  readonly x: number;
  readonly y: number;
  /** Of its font. */
  readonly height: number;
  /** Undefined if the drawing does not say how wide its characters are. */
  readonly width: number | undefined;
}

/** The text of a drawing and its size in points. */
export interface Metafile {
  readonly width: number;
  readonly height: number;
  readonly texts: readonly DrawnText[];
}

/** Texts of a drawing that are read. */
export const MAX_TEXTS = 10_000;

/** Flags of how a text is aligned to its reference point ([MS-WMF] 2.1.2.3). */
export const TEXT_ALIGN = { atPosition: 1, right: 2, center: 6, bottom: 8, baseline: 24 } as const;

/** From the top of a text to its baseline, in multiples of its height. */
const ASCENT = 0.8;

/** A text whose reference point is `x`, `y`, with the left end of its baseline there. */
export function placedText(
  text: string,
  align: number,
  { x, y, height, width }: Omit<DrawnText, "text">,
): DrawnText {
  const { right, center, bottom, baseline } = TEXT_ALIGN;
  const back = (align & center) === center ? 0.5 : (align & right) === right ? 1 : 0;
  const isOnBaseline = (align & baseline) === baseline;
  const drop = isOnBaseline ? 0 : (align & bottom) === bottom ? ASCENT - 1 : ASCENT;
  return { text, x: x - back * (width ?? 0), y: y + drop * height, height, width };
}

/** Whether a text can be seen: what is drawn far outside is not. Numbers that are none are not inside either. */
export function isInside({ x, y, height, width = 0 }: DrawnText): boolean {
  return [x, y].every((place) => place > -0.5 && place < 1.5) && height < 2 && width < 10;
}
