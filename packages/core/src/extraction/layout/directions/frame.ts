import type { Rect } from "../../geometry/rect.ts";

/**
 * A rotated coordinate system in which text of one direction reads to the right: x runs along the writing direction, y
 * from line to line, in points.
 */
export interface Frame {
  readonly cos: number;
  readonly sin: number;
}

/** The frame for text rotated by `degrees` clockwise. */
export function frameAt(degrees: number): Frame {
  const quarter = Math.round(degrees / 90);
  if (degrees === quarter * 90) {
    return { cos: [1, 0, -1, 0][quarter & 3] ?? 1, sin: [0, 1, 0, -1][quarter & 3] ?? 0 };
  }
  const radians = (degrees * Math.PI) / 180;
  return { cos: Math.cos(radians), sin: Math.sin(radians) };
}

/** The bounding box, in the frame, of a box on the page. */
export function boxInFrame(frame: Frame, box: Rect): Rect {
  return turned({ cos: frame.cos, sin: -frame.sin }, box);
}

/** The bounding box, on the page, of a box in the frame. */
export function boxOnPage(frame: Frame, box: Rect): Rect {
  return turned(frame, box);
}

function turned({ cos, sin }: Frame, box: Rect): Rect {
  if (sin === 0 && cos === 1) return box;
  const x0 = Math.min(box.x0 * cos, box.x1 * cos) + Math.min(-box.y0 * sin, -box.y1 * sin);
  const x1 = Math.max(box.x0 * cos, box.x1 * cos) + Math.max(-box.y0 * sin, -box.y1 * sin);
  const y0 = Math.min(box.x0 * sin, box.x1 * sin) + Math.min(box.y0 * cos, box.y1 * cos);
  const y1 = Math.max(box.x0 * sin, box.x1 * sin) + Math.max(box.y0 * cos, box.y1 * cos);
  return { x0, y0, x1, y1 };
}
