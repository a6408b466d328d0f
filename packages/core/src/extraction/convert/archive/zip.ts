import { inflateSync } from "fflate";
import { ExtractionError } from "../../failure/extraction-error.ts";
import { nameDecoder } from "./zip-names.ts";
import { compressedBytes, zipEntries, type ZipEntry } from "./zip-directory.ts";

/** Limits of a ZIP file, against those that are built to exhaust their reader. */
const LIMITS = {
  entries: 10_000,
  /** Bytes of all entries that are read. */
  total: 512 * 2 ** 20,
  /** An entry that is larger than `small` may be at most so many times its compressed size. */
  ratio: 300,
  small: 16 * 2 ** 20,
} as const;

const STORED = 0;
const DEFLATED = 8;

/** A ZIP file whose entries are inflated when they are asked for. Their names never become paths of a file system. */
export class ZipArchive {
  readonly #file: Buffer;
  readonly #names: readonly string[];
  readonly #entries = new Map<string, ZipEntry>();
  readonly #lowerCase = new Map<string, ZipEntry>();
  #read = 0;

  /** @throws ExtractionError `DAMAGED_DOCUMENT`, or `RESOURCE_LIMIT` if it has too many entries. */
  constructor(bytes: Uint8Array) {
    this.#file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const entries: ZipEntry[] = [];
    for (const entry of orDamaged(zipEntries(this.#file))) {
      if (entries.push(entry) > LIMITS.entries) throw tooLarge(`it has more than ${LIMITS.entries} entries`);
    }
    const decoded = nameDecoder(entries.flatMap(({ name, hasUtf8Name }) => (hasUtf8Name ? [] : [name])));
    const names: string[] = [];
    for (const entry of entries) {
      const text = entry.hasUtf8Name ? entry.name.toString("utf8") : decoded(entry.name);
      // Some programs on Windows write `xl\workbook.xml`.
      const name = text.replaceAll("\\", "/");
      if (name.endsWith("/")) continue;
      names.push(name);
      this.#entries.set(name, entry);
      this.#lowerCase.set(name.toLowerCase(), entry);
    }
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
   * @throws ExtractionError `DAMAGED_DOCUMENT`, `UNSUPPORTED_DOCUMENT` if the file is encrypted, or `RESOURCE_LIMIT`.
   */
  read(name: string): Uint8Array | undefined {
    const wanted = this.#entries.get(name) ?? this.#lowerCase.get(name.toLowerCase());
    if (wanted === undefined) return undefined;
    if (wanted.isEncrypted) throw encrypted();
    this.#charge(wanted, name);
    return inflated(this.#file, wanted);
  }

  #charge({ size, originalSize }: ZipEntry, name: string): void {
    this.#read += originalSize;
    if (this.#read > LIMITS.total) throw tooLarge(`its content is larger than ${LIMITS.total / 2 ** 20} MB`);
    if (originalSize > LIMITS.small && originalSize > LIMITS.ratio * size)
      throw tooLarge(`${name} inflates to more than ${LIMITS.ratio} times its size`);
  }
}

function* orDamaged(entries: Iterable<ZipEntry>): Generator<ZipEntry, void, undefined> {
  try {
    yield* entries;
  } catch (cause) {
    if (cause instanceof RangeError) throw damaged(cause);
    throw cause;
  }
}

function inflated(file: Buffer, entry: ZipEntry): Uint8Array {
  try {
    const compressed = compressedBytes(file, entry);
    if (entry.compression === STORED) return new Uint8Array(compressed);
    // It is inflated into a buffer of the declared size, so an entry cannot be larger than it says.
    if (entry.compression === DEFLATED)
      return inflateSync(compressed, { out: new Uint8Array(entry.originalSize) });
  } catch (cause) {
    throw damaged(cause);
  }
  const message = `The ZIP file is compressed by method ${entry.compression}, which is not supported. Unpack it and send its files.`;
  throw new ExtractionError("UNSUPPORTED_DOCUMENT", message);
}

function damaged(cause: unknown): ExtractionError {
  const message = "The document is a damaged ZIP file: it was cut off or changed on its way.";
  return new ExtractionError("DAMAGED_DOCUMENT", message, { cause });
}

function encrypted(): ExtractionError {
  const message = "The ZIP file is encrypted, which is not supported. Unpack it and send its files.";
  return new ExtractionError("UNSUPPORTED_DOCUMENT", message);
}

function tooLarge(why: string): ExtractionError {
  return new ExtractionError("RESOURCE_LIMIT", `The document is a ZIP file that is too large: ${why}.`);
}
