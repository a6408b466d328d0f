/** Normalised text for searching: case-folded letters without white space. */
export interface SymbolStream {
  readonly symbols: Uint16Array;
  /** The origin of each symbol: an offset into the concatenated texts of all pages. */
  readonly origins: Uint32Array;
}

/** A part of a line without a wide gap. */
export interface Segment {
  /** Indices into the stream; the end is exclusive. */
  readonly start: number;
  readonly end: number;
  /** Offsets into the line. */
  readonly left: number;
  readonly right: number;
}

export interface PageSymbols {
  /** Each non-blank line as its segments. */
  readonly lines: readonly (readonly Segment[])[];
}

/** Number of spaces that separate two segments. */
const WIDE_GAP = 2;

const LINE_END = 0x0a;

export interface PagesStream extends SymbolStream {
  readonly pages: readonly PageSymbols[];
}

/** Concatenates the texts of pages, line by line. */
export function symbolStreamOf(texts: readonly string[]): PagesStream {
  const capacity = texts.reduce((sum, text) => sum + text.length, 0);
  const symbols = new Uint16Array(capacity);
  const origins = new Uint32Array(capacity);
  const fold = foldedCodes();
  const pages: PageSymbols[] = [];
  let length = 0;
  let base = 0;
  for (const text of texts) {
    const lines: Segment[][] = [];
    let line: Segment[] = [];
    let lineStart = 0;
    let start = length;
    let left = 0;
    let right = 0;
    const endSegment = (): void => {
      if (length > start) line.push({ start, end: length, left, right });
      start = length;
    };
    const endLine = (next: number): void => {
      endSegment();
      if (line.length > 0) lines.push(line);
      line = [];
      lineStart = next;
    };
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      const symbol = fold[code] ?? 0;
      if (code === LINE_END) endLine(at + 1);
      if (symbol === 0) continue;
      const column = at - lineStart;
      if (column - right >= WIDE_GAP) endSegment();
      if (length === start) left = column;
      right = column + 1;
      symbols[length] = symbol;
      origins[length] = base + at;
      length += 1;
    }
    endLine(text.length);
    pages.push({ lines });
    base += text.length;
  }
  return { symbols: symbols.subarray(0, length), origins: origins.subarray(0, length), pages };
}

/** Concatenates slices of a stream in the given order. */
export function rearranged(
  stream: SymbolStream,
  pieces: readonly { readonly start: number; readonly end: number }[],
): SymbolStream {
  const length = pieces.reduce((sum, { start, end }) => sum + end - start, 0);
  const symbols = new Uint16Array(length);
  const origins = new Uint32Array(length);
  let at = 0;
  for (const { start, end } of pieces) {
    symbols.set(stream.symbols.subarray(start, end), at);
    origins.set(stream.origins.subarray(start, end), at);
    at += end - start;
  }
  return { symbols, origins };
}

export function beginsWord({ origins }: SymbolStream, index: number): boolean {
  return index === 0 || origins[index] !== (origins[index - 1] ?? 0) + 1;
}

/** Whether a slice that ends before `index` ends at a word boundary. */
export function endsWord(stream: SymbolStream, index: number): boolean {
  return index === stream.origins.length || beginsWord(stream, index);
}

let table: Uint16Array | undefined;

/** Maps each UTF-16 code unit to its case-folded form; 0 for ignored ones. */
function foldedCodes(): Uint16Array {
  table ??= Uint16Array.from({ length: 0x1_0000 }, (_, code) => foldedCode(String.fromCharCode(code)));
  return table;
}

/** White space and invisible characters. */
const UNSEEN = /[\s\p{Cc}\p{Cf}]/u;

function foldedCode(character: string): number {
  if (UNSEEN.test(character)) return 0;
  const upper = character.toUpperCase();
  const folded = (upper.length === 1 ? upper : character).toLowerCase();
  return (folded.length === 1 ? folded : character).charCodeAt(0);
}
