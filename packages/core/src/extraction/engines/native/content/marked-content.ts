import { replaceText } from "../glyphs/actual-text.ts";
import type { ContentLexer } from "./content-lexer.ts";
import {
  Dict,
  Lexer,
  Name,
  Parser,
  Ref,
  Stream,
  stringToPDFString,
  type XRef,
} from "../generated/pdfjs-core.mjs";
import type { GlyphWriter } from "../glyphs/glyph-writer.ts";
import { ARTIFACT, UNTAGGED } from "../../../page/page-tags.ts";
import type { ContentPage } from "./content-page.ts";
import type { MarkedGlyphs } from "../glyphs/marked-glyphs.ts";
import type { OptionalContent } from "../document/optional-content.ts";
import type { ShapeCollector } from "../shapes/shape-collector.ts";

interface Section {
  readonly hidden: boolean;
  /** The replacement text (ActualText) of the section, and its first glyph. */
  readonly actualText: string | undefined;
  readonly firstGlyph: number;
  /** Its marked-content identifier, or that of the enclosing section. */
  readonly tag: number;
}

/** Deeper nesting indicates damage; further sections are counted, not kept. */
const MAX_SECTIONS = 1000;

/** The open marked-content sections of one content stream. */
export class MarkedContent {
  readonly #glyphs: GlyphWriter;
  readonly #shapes: ShapeCollector;
  readonly #optionalContent: OptionalContent;
  readonly #marked: MarkedGlyphs | undefined;
  readonly #sections: Section[] = [];
  #hidden = 0;
  #uncounted = 0;

  /** Identifiers are recorded if the page records them; those within forms do not apply to the page. */
  constructor({ glyphs, shapes, context, markedGlyphs }: ContentPage) {
    this.#glyphs = glyphs;
    this.#shapes = shapes;
    this.#optionalContent = context.optionalContent;
    this.#marked = markedGlyphs;
  }

  get visible(): boolean {
    return this.#hidden === 0;
  }

  /** Opens a section without properties. */
  begin(lexer: ContentLexer): void {
    const tag = lexer.name(0) === "Artifact" ? ARTIFACT : this.#tag;
    this.#open({ hidden: false, actualText: undefined, firstGlyph: this.#glyphs.count, tag });
  }

  /** Opens a section whose properties are inline or a named resource. */
  beginWithProperties(lexer: ContentLexer, resources: Dict, xref: XRef): void {
    const raw =
      lexer.nameCount < 2 ? inlineProperties(lexer, xref) : namedProperties(lexer.name(1), resources);
    this.#open({
      hidden: lexer.name(0) === "OC" && !this.#optionalContent.isVisible(raw),
      actualText: actualTextOf(raw, xref),
      firstGlyph: this.#glyphs.count,
      tag: this.#marked === undefined ? UNTAGGED : this.#tagOf(lexer, raw, xref),
    });
  }

  get #tag(): number {
    return this.#sections.at(-1)?.tag ?? UNTAGGED;
  }

  #tagOf(lexer: ContentLexer, raw: unknown, xref: XRef): number {
    if (lexer.name(0) === "Artifact") return ARTIFACT;
    return (lexer.nameCount < 2 ? inlineIdentifier(lexer) : namedIdentifier(raw, xref)) ?? this.#tag;
  }

  end(): void {
    if (this.#uncounted > 0) {
      this.#uncounted--;
      return;
    }
    const section = this.#sections.pop();
    if (!section) return;
    if (section.hidden) this.#hidden--;
    this.#marked?.mark(this.#glyphs.count, this.#shapes.images.length, this.#tag);
    if (section.actualText !== undefined) replaceText(this.#glyphs, section.firstGlyph, section.actualText);
  }

  /** Closes sections that the content left open. */
  endAll(): void {
    this.#uncounted = 0;
    while (this.#sections.length > 0) this.end();
  }

  #open(section: Section): void {
    if (this.#sections.length === MAX_SECTIONS) {
      this.#uncounted++;
      return;
    }
    this.#sections.push(section);
    if (section.hidden) this.#hidden++;
    this.#marked?.mark(section.firstGlyph, this.#shapes.images.length, section.tag);
  }
}

function namedProperties(name: string, resources: Dict): unknown {
  const properties = resources.get("Properties");
  return properties instanceof Dict ? properties.getRaw(name) : undefined;
}

/** The inline property dictionary, parsed only if it can matter. */
function inlineProperties({ bytes, dictStart, dictEnd }: ContentLexer, xref: XRef): unknown {
  const source = bytes.subarray(dictStart, dictEnd);
  if (source.length < "<</ActualText()>>".length || !includesActualText(source)) return undefined;
  try {
    return new Parser({ lexer: new Lexer(new Stream(source)), xref, recoveryMode: true }).getObj();
  } catch {
    return undefined;
  }
}

function includesActualText(source: Uint8Array): boolean {
  return Buffer.from(source.buffer, source.byteOffset, source.length).includes("/ActualText");
}

const IDENTIFIER = /\/MCID\s+(\d+)/;

function inlineIdentifier({ bytes, dictStart, dictEnd }: ContentLexer): number | undefined {
  const [, digits] = IDENTIFIER.exec(latin1(bytes.subarray(dictStart, dictEnd))) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

function latin1({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString("latin1");
}

function namedIdentifier(raw: unknown, xref: XRef): number | undefined {
  const properties = xref.fetchIfRef(raw);
  const identifier = properties instanceof Dict ? properties.get("MCID") : undefined;
  return typeof identifier === "number" ? identifier : undefined;
}

function actualTextOf(raw: unknown, xref: XRef): string | undefined {
  const properties = raw instanceof Ref ? xref.fetchIfRef(raw) : raw;
  if (!(properties instanceof Dict) || properties.get("Type") instanceof Name) return undefined;
  const text = properties.get("ActualText");
  return typeof text === "string" ? stringToPDFString(text) : undefined;
}
