import { embeddingLevels, mirrorOf } from "../../layout/bidi/bidi.ts";
import type { Run } from "../model/flow-document.ts";
import { charactersOf, type DocumentFonts, type Glyph } from "./document-fonts.ts";

/** A line of text: its segments and its size. Lengths are in points. */
export interface Line {
  readonly segments: readonly Segment[];
  /** Without trailing spaces. */
  readonly width: number;
  readonly size: number;
}

/** Glyphs of one font and size. */
export interface Segment {
  readonly x: number;
  readonly size: number;
  readonly font: string;
  /** The codes in hexadecimal. */
  readonly codes: string;
  readonly isHidden: boolean;
  /** Its text is a number of pages, this run of them. */
  readonly counted?: Run | undefined;
}

/** Distance of default tab stops. */
const TAB = 36;

/** A tab stop nearer than this, in multiples of the text size, is passed: words beside a tab stay apart. */
const LEAST_TAB = 0.4;

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const WIDE = 1000;

/** Equal characters of a style share one object: a long text has millions. */
interface SizedGlyph {
  readonly glyph: Glyph;
  readonly kind: "text" | "space";
  /** In points. */
  readonly width: number;
  readonly size: number;
  readonly isHidden: boolean;
  /** The number of pages that it is a part of. */
  readonly counted?: Run;
}

interface Token {
  readonly kind: "text" | "space" | "tab" | "break";
  readonly glyphs: readonly SizedGlyph[];
  readonly width: number;
  readonly size: number;
}

/** Breaks runs into lines of at most `width`; only a word wider than a line is broken. */
export function linesOf(runs: readonly Run[], width: number, fonts: DocumentFonts): readonly Line[] {
  const lines: Line[] = [];
  const isRightToLeft = runs.some(({ text }) => RIGHT_TO_LEFT.test(text));
  const breaker = new LineBreaker(width, (tokens) => {
    lines.push(lineOf(tokens, isRightToLeft, runs[0]?.size ?? 0));
  });
  eachToken(runs, fonts, (token) => breaker.add(token));
  breaker.end();
  return lines;
}

/** The widths that a text needs: of its longest word, and of its longest line unless it is broken. */
export function widthsOf(
  runs: readonly Run[],
  fonts: DocumentFonts,
): { readonly word: number; readonly line: number } {
  let [word, line, current] = [0, 0, 0];
  eachToken(runs, fonts, (token) => {
    if (token.kind === "break") current = 0;
    current += token.kind === "tab" ? TAB + LEAST_TAB * token.size : token.width;
    if (token.kind === "text") word = Math.max(word, token.width);
    line = Math.max(line, current);
  });
  return { word, line };
}

/** Token by token: the glyphs of a long text at once would exceed the memory limit. Generators take twice as long. */
function eachToken(runs: readonly Run[], fonts: DocumentFonts, onToken: (token: Token) => void): void {
  const word = new OpenToken(onToken);
  let style: RunStyle | undefined;
  for (const run of runs) {
    if (!style?.isOf(run)) style = new RunStyle(run, fonts);
    for (const character of charactersOf(run.text)) {
      const kind = CONTROLS[character];
      if (kind === undefined) word.add(style.glyph(character));
      else {
        word.end();
        onToken({ kind, glyphs: [], width: 0, size: run.size });
      }
    }
  }
  word.end();
}

/** The glyphs of runs that look alike. */
class RunStyle {
  readonly #run: Run;
  readonly #fonts: DocumentFonts;
  readonly #glyphs = new Map<string, SizedGlyph>();

  constructor(run: Run, fonts: DocumentFonts) {
    this.#run = run;
    this.#fonts = fonts;
  }

  isOf(run: Run): boolean {
    const own = this.#run;
    if (own.count || run.count) return own === run;
    const isOfFont = own.size === run.size && own.bold === run.bold && own.italic === run.italic;
    return isOfFont && own.isHidden === run.isHidden;
  }

  glyph(character: string): SizedGlyph {
    const known = this.#glyphs.get(character);
    if (known) return known;
    const run = this.#run;
    const glyph = this.#fonts.glyph(character, run);
    const kind = character === " " || character === "\u3000" ? "space" : "text";
    const { size, isHidden = false } = run;
    const sized: SizedGlyph = {
      glyph,
      kind,
      width: (glyph.width * size) / 1000,
      size,
      isHidden,
      ...(run.count && { counted: run }),
    };
    this.#glyphs.set(character, sized);
    return sized;
  }
}

