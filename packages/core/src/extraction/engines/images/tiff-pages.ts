/** Reads one page of an image at a time. */
export interface PageAlone {
  /** Calls `read` with the number under which the page is found meanwhile; one call after the other. */
  read<Result>(number: number, read: (found: number) => Promise<Result>): Promise<Result>;
}

/**
 * Makes each page of a TIFF the only one of the file while it is read, by changing `bytes`: libtiff walks through the
 * directories of all pages whenever it opens a file, so that reading n pages would take n² steps.
 *
 * @param bytes must be the reader's own copy.
 * @param pages as libtiff counts them; if the directories found are others, pages are read from the whole file.
 */
export function pagesAlone(bytes: Uint8Array, pages: number): PageAlone {
  const file = pages > 1 ? new TiffFile(bytes) : undefined;
  const directories = file?.directories() ?? [];
  if (!file || directories.length !== pages) return { read: (number, read) => read(number) };
  let last: Promise<unknown> = Promise.resolve();
  return {
    read: (number, read) => {
      const directory = directories[number - 1];
      if (directory === undefined) return read(number);
      const turn = last.then(() => file.withOnly(directory, () => read(1)));
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}

interface Directory {
  readonly at: number;
  /** Where the offset of the next directory is stored. */
  readonly nextAt: number;
}

const LITTLE_ENDIAN = 0x4949;
const BIG_ENDIAN = 0x4d4d;
const BIG_TIFF = 43;

/** The offsets by which the directories of a TIFF or BigTIFF are chained. */
class TiffFile {
  readonly #view: DataView;
  readonly #isLittle: boolean;
  readonly #isBig: boolean;

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#isLittle = this.#view.getUint16(0) === LITTLE_ENDIAN;
    this.#isBig = this.#view.getUint16(2, this.#isLittle) === BIG_TIFF;
  }

  /** Empty if the file is not a TIFF or an offset points past its end. */
  directories(): readonly Directory[] {
    if (!this.#isLittle && this.#view.getUint16(0) !== BIG_ENDIAN) return [];
    const found = new Map<number, Directory>();
    try {
      let at = this.#offset(this.#firstAt);
      while (at !== 0 && !found.has(at)) {
        const nextAt = this.#nextAt(at);
        found.set(at, { at, nextAt });
        at = this.#offset(nextAt);
      }
    } catch (error) {
      if (error instanceof RangeError) return [];
      throw error;
    }
    return [...found.values()];
  }

  async withOnly<Result>({ at, nextAt }: Directory, read: () => Promise<Result>): Promise<Result> {
    const first = this.#offset(this.#firstAt);
    const next = this.#offset(nextAt);
    this.#setOffset(this.#firstAt, at);
    this.#setOffset(nextAt, 0);
    try {
      return await read();
    } finally {
      this.#setOffset(this.#firstAt, first);
      this.#setOffset(nextAt, next);
    }
  }

  get #firstAt(): number {
    return this.#isBig ? 8 : 4;
  }

  #nextAt(at: number): number {
    if (this.#isBig) return at + 8 + 20 * this.#offset(at);
    return at + 2 + 12 * this.#view.getUint16(at, this.#isLittle);
  }

  #offset(at: number): number {
    if (this.#isBig) return Number(this.#view.getBigUint64(at, this.#isLittle));
    return this.#view.getUint32(at, this.#isLittle);
  }

  #setOffset(at: number, offset: number): void {
    if (this.#isBig) this.#view.setBigUint64(at, BigInt(offset), this.#isLittle);
    else this.#view.setUint32(at, offset, this.#isLittle);
  }
}
