import { ExtractionError } from "../../../failure/extraction-error.ts";

/** Pieces of iWork files are at most 64 KB when inflated; larger ones are not made by the programs of Apple. */
const MAX_PIECE = 2 ** 24;

/** Inflates one raw block of Snappy (format_description.txt of the project). @throws ExtractionError `DAMAGED_DOCUMENT` */
export function snappyInflated(block: Uint8Array): Uint8Array {
  const source = new Source(block);
  const length = source.variable();
  if (length > MAX_PIECE) throw damaged();
  const out = new Uint8Array(length);
  let end = 0;
  while (!source.isAtEnd) {
    const tag = source.byte();
    const { count, back } = elementOf(tag, source);
    if (end + count > length || back > end) throw damaged();
    if (back === 0) out.set(source.bytes(count), end);
    // The copied bytes may overlap those that they make.
    else for (let at = 0; at < count; at++) out[end + at] = out[end + at - back] ?? 0;
    end += count;
  }
  if (end !== length) throw damaged();
  return out;
}

const LITERAL = 0;
const COPY_1 = 1;
const COPY_2 = 2;

/** How many bytes follow or are copied, and from how far back; 0 for bytes that follow. */
function elementOf(tag: number, source: Source): { readonly count: number; readonly back: number } {
  const kind = tag & 3;
  if (kind === LITERAL) {
    const short = tag >> 2;
    // From 60 on, the length is in the next one to four bytes.
    return { count: (short < 60 ? short : source.little(short - 59)) + 1, back: 0 };
  }
  const { count, back } =
    kind === COPY_1
      ? { count: ((tag >> 2) & 7) + 4, back: ((tag >> 5) << 8) | source.byte() }
      : { count: (tag >> 2) + 1, back: source.little(kind === COPY_2 ? 2 : 4) };
  if (back === 0) throw damaged();
  return { count, back };
}

class Source {
  readonly #block: Uint8Array;
  #at = 0;

  constructor(block: Uint8Array) {
    this.#block = block;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#block.length;
  }

  byte(): number {
    const byte = this.#block[this.#at++];
    if (byte === undefined) throw damaged();
    return byte;
  }

  bytes(count: number): Uint8Array {
    if (this.#at + count > this.#block.length) throw damaged();
    this.#at += count;
    return this.#block.subarray(this.#at - count, this.#at);
  }

  little(count: number): number {
    return this.bytes(count).reduce((value, byte, index) => value + byte * 2 ** (8 * index), 0);
  }

  variable(): number {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.byte();
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    throw damaged();
  }
}

function damaged(): ExtractionError {
  return new ExtractionError(
    "DAMAGED_DOCUMENT",
    "The iWork document is damaged: its data cannot be inflated.",
  );
}
