import { encodingOfCharset } from "../encodings/character-encodings.ts";
import { symbolOf } from "../model/symbols.ts";
import { isInside, MAX_TEXTS, placedText, TEXT_ALIGN, type DrawnText, type Metafile } from "./drawn-text.ts";
import type { Point } from "./transform.ts";

/** Records that are read ([MS-WMF] 2.1.1.1). Their parameters are words, the last one first. */
const RECORD = {
  save: 0x001e,
  restore: 0x0127,
  select: 0x012d,
  textAlign: 0x012e,
  remove: 0x01f0,
  windowOrigin: 0x020b,
  windowExtent: 0x020c,
  moveTo: 0x0214,
  font: 0x02fb,
  text: 0x0521,
  extendedText: 0x0a32,
} as const;

/** Records that make an object besides fonts: objects are numbered as they are made. */
const OBJECTS: ReadonlySet<number> = new Set([0x00f7, 0x0142, 0x01f9, 0x02fa, 0x02fc, 0x06ff]);

const PLACEABLE = 0x9ac6cdd7;
const PLACEABLE_SIZE = 22;
const HEADER = 18;
const RECORD_HEADER = 6;
const MAX_OBJECTS = 2000;
const MAX_SAVED_STATES = 100;
/** Of drawings that do not say how large they are. */
const UNITS_PER_INCH = 1440;
const POINTS_PER_INCH = 72;

/** Reads the text of a Windows Metafile (WMF), with or without a header of its place; undefined for other files. */
export function readWindowsMetafile(bytes: Uint8Array): Metafile | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isPlaceable = file.length >= PLACEABLE_SIZE && file.readUInt32LE(0) === PLACEABLE;
  const start = isPlaceable ? PLACEABLE_SIZE : 0;
  if (!hasHeader(file.subarray(start))) return undefined;
  const reader = new MetafileReader(isPlaceable ? boxOf(file) : undefined);
  for (let at = start + HEADER; at + RECORD_HEADER <= file.length && reader.texts.length < MAX_TEXTS;) {
    const size = 2 * file.readUInt32LE(at);
    if (size < RECORD_HEADER || at + size > file.length) break;
    reader.read(file.readUInt16LE(at + 4), file.subarray(at + RECORD_HEADER, at + size));
    at += size;
  }
  const { frame } = reader;
  if (!frame) return undefined;
  const points = POINTS_PER_INCH / ((isPlaceable && file.readUInt16LE(14)) || UNITS_PER_INCH);
  const [width, height] = [Math.abs(frame.width) * points, Math.abs(frame.height) * points];
  return { width, height, texts: reader.texts };
}

/** The kind of metafile, the size of the header in words, and the version. */
function hasHeader(file: Buffer): boolean {
  if (file.length < HEADER) return false;
  const [kind, size, version] = [file.readUInt16LE(0), file.readUInt16LE(2), file.readUInt16LE(4)];
  return (kind === 1 || kind === 2) && size === HEADER / 2 && (version === 0x100 || version === 0x300);
}

interface Frame extends Point {
  readonly width: number;
  readonly height: number;
}

function boxOf(file: Buffer): Frame | undefined {
  const [left, top, right, bottom] = [6, 8, 10, 12].map((at) => file.readInt16LE(at));
  if (left === undefined || top === undefined || right === undefined || bottom === undefined)
    return undefined;
  const frame = { x: left, y: top, width: right - left, height: bottom - top };
  return frame.width === 0 || frame.height === 0 ? undefined : frame;
}

interface Font {
  readonly height: number;
  readonly charset: number;
}

/** What a text depends on; saved and restored as a whole. */
interface State {
  readonly origin: Point;
  readonly extent: Point | undefined;
  readonly font: Font;
  readonly align: number;
  readonly position: Point;
}

