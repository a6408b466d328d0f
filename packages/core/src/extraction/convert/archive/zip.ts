import { unzipSync } from "fflate";
import { ExtractionError } from "../../failure/extraction-error.ts";

/** Limits of a ZIP file, against those that are built to exhaust their reader. */
const LIMITS = {
  entries: 10_000,
  /** Bytes of all entries that are read. */
  total: 512 * 2 ** 20,
  /** An entry that is larger than `small` may be at most so many times its compressed size. */
  ratio: 300,
  small: 16 * 2 ** 20,
} as const;

const END_OF_DIRECTORY = "PK\x05\x06";
/** The end of the directory is followed by a comment of at most 64 KB. */
const END_WINDOW = 0x10000 + 22;

/** A ZIP file whose entries are inflated when they are asked for. Their names never become paths of a file system. */
export class ZipArchive {
  readonly #bytes: Uint8Array;
  readonly #names: readonly string[];
  readonly #entries = new Map<string, Entry>();
  readonly #lowerCase = new Map<string, Entry>();
  #read = 0;

  /** @throws ExtractionError `DAMAGED_DOCUMENT`, or `RESOURCE_LIMIT` if it has too many entries. */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    const names: string[] = [];
    unzip(bytes, (entry) => {
      if (names.length >= LIMITS.entries) throw tooLarge(`it has more than ${LIMITS.entries} entries`);
      // Some programs on Windows write `xl\workbook.xml`.
      const name = entry.name.replaceAll("\\", "/");
      if (!name.endsWith("/")) {
        names.push(name);
        this.#entries.set(name, entry);
        this.#lowerCase.set(name.toLowerCase(), entry);
      }
      return false;
    });
    this.#names = names;
  }

  /** The names of its files, with `/` between their folders, in their order. */
  get names(): readonly string[] {
    return this.#names;
  }

  /** Bytes of the file when inflated, as the archive declares them. */
  sizeOf(name: string): number {
    return this.#entries.get(name)?.originalSize ?? 0;
  }

  /**
   * Undefined if there is no such file. Upper and lower case are equal if the exact name does not exist.
   *
   * @throws ExtractionError `DAMAGED_DOCUMENT` or `RESOURCE_LIMIT`.
   */
  read(name: string): Uint8Array | undefined {
    const wanted = this.#entries.get(name) ?? this.#lowerCase.get(name.toLowerCase());
    if (wanted === undefined) return undefined;
    const files = unzip(this.#bytes, (entry) => {
      if (entry.name !== wanted.name) return false;
      this.#charge(entry);
      return true;
    });
    return files[wanted.name];
  }

  #charge({ name, size, originalSize }: { name: string; size: number; originalSize: number }): void {
    this.#read += originalSize;
    if (this.#read > LIMITS.total) throw tooLarge(`its content is larger than ${LIMITS.total / 2 ** 20} MB`);
    if (originalSize > LIMITS.small && originalSize > LIMITS.ratio * size)
      throw tooLarge(`${name} inflates to more than ${LIMITS.ratio} times its size`);
  }
}

interface Entry {
  readonly name: string;
  readonly size: number;
  readonly originalSize: number;
}

function unzip(bytes: Uint8Array, filter: (entry: Entry) => boolean): Record<string, Uint8Array> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = buffer.lastIndexOf(Buffer.from(END_OF_DIRECTORY, "latin1"));
  if (end < 0 || end < bytes.length - END_WINDOW) throw damaged(undefined);
  try {
    // fflate inflates into a buffer of the declared size, so an entry cannot be larger than it says.
    return unzipSync(bytes, { filter });
  } catch (cause) {
    if (cause instanceof ExtractionError) throw cause;
    throw damaged(cause);
  }
}

function damaged(cause: unknown): ExtractionError {
  const message = "The document is a damaged ZIP file: it was cut off or changed on its way.";
  return new ExtractionError("DAMAGED_DOCUMENT", message, { cause });
}

function tooLarge(why: string): ExtractionError {
  return new ExtractionError("RESOURCE_LIMIT", `The document is a ZIP file that is too large: ${why}.`);
}
