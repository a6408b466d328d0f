import type { Glyphs, PageContent } from "./page-content.ts";

/**
 * The content of a page as small JSON that a person can read: glyphs that follow each other in one style are a run.
 * Numbers are rounded to a hundredth, so a page that is read back may differ by that much.
 */
export interface ContentJson extends Omit<PageContent, "glyphs"> {
  readonly runs: readonly GlyphRun[];
}

/** Glyphs with the same baseline, font, size, angle and flags. */
interface GlyphRun {
  /** The glyphs' text; a list if a glyph has none, or several characters. */
  readonly text: string | readonly string[];
  /** The first glyph's place if each of the others begins where the one before it ends. */
  readonly x: number | readonly number[];
  readonly y: number;
  readonly advance: readonly number[];
  readonly angle: number;
  readonly size: number;
  readonly font: number;
  readonly flags: number;
  /** As in `Glyphs`; absent if the page has none. */
  readonly confidence?: number;
  readonly block?: number;
  readonly marked?: number;
}

type Style = Omit<GlyphRun, "text" | "x" | "advance">;

interface OpenRun {
  readonly style: Style;
  readonly text: string[];
  readonly x: number[];
  readonly advance: number[];
}

/** The page's content for `JSON.stringify`. */
export function contentJson({ glyphs, ...rest }: PageContent): ContentJson {
  const runs: OpenRun[] = [];
  for (let i = 0; i < glyphs.count; i++) {
    const style = styleOf(glyphs, i);
    let run = runs.at(-1);
    if (run === undefined || !isSame(run.style, style))
      runs.push((run = { style, text: [], x: [], advance: [] }));
    run.text.push(glyphs.text[i] ?? "");
    run.x.push(rounded(glyphs.x[i] ?? 0));
    run.advance.push(rounded(glyphs.advance[i] ?? 0));
  }
  return roundedDeep({
    ...rest,
    runs: runs.map(({ style, text, x, advance }) => ({
      text: joined(text),
      x: followingEachOther(x, advance) ?? x,
      advance,
      ...style,
    })),
  });
}

/** The content that `contentJson` returned. */
export function contentOf({ runs, ...rest }: ContentJson): PageContent {
  const texts = runs.map(({ text }) => (typeof text === "string" ? Array.from(text) : text));
  const count = texts.reduce((sum, { length }) => sum + length, 0);
  const glyphs = {
    count,
    text: texts.flat(),
    x: Float32Array.from(
      runs.flatMap(({ x, advance }) => (typeof x === "number" ? placesFrom(x, advance) : x)),
    ),
    y: filled(Float32Array, "y"),
    advance: Float32Array.from(runs.flatMap(({ advance }) => advance)),
    angle: filled(Float32Array, "angle"),
    size: filled(Float32Array, "size"),
    font: filled(Uint16Array, "font"),
    flags: filled(Uint8Array, "flags"),
    ...(has("confidence") && { confidence: filled(Float32Array, "confidence") }),
    ...(has("block") && { block: filled(Int32Array, "block") }),
    ...(has("marked") && { marked: filled(Int32Array, "marked") }),
  };
  return { ...rest, glyphs };

  function has(name: keyof Style): boolean {
    return runs.some((run) => run[name] !== undefined);
  }

  function filled<A extends { fill(value: number, from: number, to: number): unknown }>(
    Numbers: new (length: number) => A,
    name: keyof Style,
  ): A {
    const values = new Numbers(count);
    let from = 0;
    for (const [index, run] of runs.entries()) {
      const to = from + (texts[index]?.length ?? 0);
      values.fill(run[name] ?? 0, from, to);
      from = to;
    }
    return values;
  }
}

function styleOf(glyphs: Glyphs, i: number): Style {
  return {
    y: rounded(glyphs.y[i] ?? 0),
    angle: rounded(glyphs.angle[i] ?? 0),
    size: rounded(glyphs.size[i] ?? 0),
    font: glyphs.font[i] ?? 0,
    flags: glyphs.flags[i] ?? 0,
    ...(glyphs.confidence && { confidence: rounded(glyphs.confidence[i] ?? 1) }),
    ...(glyphs.block && { block: glyphs.block[i] ?? 0 }),
    ...(glyphs.marked && { marked: glyphs.marked[i] ?? 0 }),
  };
}

function isSame(a: Style, b: Style): boolean {
  return (
    a.y === b.y &&
    a.font === b.font &&
    a.size === b.size &&
    a.angle === b.angle &&
    a.flags === b.flags &&
    a.confidence === b.confidence &&
    a.block === b.block &&
    a.marked === b.marked
  );
}

/** The first place if all others are where the glyph before them ends; undefined otherwise. */
function followingEachOther(
  [first = 0, ...rest]: readonly number[],
  advance: readonly number[],
): number | undefined {
  const places = placesFrom(first, advance);
  return rest.every((place, at) => Math.abs(place - (places[at + 1] ?? 0)) < SAME_PLACE) ? first : undefined;
}

/** Points; rounding alone moves glyphs by this much. */
const SAME_PLACE = 0.02;

function placesFrom(first: number, advance: readonly number[]): readonly number[] {
  const places: number[] = [];
  let next = first;
  for (const own of advance) {
    places.push(next);
    next += own;
  }
  return places;
}

/** One text if each glyph is one code point. */
function joined(text: readonly string[]): string | readonly string[] {
  const whole = text.join("");
  const points = Array.from(whole);
  return points.length === text.length && points.every((point, at) => point === text[at]) ? whole : text;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

/** The same plain data with rounded numbers. */
function roundedDeep<T>(value: T): T {
  return JSON.parse(
    JSON.stringify(value, (_, own: unknown) => (typeof own === "number" ? rounded(own) : own)),
  );
}
