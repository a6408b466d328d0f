/**
 * What is read of a document that is converted, whatever its format: more would take longer than a few seconds, or the
 * memory of a thread. Paragraphs, pictures and cells of tables are parts; a cell of a sheet is half of one.
 */
export const MAX_PARTS = 250_000;
const MAX_CHARACTERS = 12_000_000;

/** What a cell of a sheet is charged. */
export const SHEET_CELL = 0.5;

/** How much of a document may still be read. */
export class ConversionBudget {
  #parts = MAX_PARTS;
  #characters = MAX_CHARACTERS;
  #isSpent = false;

  /** Something was left out. */
  get isSpent(): boolean {
    return this.#isSpent;
  }

  /** Characters that can still be read. */
  get characters(): number {
    return this.#characters;
  }

  /**
   * Whether so many parts with so many characters can still be read; they are charged then. After the first that cannot,
   * nothing is read.
   */
  take(parts: number, characters: number): boolean {
    this.#isSpent ||= parts > this.#parts || characters > this.#characters;
    if (this.#isSpent) return false;
    this.#parts -= parts;
    this.#characters -= characters;
    return true;
  }
}

/** The note for a document that was not read to its end. */
export function cutDocument(pages: number): string {
  const limits = `${MAX_PARTS} paragraphs and table cells, ${MAX_CHARACTERS} characters`;
  const read = `only the text on the first ${pages} ${pages === 1 ? "page" : "pages"} was read`;
  return `The document is too large: ${read} (limits: ${limits}). Divide it into smaller documents.`;
}
