/** Design units per em. */
export const UNITS_PER_EM = 1000;
/** Advance, ascent and descent of every character, in design units. */
export const ADVANCE = 500;
export const ASCENT = 800;
export const DESCENT = -200;

/** Two glyphs: `.notdef` and the blank for every character. */
const GLYPHS = 2;

const VERSION = 0x00010000;
const MAGIC = 0x5f0f3cf5;
const TABLE_ENTRY = 16;
const HEADER = 12;

type Field = readonly [bytes: 1 | 2 | 4, value: number];

/** A TrueType font with only blank glyphs: its text is searchable but invisible. */
export function glyphlessFontFile(): Uint8Array {
  const tables: readonly (readonly [name: string, content: Buffer])[] = [
    ["glyf", Buffer.alloc(4)],
    ["head", head()],
    ["hhea", hhea()],
    ["hmtx", table(u16(ADVANCE), u16(0), u16(0))],
    ["loca", table(...Array.from({ length: GLYPHS + 1 }, () => u16(0)))],
    ["maxp", table(u32(VERSION), u16(GLYPHS), ...zeros(4), u16(2), ...zeros(8))],
  ];
  // The largest power of two up to their number, for the reader's binary search.
  const power = 2 ** Math.floor(Math.log2(tables.length));
  const directory = [
    table(
      u32(VERSION),
      u16(tables.length),
      u16(power * TABLE_ENTRY),
      u16(Math.log2(power)),
      u16((tables.length - power) * TABLE_ENTRY),
    ),
  ];
  let offset = HEADER + tables.length * TABLE_ENTRY;
  for (const [name, content] of tables) {
    const place = table(u32(checksumOf(content)), u32(offset), u32(content.length));
    directory.push(Buffer.concat([Buffer.from(name, "latin1"), place]));
    offset += paddedLength(content);
  }
  const contents = tables.map(([, content]) => Buffer.concat([content], paddedLength(content)));
  return Buffer.concat([...directory, ...contents]);
}

function head(): Buffer {
  const [created, modified] = [zeros(4), zeros(4)];
  const box = [u16(0), i16(DESCENT), u16(ADVANCE), u16(ASCENT)];
  const font = [u32(VERSION), u32(VERSION), u32(0), u32(MAGIC), u16(0), u16(UNITS_PER_EM)];
  const formats = [u16(0), u16(8), u16(2), u16(0), u16(0)];
  return table(...font, ...created, ...modified, ...box, ...formats);
}

function hhea(): Buffer {
  const lengths = [u16(ASCENT), i16(DESCENT), u16(0), u16(ADVANCE)];
  return table(u32(VERSION), ...lengths, ...zeros(3), u16(1), ...zeros(7), u16(1));
}

function table(...fields: readonly Field[]): Buffer {
  const content = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of fields) at = content.writeUIntBE(value, at, bytes);
  return content;
}

function u16(value: number): Field {
  return [2, value];
}

function i16(value: number): Field {
  return [2, value & 0xffff];
}

function u32(value: number): Field {
  return [4, value];
}

function zeros(count: number): readonly Field[] {
  return Array.from({ length: count }, () => u16(0));
}

function paddedLength({ length }: Buffer): number {
  return Math.ceil(length / 4) * 4;
}

/** The sum of its 4-byte words. */
function checksumOf(content: Buffer): number {
  const padded = Buffer.concat([content], paddedLength(content));
  let sum = 0;
  for (let at = 0; at < padded.length; at += 4) sum = (sum + padded.readUInt32BE(at)) >>> 0;
  return sum;
}
