/**
 * What the native engine uses of pdf.js's core, as it is in pdfjs-dist 6.5.438 with the changes of
 * scripts/build-pdfjs-core.ts. Objects of a document are hostile input: their values are `unknown`.
 */

export class Name {
  readonly name: string;
  static get(name: string): Name;
}

export class Ref {
  readonly num: number;
  readonly gen: number;
  toString(): string;
  static fromString(text: string): Ref | null;
}

export class Dict {
  readonly objId: string | null;
  readonly size: number;
  /** Follows a reference; throws what reading its object throws. */
  get(key: string, alternativeKey?: string): unknown;
  /** As `get`, and follows the references in an array. */
  getArray(key: string): unknown;
  getRaw(key: string): unknown;
  has(key: string): boolean;
  getKeys(): Iterable<string>;
  static readonly empty: Dict;
}

export class BaseStream {
  readonly dict: Dict | undefined;
  readonly isImageStream: boolean;
  /** What a decoding stream has decoded so far. */
  readonly buffer?: Uint8Array;
  readonly bufferLength?: number;
  getBytes(length?: number): Uint8Array;
  getString(): string;
  reset(): void;
}

export class Stream extends BaseStream {
  constructor(bytes: Uint8Array, start?: number, length?: number, dict?: Dict);
}

/** The stream of an image in JPEG; `bytes` are the file. */
export class JpegStream extends BaseStream {
  readonly bytes: Uint8Array;
}

export class Lexer {
  constructor(stream: BaseStream);
}

export class Parser {
  constructor(options: { readonly lexer: Lexer; readonly xref: XRef | null; readonly recoveryMode?: boolean });
  getObj(): unknown;
}

export interface XRef {
  readonly trailer: Dict;
  fetch(ref: Ref): unknown;
  fetchIfRef(value: unknown): unknown;
}

export interface CodeReading {
  charcode: number;
  length: number;
}

export interface CMap {
  readonly codespaceRanges: readonly (readonly number[])[];
  lookup(code: number): number | string | undefined;
  readCharCode(text: string, offset: number, reading: CodeReading): void;
}

export interface CoreGlyph {
  readonly unicode: string;
  /** In thousandths of an em, or in the units of a Type 3 font's matrix. */
  readonly width: number | undefined;
  /** Downward advance, and the origin's offset, of vertical writing. */
  readonly vmetric: readonly number[] | undefined;
  readonly category: {
    readonly isWhitespace: boolean;
    readonly isZeroWidthDiacritic: boolean;
    readonly isInvisibleFormatMark: boolean;
  };
}

export class Font {
  readonly name: string;
  readonly ascent: number | undefined;
  readonly descent: number | undefined;
  /** As a fraction of the size; 0 or NaN where the font does not say it. */
  readonly capHeight: number | undefined;
  readonly bbox: readonly number[] | undefined;
  readonly fontMatrix: readonly number[] | undefined;
  /** Advances by code or character number, in the units of the glyphs; with holes. */
  readonly widths: readonly (number | undefined)[];
  /** The advance of codes without one. */
  readonly defaultWidth: number | undefined;
  readonly vertical: boolean | undefined;
  readonly isType3Font: boolean | undefined;
  readonly cMap: CMap | undefined;
  readonly toUnicode: {
    has(code: number): boolean;
    get(code: number): string | undefined;
  };
  /** Names of glyphs by their codes, of the dictionary and of a program that was read. */
  readonly differences: ReadonlyMap<number, string>;
  /** Names of glyphs by their codes in the encoding that the dictionary names, or the standard one. */
  readonly defaultEncoding?: readonly (string | undefined)[];
  readonly builtInEncoding?: readonly (string | undefined)[];
  /** The font as its unread embedded program describes it, for codes that the dictionaries leave open. */
  readonly program?: () => Font;
  /** Of a composite font its embedded program, unread, and where its glyphs' numbers are not those of the characters. */
  readonly glyphNames?: { readonly file: BaseStream; readonly cidToGidMap: { get(cid: number): number | undefined } | undefined };
  /** The document says what the codes read as, or names a collection of characters that is known. */
  readonly hasToUnicode: boolean;
  readonly composite: boolean | undefined;
  /** There is no embedded program. */
  readonly missingFile: boolean;
  _charToGlyph(code: number, isSpace: boolean): CoreGlyph;
}