class MetafileReader {
  readonly texts: DrawnText[] = [];
  readonly #box: Frame | undefined;
  /** The first window, which is the whole drawing. */
  #window: Frame | undefined;
  readonly #objects: (Font | "other" | undefined)[] = [];
  /** Numbers of objects that were removed. */
  #free = 0;
  readonly #saved: State[] = [];
  #state: State = {
    origin: { x: 0, y: 0 },
    extent: undefined,
    font: { height: 12, charset: 0 },
    align: 0,
    position: { x: 0, y: 0 },
  };

  constructor(box: Frame | undefined) {
    this.#box = box;
  }

  /** The drawing in the units of its file; undefined if it has no size. */
  get frame(): Frame | undefined {
    return this.#box ?? this.#window;
  }

  read(type: number, data: Buffer): void {
    if (type === RECORD.text) this.#text(data);
    else if (type === RECORD.extendedText) this.#extendedText(data);
    else if (type === RECORD.save) {
      if (this.#saved.length < MAX_SAVED_STATES) this.#saved.push(this.#state);
    } else if (type === RECORD.restore) this.#state = this.#saved.pop() ?? this.#state;
    else if (OBJECTS.has(type)) this.#add("other");
    else if (type === RECORD.font && data.length >= 14)
      this.#add({ height: Math.abs(data.readInt16LE(0)), charset: data.readUInt8(13) });
    else if (data.length >= 2) this.#set(type, data);
  }

  /** Objects take the first free number. */
  #add(object: Font | "other"): void {
    if (this.#free > 0) {
      this.#objects[this.#objects.indexOf(undefined)] = object;
      this.#free--;
    } else if (this.#objects.length < MAX_OBJECTS) this.#objects.push(object);
  }

  #set(type: number, data: Buffer): void {
    const first = data.readInt16LE(0);
    if (type === RECORD.textAlign) this.#state = { ...this.#state, align: first };
    else if (type === RECORD.remove) this.#remove(first);
    else if (type === RECORD.select) {
      const object = this.#objects[first];
      if (typeof object === "object")
        this.#state = { ...this.#state, font: { ...object, height: object.height || 12 } };
    } else if (data.length >= 4) this.#setPoint(type, { x: data.readInt16LE(2), y: first });
  }

  #remove(number: number): void {
    if (this.#objects[number] === undefined) return;
    this.#objects[number] = undefined;
    this.#free++;
  }

  #setPoint(type: number, point: Point): void {
    if (type === RECORD.windowOrigin) this.#state = { ...this.#state, origin: point };
    else if (type === RECORD.moveTo) this.#state = { ...this.#state, position: point };
    else if (type === RECORD.windowExtent && point.x !== 0 && point.y !== 0) {
      this.#state = { ...this.#state, extent: point };
      this.#window ??= { ...this.#state.origin, width: point.x, height: point.y };
    }
  }

  /** Its length, its characters, and its place. */
  #text(data: Buffer): void {
    if (data.length < 2) return;
    const length = data.readUInt16LE(0);
    const end = 2 + length + (length % 2);
    if (end + 4 > data.length) return;
    const reference = { x: data.readInt16LE(end + 2), y: data.readInt16LE(end) };
    this.#place(data.subarray(2, 2 + length), reference, undefined);
  }

  /** Its place, its length, perhaps a rectangle, its characters, and the distances between them. */
  #extendedText(data: Buffer): void {
    if (data.length < 8) return;
    const [length, options] = [data.readUInt16LE(4), data.readUInt16LE(6)];
    const start = (options & (OPAQUE | CLIPPED)) === 0 ? 8 : 16;
    if (start + length > data.length || (options & GLYPH_INDEXES) !== 0) return;
    const widthsAt = start + length + (length % 2);
    const hasWidths = widthsAt + 2 * length <= data.length;
    let advance = 0;
    for (let index = 0; hasWidths && index < length; index++)
      advance += data.readInt16LE(widthsAt + 2 * index);
    const reference = { x: data.readInt16LE(2), y: data.readInt16LE(0) };
    this.#place(data.subarray(start, start + length), reference, advance > 0 ? advance : undefined);
  }

  #place(characters: Buffer, reference: Point, advance: number | undefined): void {
    const { font, align, position, origin } = this.#state;
    const text = textOf(characters, font.charset);
    const window = this.#state.extent ?? (this.#box && { x: this.#box.width, y: this.#box.height });
    if (text.trim() === "" || !window) return;
    const start = this.#state.extent ? origin : (this.#box ?? origin);
    const at = (align & TEXT_ALIGN.atPosition) === 0 ? reference : position;
    const place = placedText(text, align, {
      x: (at.x - start.x) / window.x,
      y: (at.y - start.y) / window.y,
      height: font.height / Math.abs(window.y),
      width: advance === undefined ? undefined : advance / Math.abs(window.x),
    });
    if (isInside(place)) this.texts.push(place);
  }
}

const OPAQUE = 2;
const CLIPPED = 4;
const GLYPH_INDEXES = 0x10;
const SYMBOLS = 2;
const PRIVATE_AREA = 0xf000;

function textOf(characters: Buffer, charset: number): string {
  if (charset === SYMBOLS) return Array.from(characters, (code) => symbolOf(PRIVATE_AREA + code)).join("");
  const text = new TextDecoder(encodingOfCharset(charset) ?? "windows-1252").decode(characters);
  return text.replaceAll("\0", "");
}
