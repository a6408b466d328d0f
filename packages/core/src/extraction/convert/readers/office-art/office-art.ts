import { inflateSync } from "node:zlib";
import { recordAt, recordsIn, type OfficeRecord } from "./office-records.ts";

/** The records of drawings that are read ([MS-ODRAW] 2.2). */
export const ART = {
  drawings: 0xf000,
  store: 0xf001,
  shape: 0xf004,
  storeEntry: 0xf007,
  shapeIdentity: 0xf00a,
  properties: 0xf00b,
} as const;

/** Kinds of pictures. */
const BLIP = {
  enhanced: 0xf01a,
  windows: 0xf01b,
  jpeg: 0xf01d,
  png: 0xf01e,
  bitmap: 0xf01f,
  tiff: 0xf029,
  cmyk: 0xf02a,
};
const METAFILES: ReadonlySet<number> = new Set([BLIP.enhanced, BLIP.windows]);
const BITMAPS: ReadonlySet<number> = new Set([BLIP.jpeg, BLIP.png, BLIP.tiff, BLIP.cmyk]);

const IDENTIFIER = 16;
const METAFILE_HEADER = 34;
const COMPRESSION_AT = 32;
const DEFLATED = 0;
/** Bytes of a metafile when it is inflated. */
const MAX_METAFILE = 64 * 2 ** 20;

const NOTHING = new Uint8Array(0);

/** The file of a picture; empty for pictures that are not supported, such as those of the Macintosh. */
function pictureOf({ type, instance, data }: OfficeRecord): Uint8Array {
  // An odd instance has a second identifier.
  const at = (instance & 1) === 0 ? IDENTIFIER : 2 * IDENTIFIER;
  if (METAFILES.has(type)) return metafileOf(data.subarray(at));
  const content = data.subarray(at + 1);
  if (type === BLIP.bitmap) return bitmapFile(content);
  return BITMAPS.has(type) ? content : NOTHING;
}

function metafileOf(data: Buffer): Uint8Array {
  if (data.length < METAFILE_HEADER) return NOTHING;
  const content = data.subarray(METAFILE_HEADER);
  if (data.readUInt8(COMPRESSION_AT) !== DEFLATED) return content;
  try {
    return inflateSync(content, { maxOutputLength: MAX_METAFILE });
  } catch {
    return NOTHING;
  }
}

const FILE_HEADER = 14;
const MAX_PALETTE = 256;

/** A bitmap without the header of a file, with one. */
function bitmapFile(content: Buffer): Uint8Array {
  if (content.length < 40) return NOTHING;
  const [size, bits, compression, used] = [
    content.readUInt32LE(0),
    content.readUInt16LE(14),
    content.readUInt32LE(16),
    content.readUInt32LE(32),
  ];
  const colours = bits <= 8 ? Math.min(used || 2 ** bits, MAX_PALETTE) : 0;
  const masks = compression === 3 && size === 40 ? 12 : 0;
  const header = Buffer.alloc(FILE_HEADER);
  header.write("BM", "latin1");
  header.writeUInt32LE(FILE_HEADER + content.length, 2);
  header.writeUInt32LE(FILE_HEADER + size + masks + 4 * colours, 10);
  return Buffer.concat([header, content]);
}

const ENTRY_SIZE = 36;
const PLACE_AT = 28;
const NAME_LENGTH_AT = 33;

/** The picture of an entry of a store, which has it in itself or in the stream `delayed`; empty if it is not supported. */
export function storedPicture(entry: OfficeRecord, delayed: Buffer): Uint8Array {
  if (entry.type !== ART.storeEntry) return pictureOf(entry);
  const { data } = entry;
  if (data.length < ENTRY_SIZE) return NOTHING;
  const own = recordsIn(data.subarray(ENTRY_SIZE + data.readUInt8(NAME_LENGTH_AT)))[0];
  if (own) return pictureOf(own);
  const place = data.readUInt32LE(PLACE_AT);
  const found = place < delayed.length ? recordAt(delayed, place) : undefined;
  return found ? pictureOf(found) : NOTHING;
}

const PICTURE = 0x0104;
const PROPERTY = 6;
const PROPERTY_NUMBER = 0x3fff;

/** The number of a shape's picture in the store, counted from 1; 0 for a shape without one. */
export function pictureNumber(shape: Buffer): number {
  for (const { type, instance, data } of recordsIn(shape)) {
    if (type !== ART.properties) continue;
    for (let index = 0; index < instance && (index + 1) * PROPERTY <= data.length; index++)
      if ((data.readUInt16LE(index * PROPERTY) & PROPERTY_NUMBER) === PICTURE)
        return data.readUInt32LE(index * PROPERTY + 2);
  }
  return 0;
}
