import type { FormField } from "../../page/form-field.ts";
import {
  GLYPH,
  type DrawnShape,
  type FontFacts,
  type Outline,
  type PageContent,
  type PlacedImage,
  type Rule,
} from "../../page/page-content.ts";
import { frameAt } from "../directions/frame.ts";
import type { LayoutOptions } from "../../page/layout-options.ts";

/** The default extract options, in `native_text` mode. */
export const OPTIONS: LayoutOptions = {
  mode: "native_text",
  outputMode: "layout_preserving",
  textOrder: "reading_order",
  lineTolerance: 0.4,
  lineStrategy: "left-priority",
  horizontalStretchFactor: 1,
  markVerticalLines: false,
  markHorizontalLines: false,
  allowRotatedText: true,
  watermarkAngleThreshold: 25,
  ignoreVerticalText: false,
  derotateThreshold: 10,
  minTableWidth: 0,
};

export interface TextStyle {
  /** Default: 10 points. */
  readonly size?: number;
  /** Degrees clockwise. */
  readonly angle?: number;
  /** Advance of every glyph in fractions of the size; default 0.5. */
  readonly advance?: number;
  /** Added after every glyph, in points. */
  readonly spacing?: number;
  readonly vertical?: boolean;
  /** Cap height in fractions of the size; by default the font declares none. */
  readonly capHeight?: number;
  /** Name of the font, such as "Made-Bold". */
  readonly font?: string;
}

/** A made-up page: text at places, rules, outlines and fields. Every glyph is half a size wide. */
export class PageBuilder {
  readonly #glyphs: {
    text: string;
    x: number;
    y: number;
    advance: number;
    angle: number;
    size: number;
    font: number;
  }[] = [];
  readonly #rules: Rule[] = [];
  readonly #shapes: DrawnShape[] = [];
  readonly #images: PlacedImage[] = [];
  readonly #outlines: Outline[] = [];
  readonly #fields: FormField[] = [];
  readonly #fonts: FontFacts[] = [];

  /** Adds `text` from its baseline's start, one glyph per code point. */
  text(text: string, x: number, y: number, style: TextStyle = {}): this {
    return this.glyphs(Array.from(text), x, y, style);
  }

  /** Adds glyphs whose texts may be several characters or none. */
  glyphs(texts: readonly string[], x: number, y: number, style: TextStyle = {}): this {
    const { size = 10, angle = 0, advance = 0.5, spacing = 0, vertical = false, capHeight } = style;
    const { cos, sin } = frameAt(angle);
    const font = this.#fontOf({
      name: style.font ?? "Made",
      ascent: 0.8,
      descent: -0.2,
      vertical,
      ...(capHeight !== undefined && { capHeight }),
    });
    let along = 0;
    for (const text of texts) {
      const width = /^\p{M}/u.test(text) ? 0 : advance * size;
      const place = { x: x + along * cos, y: y + along * sin };
      this.#glyphs.push({ text, ...place, advance: width, angle, size, font });
      along += width + spacing;
    }
    return this;
  }

  #fontOf(facts: FontFacts): number {
    const known = this.#fonts.findIndex(
      (font) =>
        font.name === facts.name && font.vertical === facts.vertical && font.capHeight === facts.capHeight,
    );
    return known >= 0 ? known : this.#fonts.push(facts) - 1;
  }

  rule(x0: number, y0: number, x1: number, y1: number): this {
    this.#rules.push({ x0, y0, x1, y1, thickness: 0.5 });
    return this;
  }

  outline(
    kind: Outline["kind"],
    x: number,
    y: number,
    style: { size?: number; filled?: boolean } = {},
  ): this {
    const { size = 8, filled = false } = style;
    this.#outlines.push({ kind, filled, box: { x0: x, y0: y, x1: x + size, y1: y + size } });
    return this;
  }

  image(x0: number, y0: number, x1: number, y1: number): this {
    this.#images.push({ box: { x0, y0, x1, y1 }, pixelWidth: 0, pixelHeight: 0 });
    return this;
  }

  /** Adds a filled area. */
  area(x0: number, y0: number, x1: number, y1: number): this {
    this.#shapes.push({ x0, y0, x1, y1, isSlanted: false });
    return this;
  }

  /** Adds a slanted line or a curve. */
  slanted(x0: number, y0: number, x1: number, y1: number): this {
    this.#shapes.push({ x0, y0, x1, y1, isSlanted: true });
    return this;
  }

  field(field: Partial<FormField> & Pick<FormField, "kind" | "box">): this {
    this.#fields.push({ name: "f", value: "", checked: null, multiline: false, fontSize: 0, ...field });
    return this;
  }

  build(): PageContent {
    const all = this.#glyphs;
    return {
      width: 612,
      height: 792,
      rotation: 0,
      glyphs: {
        count: all.length,
        text: all.map((glyph) => glyph.text),
        x: Float32Array.from(all, (glyph) => glyph.x),
        y: Float32Array.from(all, (glyph) => glyph.y),
        advance: Float32Array.from(all, (glyph) => glyph.advance),
        angle: Float32Array.from(all, (glyph) => glyph.angle),
        size: Float32Array.from(all, (glyph) => glyph.size),
        font: Uint16Array.from(all, (glyph) => glyph.font),
        flags: Uint8Array.from(all, flagsOf),
      },
      fonts: this.#fonts,
      rules: this.#rules,
      shapes: this.#shapes,
      images: this.#images,
      outlines: this.#outlines,
      fields: this.#fields,
      notes: [],
    };
  }
}

function flagsOf({ text, x, y }: { readonly text: string; readonly x: number; readonly y: number }): number {
  const blank = text.trim() === "" && text !== "" ? GLYPH.BLANK : 0;
  return blank + (x < 0 || y < 0 || x > 612 || y > 792 ? GLYPH.OFF_PAGE : 0);
}