const CONTROLS: Readonly<Record<string, "break" | "tab">> = { "\n": "break", "\t": "tab" };

/** A longer word is several tokens; no page is as wide. */
const LONGEST_WORD = 10_000;

/** Collects glyphs into a word, or the space between two. */
class OpenToken {
  readonly #onToken: (token: Token) => void;
  #glyphs: SizedGlyph[] = [];
  #last: Glyph | undefined;
  #kind: "text" | "space" = "text";
  #width = 0;
  #size = 0;

  constructor(onToken: (token: Token) => void) {
    this.#onToken = onToken;
  }

  add(sized: SizedGlyph): void {
    if (this.#endsBefore(sized)) this.end();
    this.#kind = sized.kind;
    this.#glyphs.push(sized);
    this.#last = sized.glyph;
    this.#width += sized.width;
    this.#size = Math.max(this.#size, sized.size);
  }

  /** The token ends, if it has glyphs; the next one begins. */
  end(): void {
    if (!this.#last) return;
    this.#onToken({ kind: this.#kind, glyphs: this.#glyphs, width: this.#width, size: this.#size });
    this.#glyphs = [];
    this.#last = undefined;
    this.#width = 0;
    this.#size = 0;
  }

  #endsBefore({ glyph, kind }: SizedGlyph): boolean {
    const last = this.#last;
    if (!last) return false;
    return kind !== this.#kind || isBreakBetween(last, glyph) || this.#glyphs.length >= LONGEST_WORD;
  }
}

/** Punctuation that starts no line, and brackets that end none. */
const CLOSING =
  /^[\u3001\u3002\u3009\u300b\u300d\u300f\u3011\u3015\uff01\uff09\uff0c\uff0e\uff1a\uff1b\uff1f\uff3d\uff5d]/;
const OPENING = /^[\u3008\u300a\u300c\u300e\u3010\u3014\uff08\uff3b\uff5b]/;

/** Lines may end before and after wide characters of East Asian scripts; Latin capitals are narrower. */
function isBreakBetween(last: Glyph, next: Glyph): boolean {
  if (last.width < WIDE && next.width < WIDE) return false;
  const isWide = last.text > "\u1100" || next.text > "\u1100";
  return isWide && !CLOSING.test(next.text) && !OPENING.test(last.text);
}

class LineBreaker {
  readonly #width: number;
  readonly #onLine: (tokens: readonly Token[]) => void;
  #line: Token[] = [];
  #x = 0;

  constructor(width: number, onLine: (tokens: readonly Token[]) => void) {
    this.#width = width;
    this.#onLine = onLine;
  }

