/** Footnotes are smaller than the body text by this factor. */
export const NOTE_SIZE = 0.93;

const NOTE = /^\(?(?:\d{1,3}|[*†‡§¶]{1,3}|[¹²³⁰⁴-⁹]{1,3})[).]?\s*[\p{L}"“„«(\d]/u;

/** Whether a text begins with the number or sign of a footnote. */
export function beginsNote(text: string): boolean {
  return NOTE.test(text);
}
