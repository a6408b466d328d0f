import { PositionRanges, type Range } from "./position-ranges.ts";
import { placesOf, type WordStreams } from "./word-streams.ts";

/** Properties of a range of the main stream. */
interface FormatRange extends Range {
  readonly list: Buffer;
}

const PAGE = 512;
const EMPTY = Buffer.alloc(0);

/** Finds the properties of characters or paragraphs by their offset in the main stream. */
export class Formats {
  readonly #ranges: PositionRanges<FormatRange>;

  constructor(streams: WordStreams, structure: number, { width, list }: FormatPages) {
    const pages = placesOf(streams.structure(structure), 4).entries.map((entry) => {
      const at = (entry.readUInt32LE(0) & 0x3f_ffff) * PAGE;
      return streams.main.subarray(at, at + PAGE);
    });
    const ranges = pages.flatMap((page) => rangesOf(page, width, list));
    this.#ranges = new PositionRanges(ranges.toSorted((a, b) => a.start - b.start));
  }

  at(offset: number): Buffer {
    return this.#ranges.at(offset)?.list ?? EMPTY;
  }
}

export interface FormatPages {
  /** Bytes of an entry, of which the first says where the properties are. */
  readonly width: number;
  /** The properties at an offset in a page. */
  readonly list: (page: Buffer, at: number) => Buffer;
}

function rangesOf(page: Buffer, width: number, list: FormatPages["list"]): readonly FormatRange[] {
  if (page.length < PAGE) return [];
  const count = page[PAGE - 1] ?? 0;
  const entriesAt = 4 * (count + 1);
  if (entriesAt + count * width > PAGE) return [];
  return Array.from({ length: count }, (_, index): FormatRange => {
    const at = 2 * (page[entriesAt + index * width] ?? 0);
    return {
      start: page.readUInt32LE(4 * index),
      end: page.readUInt32LE(4 * index + 4),
      list: at === 0 ? EMPTY : list(page, at),
    };
  });
}

export const CHARACTER_FORMATS: FormatPages = {
  width: 1,
  list: (page, at) => page.subarray(at + 1, at + 1 + (page[at] ?? 0)),
};

/** Lists of paragraphs begin with the number of their style. */
export const PARAGRAPH_FORMATS: FormatPages = {
  width: 13,
  list: (page, at) => {
    const words = page[at] ?? 0;
    return words === 0
      ? page.subarray(at + 2, at + 2 + 2 * (page[at + 1] ?? 0))
      : page.subarray(at + 1, at + 2 * words);
  },
};
