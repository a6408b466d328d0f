import { pictureNumber } from "../office-art/office-art.ts";
import type { Frame } from "../slides/slide-shapes.ts";
import {
  int16At,
  int32At,
  RECORD,
  recordIn,
  recordsIn,
  type OfficeRecord,
} from "../office-art/office-records.ts";

/** Coordinates are in 576ths of an inch. */
export const UNITS_PER_POINT = 8;

const PLACEHOLDER_KIND_AT = 4;

/** Groups inside groups are read to this depth. */
const MAX_DEPTH = 50;

/** A shape with text or a picture. */
export interface OldShape {
  readonly frame: Frame;
  /** What its text box contains. */
  readonly text: readonly OfficeRecord[];
  /** The kind of placeholder that it is; undefined for other shapes. */
  readonly placeholder: number | undefined;
  /** The number of its picture in the store of the presentation, counted from 1; 0 for none. */
  readonly picture: number;
}

/** How coordinates inside a group become those of the slide. */
type Transform = (frame: Frame) => Frame;

/** The shapes of a slide, a master or a page of notes that have text or a picture, with those inside groups, in drawing order. */
export function shapesOf(page: Buffer): readonly OldShape[] {
  const drawing = recordIn(recordIn(page, RECORD.drawing)?.data, RECORD.drawingContainer);
  const root = recordIn(drawing?.data, RECORD.group);
  return root ? shapesIn(root.data, (frame) => frame, MAX_DEPTH) : [];
}

function shapesIn(group: Buffer, transform: Transform, depth: number): readonly OldShape[] {
  return recordsIn(group).flatMap(({ type, data }): readonly OldShape[] => {
    if (type === RECORD.group && depth > 0) {
      return shapesIn(data, groupTransform(recordIn(data, RECORD.shape)?.data, transform), depth - 1);
    }
    if (type !== RECORD.shape) return [];
    const text = recordIn(data, RECORD.textBox);
    const picture = pictureNumber(data);
    if (!text && picture === 0) return [];
    const filled = recordIn(recordIn(data, RECORD.clientData)?.data, RECORD.placeholder);
    const placeholder = filled && (filled.data[PLACEHOLDER_KIND_AT] ?? 0);
    return [{ frame: transform(frameOf(data)), text: recordsIn(text?.data), placeholder, picture }];
  });
}

function groupTransform(shape: Buffer | undefined, outer: Transform): Transform {
  const coordinates = recordIn(shape, RECORD.groupCoordinates)?.data;
  if (!shape || !coordinates) return outer;
  const inside = rectangle(coordinates, int32At, [0, 4, 8, 12]);
  const outside = outer(frameOf(shape));
  if (inside.width === 0 || inside.height === 0) return outer;
  const scaleX = outside.width / inside.width;
  const scaleY = outside.height / inside.height;
  return ({ x, y, width, height }) => ({
    x: outside.x + (x - inside.x) * scaleX,
    y: outside.y + (y - inside.y) * scaleY,
    width: width * scaleX,
    height: height * scaleY,
  });
}

/** Where a shape is, in points: of the slide, or of its group. */
function frameOf(shape: Buffer): Frame {
  const inGroup = recordIn(shape, RECORD.childAnchor)?.data;
  if (inGroup) return rectangle(inGroup, int32At, [0, 4, 8, 12]);
  const onSlide = recordIn(shape, RECORD.clientAnchor)?.data;
  // Top, left, right, bottom.
  return onSlide && onSlide.length >= 16
    ? rectangle(onSlide, int32At, [4, 0, 8, 12])
    : rectangle(onSlide, int16At, [2, 0, 4, 6]);
}

function rectangle(
  data: Buffer | undefined,
  read: (data: Buffer | undefined, offset: number) => number,
  offsets: readonly [left: number, top: number, right: number, bottom: number],
): Frame {
  const [left, top, right, bottom] = offsets.map((offset) => read(data, offset) / UNITS_PER_POINT);
  if (left === undefined || top === undefined || right === undefined || bottom === undefined)
    return { x: 0, y: 0, width: 0, height: 0 };
  return { x: left, y: top, width: right - left, height: bottom - top };
}
