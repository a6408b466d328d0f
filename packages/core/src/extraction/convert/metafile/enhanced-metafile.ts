import { isInside, MAX_TEXTS, placedText, TEXT_ALIGN, type DrawnText, type Metafile } from "./drawn-text.ts";
import { Transform, type Point } from "./transform.ts";

const MAX_SAVED_STATES = 100;

/** Records that are read ([MS-EMF] 2.1.1). */
const RECORD = {
  header: 1,
  windowExtent: 9,
  windowOrigin: 10,
  viewportExtent: 11,
  viewportOrigin: 12,
  mapMode: 17,
  textAlign: 22,
  moveTo: 27,
  save: 33,
  restore: 34,
  worldTransform: 35,
  changedTransform: 36,
  select: 37,
  font: 82,
  text8: 83,
  text16: 84,
} as const;

const HEADER = 88;
const SIGNATURE = 0x46_4d_45_20;
const HUNDREDTHS_OF_MM_PER_POINT = 2540 / 72;

/** Reads the text of an Enhanced Metafile (EMF), which office programs store to show objects; undefined for other files. */
export function readEnhancedMetafile(bytes: Uint8Array): Metafile | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const frame = frameOf(file);
  if (!frame) return undefined;
  const reader = new MetafileReader(frame.inPixels);
  for (let at = 0; at + 8 <= file.length;) {
    const size = file.readUInt32LE(at + 4);
    if (size < 8 || at + size > file.length || reader.texts.length >= MAX_TEXTS) break;
    reader.read(file.readUInt32LE(at), file.subarray(at, at + size));
    at += size;
  }
  return { width: frame.width, height: frame.height, texts: reader.texts };
}

/** The size of the drawing in points, and its place in pixels of the device that it was made for. */
function frameOf(
  file: Buffer,
): { readonly width: number; readonly height: number; readonly inPixels: Frame } | undefined {
  const isMetafile =
    file.length >= HEADER && file.readUInt32LE(0) === RECORD.header && file.readUInt32LE(40) === SIGNATURE;
  if (!isMetafile) return undefined;
  const [x, y] = [file.readInt32LE(24), file.readInt32LE(28)];
  const [width, height] = [file.readInt32LE(32) - x, file.readInt32LE(36) - y];
  const [across, down] = [perHundredth(file, 72, 80), perHundredth(file, 76, 84)];
  const inPixels = { x: x * across, y: y * down, width: width * across, height: height * down };
  if (!(inPixels.width > 0 && inPixels.height > 0)) return undefined;
  return { width: width / HUNDREDTHS_OF_MM_PER_POINT, height: height / HUNDREDTHS_OF_MM_PER_POINT, inPixels };
}

/** Pixels of the device per hundredth of a millimetre. */
function perHundredth(file: Buffer, pixelsAt: number, millimetresAt: number): number {
  return file.readInt32LE(pixelsAt) / (file.readInt32LE(millimetresAt) * 100);
}

interface Frame extends Point {
  readonly width: number;
  readonly height: number;
}

/** What a text record depends on; saved and restored as a whole. */
interface State {
  readonly transform: Transform;
  readonly fontHeight: number;
  readonly align: number;
  readonly position: Point;
}

const GLYPH_INDEXES = 0x10;

class MetafileReader {
  readonly texts: DrawnText[] = [];
  readonly #frame: Frame;
  readonly #fonts = new Map<number, number>();
  readonly #saved: State[] = [];
  #state: State = { transform: new Transform(), fontHeight: 12, align: 0, position: { x: 0, y: 0 } };

  constructor(frame: Frame) {
    this.#frame = frame;
  }

