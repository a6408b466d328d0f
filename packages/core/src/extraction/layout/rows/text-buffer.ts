/** UTF-16 code units that nearly every line of text fits in. */
const USUAL_LENGTH = 4096;

/**
 * Text that is built glyph by glyph and made a string once: adding each glyph to a string would allocate another string
 * for each.
 */
export class TextBuffer {
  #units = new Uint16Array(USUAL_LENGTH);
  #bytes = Buffer.from(this.#units.buffer);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  append(text: string): void {
    const end = this.#length + text.length;
    if (end > this.#units.length) this.#grow(end);
    for (let k = 0; k < text.length; k++) this.#units[this.#length++] = text.charCodeAt(k);
  }

  clear(): void {
    this.#length = 0;
    if (this.#units.length > USUAL_LENGTH) this.#store(new Uint16Array(USUAL_LENGTH));
  }

  toString(): string {
    return this.#bytes.toString("utf16le", 0, this.#length * Uint16Array.BYTES_PER_ELEMENT);
  }

  #grow(length: number): void {
    const larger = new Uint16Array(2 * length);
    larger.set(this.#units);
    this.#store(larger);
  }

  #store(units: Uint16Array<ArrayBuffer>): void {
    this.#units = units;
    this.#bytes = Buffer.from(units.buffer);
  }
}
