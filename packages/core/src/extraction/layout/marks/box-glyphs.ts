/** Characters that show an empty or a marked box. */
const EMPTY_BOXES = "☐□▢◻⬜❏❐❑❒";
const MARKED_BOXES = "☑☒⊠⌧🗹🗵🗷";
const EMPTY_CIRCLES = "○◯⚪❍";
const MARKED_CIRCLES = "●⬤◉⦿⚫";
const TICKS = "✓✔✗✘✕✖×xX•■●∙";

/** Wingdings codes without a Unicode character, as letters or in the private use area. */
const WINGDINGS_EMPTY = new Set([0x6f, 0x71, 0x72, 0xa8, 0xa3]);
const WINGDINGS_MARKED = new Set([0x78, 0xfd, 0xfe, 0x52, 0x54]);

const PRIVATE_USE = 0xf000;

export interface BoxGlyphState {
  readonly isMarked: boolean;
  readonly isCircle: boolean;
}

/** The kind of check box or radio button that a character shows; undefined if none. */
export function boxGlyphState(text: string, fontName: string): BoxGlyphState | undefined {
  if (text === "") return undefined;
  if (EMPTY_BOXES.includes(text)) return { isMarked: false, isCircle: false };
  if (MARKED_BOXES.includes(text)) return { isMarked: true, isCircle: false };
  if (EMPTY_CIRCLES.includes(text)) return { isMarked: false, isCircle: true };
  if (MARKED_CIRCLES.includes(text)) return { isMarked: true, isCircle: true };
  return /wingdings/iu.test(fontName) ? wingdingsState(text) : undefined;
}

/** Whether a text begins with a box to mark. */
export function beginsWithBox(text: string): boolean {
  const first = text.charCodeAt(0);
  // Most texts begin with a letter.
  if (!(first > FIRST_BOX)) return false;
  const [sign = ""] = text;
  return EMPTY_BOXES.includes(sign) || MARKED_BOXES.includes(sign);
}

const FIRST_BOX = 0x2000;

function wingdingsState(text: string): BoxGlyphState | undefined {
  const point = text.codePointAt(0) ?? 0;
  const code = point >= PRIVATE_USE ? point - PRIVATE_USE : point;
  if (WINGDINGS_EMPTY.has(code)) return { isMarked: false, isCircle: false };
  return WINGDINGS_MARKED.has(code) ? { isMarked: true, isCircle: false } : undefined;
}

/** Whether a character can mark a box. */
export function isTick(text: string): boolean {
  return text !== "" && TICKS.includes(text);
}
