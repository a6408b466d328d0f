import type { Block } from "../../model/flow-document.ts";
import { ART, pictureNumber, storedPicture } from "../office-art/office-art.ts";
import { recordAt, recordsIn, type OfficeRecord } from "../office-art/office-records.ts";
import { changesIn, CODES } from "./properties.ts";
import { DRAWINGS, type WordStreams } from "./word-streams.ts";

const HEADER = 68;
const MODE_AT = 6;
const WIDTH_AT = 28;
const HEIGHT_AT = 30;
const SCALE_X_AT = 32;
const SCALE_Y_AT = 34;
/** The header is followed by the name of a file. */
const NAMED = 0x66;
const DRAWN = 0x64;
const TWIPS = 20;

/** The picture that a character of the text stands for, by the properties of the character. */
export function inlinePicture(list: Buffer, { data }: WordStreams): readonly Block[] {
  for (const { code, operand } of changesIn(list)) {
    if (code !== CODES.dataPlace) continue;
    const at = operand.readUInt32LE(0);
    return at + HEADER > data.length ? [] : pictureAt(data.subarray(at));
  }
  return [];
}

/** A picture of the data stream: its header and the records of its shape ([MS-DOC] 2.9.192). */
function pictureAt(data: Buffer): readonly Block[] {
  const picture = data.subarray(0, data.readUInt32LE(0));
  if (picture.length < HEADER) return [];
  const mode = picture.readUInt16LE(MODE_AT);
  if (mode !== NAMED && mode !== DRAWN) return [];
  const start = picture.readUInt16LE(4) + (mode === NAMED ? 1 + (picture[HEADER] ?? 0) : 0);
  const length = (at: number, scaleAt: number): number =>
    (picture.readUInt16LE(at) * (picture.readUInt16LE(scaleAt) || 1000)) / 1000 / TWIPS;
  const size = { width: length(WIDTH_AT, SCALE_X_AT), height: length(HEIGHT_AT, SCALE_Y_AT) };
  const stored = recordsIn(picture.subarray(start)).find(({ type }) => type !== ART.shape);
  if (!stored) return [];
  const bytes = (): Uint8Array => storedPicture(stored, NO_STREAM);
  return [{ kind: "picture", bytes, ...size, description: "" }];
}

/** Pictures in the text are where their shape is. */
const NO_STREAM = Buffer.alloc(0);

/** The pictures of shapes that float beside the text, by the number of the shape. */
export class ShapePictures {
  readonly #streams: WordStreams;
  #numbers: ReadonlyMap<number, number> | undefined;
  #store: readonly OfficeRecord[] = [];

  constructor(streams: WordStreams) {
    this.#streams = streams;
  }

  of(shape: number, size: { readonly width: number; readonly height: number }): readonly Block[] {
    this.#numbers ??= this.#read();
    const entry = this.#store[(this.#numbers.get(shape) ?? 0) - 1];
    if (!entry) return [];
    const bytes = (): Uint8Array => storedPicture(entry, this.#streams.main);
    return [{ kind: "picture", bytes, ...size, description: "" }];
  }

  /** Drawings are a store of pictures, then the shapes of the body and of the headers, each after a byte. */
  #read(): ReadonlyMap<number, number> {
    const content = this.#streams.structure(DRAWINGS);
    const group = recordAt(content, 0);
    if (group?.type !== ART.drawings) return new Map();
    this.#store = recordsIn(recordsIn(group.data).find(({ type }) => type === ART.store)?.data);
    const numbers = new Map<number, number>();
    for (let at = RECORD_HEADER + group.data.length + 1; ;) {
      const drawing = recordAt(content, at);
      if (!drawing || drawing.data.length === 0) break;
      for (const shape of shapesIn(drawing.data, MAX_DEPTH)) {
        const identity = recordsIn(shape).find(({ type }) => type === ART.shapeIdentity)?.data;
        const number = pictureNumber(shape);
        if (identity && identity.length >= 4 && number > 0) numbers.set(identity.readUInt32LE(0), number);
      }
      at += RECORD_HEADER + drawing.data.length + 1;
    }
    return numbers;
  }
}

const RECORD_HEADER = 8;
const MAX_DEPTH = 50;
const GROUPS: ReadonlySet<number> = new Set([0xf002, 0xf003]);

function shapesIn(group: Buffer, depth: number): readonly Buffer[] {
  return recordsIn(group).flatMap(({ type, data }): readonly Buffer[] => {
    if (type === ART.shape) return [data];
    return GROUPS.has(type) && depth > 0 ? shapesIn(data, depth - 1) : [];
  });
}