/** Reads a font program in the Compact Font Format. */
export class CFFParser {
  constructor(file: BaseStream, properties: Record<string, unknown>, seacAnalysisEnabled: boolean);
  parse(): { readonly isCIDFont: boolean; readonly charset: { readonly charset: readonly (string | number)[] } };
}

/** The names that every TrueType program may use by their numbers. */
export const MacStandardGlyphOrdering: readonly string[];

/** Code points by the numbers of the glyphs in Arial, Times New Roman and Courier New. */
export function getGlyphMapForStandardFonts(): Readonly<Record<number, number | undefined>>;

/** Code points by the names of Adobe's glyph list. */
export function getGlyphsUnicode(): Readonly<Record<string, number | undefined>>;

/** The text of codes, which a font may amend. */
export class ToUnicodeMap {
  private constructor();
  readonly size: number;
  has(code: number): boolean;
  /** Length of the text of all codes together. */
  textLength(): number;
  /** Another map of the same codes: amending one of them leaves the others as they are. */
  shared(): ToUnicodeMap;
}

/** Maps codes to themselves; never amended. */
export interface IdentityToUnicodeMap {
  has(code: number): boolean;
}

export class TranslatedFont {
  /** A font that could not be read has none of a font's members but a message. */
  readonly font: Font | { readonly error: string };
  loadType3Data(): Promise<void>;
}

export class WorkerTask {
  constructor(name: string);
}

export class PartialEvaluator {
  private constructor();
  /** The map of a name or stream; null for anything else and for a stream that cannot be read. */
  readToUnicode: (
    this: PartialEvaluator,
    source: unknown,
  ) => Promise<ToUnicodeMap | IdentityToUnicodeMap | null>;
  loadFont(name: string, font: Ref | Dict | null, resources: Dict, task: WorkerTask): Promise<TranslatedFont>;
}

export interface CorePage {
  readonly pageDict: Dict;
  readonly xref: XRef;
  readonly resources: Dict;
  readonly content: unknown;
  /** The visible part in default user space: x0, y0, x1, y1. */
  readonly view: readonly [number, number, number, number];
  readonly rotate: number;
  readonly userUnit: number;
  _createPartialEvaluator(handler: MessageHandler): PartialEvaluator;
}

/** Who answers pdf.js's requests; in a browser that is the page, here the installed package. */
export interface MessageHandler {
  readonly destroyed: boolean;
  send(): void;
  sendWithPromise(name: string, request: { readonly kind: string; readonly filename: string }): Promise<Uint8Array>;
}

/** Where the sizes of decoded streams are added up; `charge` throws when that is too much. */
export interface DecodeBudget {
  readonly streamLimit: number;
  charge(streamBytes: number, newBytes: number): void;
}

export class LocalPdfManager {
  constructor(options: {
    readonly source: Uint8Array;
    readonly docId: string;
    readonly docBaseUrl: null;
    readonly enableXfa: false;
    readonly password: string | null;
    readonly handler: MessageHandler;
    readonly evaluatorOptions: Record<string, unknown>;
  });
  decodeBudget: DecodeBudget | undefined;
  readonly pdfDocument: { readonly numPages: number; readonly xref: XRef };
  initDocument(recoveryMode: boolean): Promise<void>;
  getPage(index: number): Promise<CorePage>;
  cleanup(manuallyTriggered: boolean): Promise<void>;
  terminate(): void;
}

export class XRefParseException extends Error {}
export class InvalidPDFException extends Error {}
export class PasswordException extends Error {}

export function setVerbosityLevel(level: number): void;
/** Decodes a text string of a document: UTF-16, UTF-8 or PDFDocEncoding. */
export function stringToPDFString(text: string): string;