  add(token: Token): void {
    if (token.kind === "break") {
      this.#line.push(token);
      this.#end();
    } else if (token.kind === "tab") {
      const stop = (Math.floor((this.#x + LEAST_TAB * token.size) / TAB) + 1) * TAB;
      this.#put({ ...token, width: stop - this.#x });
    } else if (token.kind === "space" || this.#x + token.width <= this.#width) this.#put(token);
    else this.#wrap(token);
  }

  /** Ends the last line. */
  end(): void {
    if (this.#line.length > 0) this.#end();
  }

  #put(token: Token): void {
    this.#line.push(token);
    this.#x += token.width;
  }

  #end(): void {
    this.#onLine(this.#line);
    this.#line = [];
    this.#x = 0;
  }

  #wrap(token: Token): void {
    if (this.#line.length > 0) this.#end();
    if (token.width <= this.#width) this.#put(token);
    else for (const part of this.#parts(token)) this.add(part);
  }

  /** A word that is wider than a line, in parts that are not. */
  *#parts({ glyphs, size }: Token): Generator<Token, void, undefined> {
    let part: SizedGlyph[] = [];
    let width = 0;
    for (const sized of glyphs) {
      if (part.length > 0 && width + sized.width > this.#width) {
        yield { kind: "text", glyphs: part, width, size };
        part = [];
        width = 0;
      }
      part.push(sized);
      width += sized.width;
    }
    // A part of one glyph may be wider than the line; as a space it is placed nevertheless.
    yield { kind: width > this.#width ? "space" : "text", glyphs: part, width, size };
  }
}

function lineOf(tokens: readonly Token[], isRightToLeft: boolean, size: number): Line {
  const visible = tokens.slice(0, tokens.findLastIndex(({ kind }) => kind === "text" || kind === "tab") + 1);
  const line = new LineOfSegments();
  for (const group of byTabs(visible)) {
    if (group.kind === "tab") line.advance(group.width);
    else for (const sized of isRightToLeft ? inVisualOrder(group.glyphs) : group.glyphs) line.add(sized);
  }
  return { ...line.ended(), size: Math.max(size, ...tokens.map((token) => token.size)) };
}

/** Words and spaces between tabs as one token, because right-to-left text is ordered as a whole. */
function* byTabs(tokens: readonly Token[]): Generator<Pick<Token, "kind" | "glyphs" | "width">> {
  let glyphs: SizedGlyph[] = [];
  for (const token of tokens) {
    if (token.kind !== "tab") {
      for (const sized of token.glyphs) glyphs.push(sized);
      continue;
    }
    yield { kind: "text", glyphs, width: 0 };
    glyphs = [];
    yield token;
  }
  yield { kind: "text", glyphs, width: 0 };
}

class LineOfSegments {
  readonly #segments: Segment[] = [];
  #x = 0;
  #start = 0;
  #codes: string[] = [];
  #font = "";
  #size = 0;
  #isHidden = false;
  #counted: Run | undefined;

  add({ glyph, width, size, isHidden, counted }: SizedGlyph): void {
    const isOfStyle = glyph.font.name === this.#font && size === this.#size && isHidden === this.#isHidden;
    if (!isOfStyle || counted !== this.#counted) {
      this.#cut(glyph.font.name, size);
      this.#isHidden = isHidden;
      this.#counted = counted;
    }
    this.#codes.push(glyph.code);
    this.#x += width;
  }

  advance(width: number): void {
    this.#cut("", 0);
    this.#x += width;
  }

  ended(): Pick<Line, "segments" | "width"> {
    this.#cut("", 0);
    return { segments: this.#segments, width: this.#x };
  }

  #cut(font: string, size: number): void {
    if (this.#codes.length > 0) {
      const codes = this.#codes.join("");
      const segment = { x: this.#start, size: this.#size, font: this.#font, codes, isHidden: this.#isHidden };
      this.#segments.push(this.#counted ? { ...segment, counted: this.#counted } : segment);
    }
    this.#codes = [];
    this.#counted = undefined;
    this.#start = this.#x;
    this.#font = font;
    this.#size = size;
  }
}

/** Rule L2 of the bidirectional algorithm: from the highest level down, runs of that level are reversed. */
function inVisualOrder(glyphs: readonly SizedGlyph[]): readonly SizedGlyph[] {
  const characters = glyphs.map(({ glyph }) => String.fromCodePoint(glyph.text.codePointAt(0) ?? 0));
  const first = characters.find((character) => /\p{L}/u.test(character)) ?? "";
  const levels = embeddingLevels(characters, RIGHT_TO_LEFT.test(first) ? "rtl" : "ltr");
  const order = glyphs.map((sized, index) => ({
    sized: mirrored(sized, levels[index] ?? 0),
    level: levels[index] ?? 0,
  }));
  for (let level = Math.max(0, ...levels); level > 0; level--) reverseRuns(order, level);
  return order.map(({ sized }) => sized);
}

function reverseRuns(order: { readonly level: number }[], level: number): void {
  for (let start = 0; start < order.length; start++) {
    let end = start;
    while ((order[end]?.level ?? -1) >= level) end++;
    if (end === start) continue;
    order.splice(start, end - start, ...order.slice(start, end).toReversed());
    start = end;
  }
}

/** A bracket in right-to-left text is drawn, and read, as its mirror image. */
function mirrored(sized: SizedGlyph, level: number): SizedGlyph {
  const mirror = level % 2 === 1 ? mirrorOf(sized.glyph.text) : undefined;
  if (mirror === undefined) return sized;
  const { font } = sized.glyph;
  const glyph = font.add(mirror);
  return glyph ? { ...sized, glyph, width: (glyph.width * sized.size) / 1000 } : sized;
}
