import type { Affine } from "../../../geometry/affine.ts";
import { concatenated } from "../../../geometry/affine.ts";
import { BLACK, type Paint } from "./paint.ts";
import type { FontTable } from "../fonts/font-table.ts";

/** The graphics state saved by `q` and restored by `Q`, as far as text, ruling lines and boxes need it. */
export class GraphicsState {
  /** Transformation from user space to the upright page. */
  matrix: Affine;
  /** The bounding box of the clipping path. */
  clip: ClipBox;
  fill: Paint = BLACK;
  stroke: Paint = BLACK;
  lineWidth = 1;
  font: FontTable | null = null;
  fontSize = 0;
  characterSpacing = 0;
  wordSpacing = 0;
  /** Tz as a factor. */
  horizontalScale = 1;
  leading = 0;
  rise = 0;
  renderMode = 0;
  /** The constant opacity of fills. */
  fillOpacity = 1;
  /** A blend mode other than Normal, or a soft mask. */
  isBlended = false;
  /** The clipping path may be smaller than its bounding box. */
  hasShapedClip = false;

  constructor(matrix: Affine, clip: ClipBox) {
    this.matrix = matrix;
    this.clip = clip;
  }

  clone(): GraphicsState {
    const copy = new GraphicsState(this.matrix, this.clip);
    copy.fill = this.fill;
    copy.stroke = this.stroke;
    copy.lineWidth = this.lineWidth;
    copy.font = this.font;
    copy.fontSize = this.fontSize;
    copy.characterSpacing = this.characterSpacing;
    copy.wordSpacing = this.wordSpacing;
    copy.horizontalScale = this.horizontalScale;
    copy.leading = this.leading;
    copy.rise = this.rise;
    copy.renderMode = this.renderMode;
    copy.fillOpacity = this.fillOpacity;
    copy.isBlended = this.isBlended;
    copy.hasShapedClip = this.hasShapedClip;
    return copy;
  }

  /** Whether nothing shows through a filled area. */
  get hidesWhatIsBelow(): boolean {
    return this.fill !== "unknown" && this.fillOpacity >= 1 && !this.isBlended && !this.hasShapedClip;
  }

  transform(inner: Affine): void {
    this.matrix = concatenated(inner, this.matrix);
  }

  clipTo(box: ClipBox): void {
    const { clip } = this;
    this.clip = {
      x0: Math.max(clip.x0, box.x0),
      y0: Math.max(clip.y0, box.y0),
      x1: Math.min(clip.x1, box.x1),
      y1: Math.min(clip.y1, box.y1),
    };
  }
}

/** A bounding box on the page; empty if a first edge lies beyond its second. */
export interface ClipBox {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}
