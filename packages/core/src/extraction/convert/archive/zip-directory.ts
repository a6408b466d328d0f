/** An entry of a ZIP file, as its directory describes it. */
export interface ZipEntry {
  /** Undecoded. */
  readonly name: Buffer;
  readonly hasUtf8Name: boolean;
  /** Compressed and inflated bytes, as the file declares them. */
  readonly size: number;
  readonly originalSize: number;
  /** 0 for stored entries, 8 for deflated ones. */
  readonly compression: number;
  readonly isEncrypted: boolean;
  /** Where its own header is in the file. */
  readonly at: number;
}

const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const END_SIZE = 22;
const LOCATOR_SIZE = 20;
/** The end of the directory is followed by a comment of at most 64 KB. */
const MAX_COMMENT = 0xffff;

const RECORD = 0x02014b50;
const RECORD_SIZE = 46;
const LOCAL_SIZE = 30;
const ENCRYPTED = 0x0001;
const UTF8_NAMES = 0x0800;
/** A value that is too large for four bytes is in an extra field. */
const ELSEWHERE = 0xffff_ffff;
const LARGE_VALUES = 1;

/**
 * The entries that a ZIP file's directory lists (APPNOTE 4.3.12). Read here, because fflate tells no places of entries and
 * reads the whole directory for each one, which took most of the time of a presentation with thousands of slides.
 *
 * @throws RangeError if the directory is cut off or missing.
 */
export function* zipEntries(file: Buffer): Generator<ZipEntry, void, undefined> {
  const { count, start } = directoryPlace(file);
  let at = start;
  for (let index = 0; index < count; index++) {
    if (at + RECORD_SIZE > file.length || file.readUInt32LE(at) !== RECORD) {
      // Some programs count more entries than there are.
      if (index > 0) return;
      throw new RangeError("The directory is not where the file says.");
    }
    const nameEnd = at + RECORD_SIZE + file.readUInt16LE(at + 28);
    const extraEnd = nameEnd + file.readUInt16LE(at + 30);
    const flags = file.readUInt16LE(at + 8);
    const sizes = largeValues(file.subarray(nameEnd, extraEnd), [
      file.readUInt32LE(at + 24),
      file.readUInt32LE(at + 20),
      file.readUInt32LE(at + 42),
    ]);
    yield {
      name: file.subarray(at + RECORD_SIZE, nameEnd),
      hasUtf8Name: (flags & UTF8_NAMES) !== 0,
      originalSize: sizes[0],
      size: sizes[1],
      at: sizes[2],
      compression: file.readUInt16LE(at + 10),
      isEncrypted: (flags & ENCRYPTED) !== 0,
    };
    at = extraEnd + file.readUInt16LE(at + 32);
  }
}

/** The compressed bytes of an entry. @throws RangeError if its header is outside of the file. */
export function compressedBytes(file: Buffer, { at, size }: ZipEntry): Uint8Array {
  const start = at + LOCAL_SIZE + file.readUInt16LE(at + 26) + file.readUInt16LE(at + 28);
  return file.subarray(start, start + size);
}

function directoryPlace(file: Buffer): { readonly count: number; readonly start: number } {
  let end = file.length - END_SIZE;
  const first = Math.max(0, end - MAX_COMMENT);
  while (end >= first && file.readUInt32LE(end) !== END) end--;
  if (end < first) throw new RangeError("The directory has no end.");
  const locator = end - LOCATOR_SIZE;
  if (locator >= 0 && file.readUInt32LE(locator) === LOCATOR_64) {
    const large = Number(file.readBigUInt64LE(locator + 8));
    if (large + 56 <= file.length && file.readUInt32LE(large) === END_64)
      return {
        count: Number(file.readBigUInt64LE(large + 32)),
        start: Number(file.readBigUInt64LE(large + 48)),
      };
  }
  return { count: file.readUInt16LE(end + 8), start: file.readUInt32LE(end + 16) };
}

type Values = readonly [originalSize: number, size: number, at: number];

/** The values, with those that are in the extra field. */
function largeValues(extra: Buffer, values: Values): Values {
  if (!values.includes(ELSEWHERE)) return values;
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== LARGE_VALUES) continue;
    let next = at + 4;
    const read = (value: number): number => {
      if (value !== ELSEWHERE) return value;
      next += 8;
      return Number(extra.readBigUInt64LE(next - 8));
    };
    return [read(values[0]), read(values[1]), read(values[2])];
  }
  return values;
}