  read(type: number, record: Buffer): void {
    if (type === RECORD.text8 || type === RECORD.text16) this.#text(record, type);
    else if (type === RECORD.save) {
      if (this.#saved.length < MAX_SAVED_STATES) this.#saved.push(this.#state);
    } else if (type === RECORD.restore) this.#state = this.#saved.pop() ?? this.#state;
    else if (record.length >= 12) this.#set(type, record);
  }

  #set(type: number, record: Buffer): void {
    const first = record.readInt32LE(8);
    const { transform } = this.#state;
    if (type === RECORD.textAlign) this.#state = { ...this.#state, align: first };
    else if (type === RECORD.select)
      this.#state = { ...this.#state, fontHeight: this.#fonts.get(first) ?? this.#state.fontHeight };
    else if (type === RECORD.mapMode) this.#state = { ...this.#state, transform: transform.inMode(first) };
    else if (record.length >= 16) {
      const second = record.readInt32LE(12);
      const point = { x: first, y: second };
      if (type === RECORD.moveTo) this.#state = { ...this.#state, position: point };
      else if (type === RECORD.font) this.#fonts.set(first, Math.abs(second) || this.#state.fontHeight);
      else this.#state = { ...this.#state, transform: changed(transform, type, { record, point }) };
    }
  }

  #text(record: Buffer, type: number): void {
    if (record.length < 76) return;
    const count = record.readUInt32LE(44);
    const start = record.readUInt32LE(48);
    const width = type === RECORD.text16 ? 2 : 1;
    const hasIndexes = (record.readUInt32LE(52) & GLYPH_INDEXES) !== 0;
    if (hasIndexes || start + count * width > record.length) return;
    const text = record.subarray(start, start + count * width).toString(width === 2 ? "utf16le" : "latin1");
    if (text.trim() === "") return;
    this.#place(text, {
      reference: { x: record.readInt32LE(36), y: record.readInt32LE(40) },
      advance: advanceOf(record, count),
    });
  }

  #place(
    text: string,
    { reference, advance }: { readonly reference: Point; readonly advance: number | undefined },
  ): void {
    const { transform, fontHeight, align, position } = this.#state;
    const at = transform.apply((align & TEXT_ALIGN.atPosition) === 0 ? reference : position);
    const { x: scaleX, y: scaleY } = transform.scale();
    const place = placedText(text, align, {
      x: (at.x - this.#frame.x) / this.#frame.width,
      y: (at.y - this.#frame.y) / this.#frame.height,
      height: (fontHeight * scaleY) / this.#frame.height,
      width: advance === undefined ? undefined : (advance * scaleX) / this.#frame.width,
    });
    if (isInside(place)) this.texts.push(place);
  }
}

/** The width of a text in its own units: the sum of the distances between its characters. */
function advanceOf(record: Buffer, count: number): number | undefined {
  const start = record.readUInt32LE(72);
  if (start === 0 || start + count * 4 > record.length) return undefined;
  let sum = 0;
  for (let index = 0; index < count; index++) sum += record.readInt32LE(start + index * 4);
  return sum > 0 ? sum : undefined;
}

function changed(
  transform: Transform,
  type: number,
  { record, point }: { readonly record: Buffer; readonly point: Point },
): Transform {
  if (type === RECORD.windowExtent) return transform.with({ windowExtent: point });
  if (type === RECORD.windowOrigin) return transform.with({ windowOrigin: point });
  if (type === RECORD.viewportExtent) return transform.with({ viewportExtent: point });
  if (type === RECORD.viewportOrigin) return transform.with({ viewportOrigin: point });
  if (record.length < 32) return transform;
  const matrix = [8, 12, 16, 20, 24, 28].map((at) => record.readFloatLE(at));
  if (type === RECORD.worldTransform) return transform.inWorld(matrix, "set");
  if (type !== RECORD.changedTransform || record.length < 36) return transform;
  return transform.inWorld(matrix, CHANGES[record.readUInt32LE(32)] ?? "set");
}

const CHANGES: readonly ("identity" | "before" | "after" | "set" | undefined)[] = [
  undefined,
  "identity",
  "before",
  "after",
  "set",
];
