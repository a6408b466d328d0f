import { ExtractionError } from "../../../failure/extraction-error.ts";
import type { FlowDocument, PageCount, Run } from "../../model/flow-document.ts";
import { pageCountOf } from "../../model/page-counts.ts";
import { KEPT, partOf, SKIPPED, type PartDestination } from "./rtf-destinations.ts";
import { encodingOfCharset, encodingOfCodePage, isCutOff } from "../../encodings/character-encodings.ts";
import { symbolText } from "../../model/symbols.ts";
import { RtfFlow } from "./rtf-flow.ts";
import { RtfPicture } from "./rtf-picture.ts";
import { RtfSections } from "./rtf-sections.ts";
import { rtfTokens, type RtfToken } from "./rtf-tokens.ts";

const CHARACTERS: Readonly<Record<string, string>> = {
  tab: "\t",
  line: "\n",
  lbr: "\n",
  emdash: "—",
  endash: "–",
  bullet: "•",
  lquote: "‘",
  rquote: "’",
  ldblquote: "“",
  rdblquote: "”",
  emspace: "\u2003",
  enspace: "\u2002",
  qmspace: "\u2005",
};

const MAX_DEPTH = 1000;

/** The character set of fonts such as Symbol and Wingdings. */
const SYMBOL_CHARSET = 2;

/** How text is without formatting. */
const PLAIN = { bold: false, italic: false, size: 12, isHidden: false } as const;

interface State {
  readonly bold: boolean;
  readonly italic: boolean;
  readonly size: number;
  readonly font: number;
  /** Characters to skip after a Unicode character. */
  readonly skip: number;
  readonly isHidden: boolean;
  readonly isDeleted: boolean;
  readonly destination:
    | "text"
    | "skipped"
    | PartDestination
    | "note"
    | "marker"
    | "fonts"
    | "remark"
    | "field code"
    | "picture";
  /** The field that the text is in. */
  readonly field: Field | undefined;
}

interface Field {
  code: string;
  /** The number of pages that it is has been written. */
  isShown: boolean;
}

/** Characters of a field's code that are kept. */
const MAX_CODE = 200;

/** Reads a Rich Text Format document. */
export function readRtf(bytes: Uint8Array): FlowDocument {
  const reader = new RtfReader();
  for (const token of rtfTokens(Buffer.from(bytes).toString("latin1"))) reader.take(token);
  return reader.document();
}

class RtfReader {
  readonly #stack: State[] = [];
  #state: State = { ...PLAIN, font: 0, skip: 1, isDeleted: false, destination: "text", field: undefined };
  readonly #sections = new RtfSections();
  readonly #notes = new RtfFlow();
  readonly #encodings = new Map<number, string>();
  readonly #symbolFonts = new Set<number>();
  #encoding = "windows-1252";
  #defaultFont = 0;
  #bytes: number[] = [];
  #toSkip = 0;
  #optional = false;
  /** The next token is the first of its group. */
  #startsGroup = false;
  #marks = 0;
  #remark = "";
  #picture = new RtfPicture();

  take(token: RtfToken): void {
    if (token.kind !== "byte" && token.kind !== "text") this.#flush();
    if (token.kind === "text") this.#text(this.#completed(token.text));
    else if (token.kind === "open") this.#open();
    else if (token.kind === "close") this.#close();
    else if (token.kind === "word") this.#word(token.word, token.value);
    else this.#byte(token.byte);
    this.#startsGroup = token.kind === "open";
  }

  document(): FlowDocument {
    this.#flush();
    return { title: "", sections: this.#sections.sections(this.#notes.blocks()), notes: [], files: [] };
  }

  #open(): void {
    if (this.#stack.length >= MAX_DEPTH)
      throw new ExtractionError(
        "DAMAGED_DOCUMENT",
        "The RTF document is damaged: its groups are nested too deeply.",
      );
    this.#stack.push(this.#state);
    this.#toSkip = 0;
    this.#optional = false;
  }

  #close(): void {
    const last = this.#state.destination;
    const outer = this.#stack.pop();
    if (!outer) return;
    const { field } = this.#state;
    // A field without a result.
    if (field && field !== outer.field) this.#writeCount("1", pageCountOf(field.code));
    this.#state = outer;
    this.#toSkip = 0;
    if (last === outer.destination) return;
    if (last === "note") this.#notes.endParagraph();
    const picture = last === "picture" ? this.#picture.block() : undefined;
    if (picture) this.#flow()?.add(picture);
    if (last === "remark") {
      this.#sections.text.add({ kind: "remark", author: "", text: this.#remark.trim() });
      this.#remark = "";
    }
  }

  #word(word: string, value: number | undefined): void {
    if (word === "*") {
      // Some programs mark styles of characters so, in the middle of a group.
      this.#optional = this.#startsGroup;
      return;
    }
    const isOptional = this.#optional;
    this.#optional = false;
    if (this.#enter(word, isOptional) || this.#encode(word, value)) return;
    if (this.#state.destination === "picture") this.#picture.control(word, value);
    const character = CHARACTERS[word];
    if (word === "u") this.#unicode(value ?? 0);
    else if (word === "chpgn") this.#flow()?.text({ ...this.#runOf("1"), count: { of: "page" } });
    else if (character !== undefined) this.#text(character);
    else if (this.#flow()) this.#format(word, value);
  }

  /** Takes words about encodings; true if the word is one. */
  #encode(word: string, value = 0): boolean {
    if (word === "uc") this.#state = { ...this.#state, skip: value };
    else if (word === "ansicpg") this.#encoding = encodingOfCodePage(value);
    else if (word === "mac") this.#encoding = "macintosh";
    else if (word === "deff") this.#defaultFont = value;
    else if (word === "f") this.#state = { ...this.#state, font: value };
    else if (word === "fcharset") this.#charset(value);
    else return false;
    return true;
  }

  /** Starts a destination; true if the word is one. */
  #enter(word: string, isOptional: boolean): boolean {
    const part = partOf(word);
    const { destination } = this.#state;
    if (word === "fonttbl") this.#state = { ...this.#state, destination: "fonts" };
    else if (destination === "skipped") return false;
    else if (word === "field") this.#state = { ...this.#state, field: { code: "", isShown: false } };
    else if (word === "fldinst") this.#state = { ...this.#state, destination: "field code" };
    else if (destination === "field code") return false;
    else if (word === "pict") this.#startPicture();
    else if (word === "annotation") this.#state = { ...this.#state, destination: "remark" };
    else if (word === "footnote") this.#note();
    else if (word === "listtext" || word === "pntext")
      this.#state = { ...this.#state, destination: "marker" };
    else if (part) this.#startPart(part);
    else if (SKIPPED.has(word) || (isOptional && !KEPT.has(word)))
      this.#state = { ...this.#state, destination: "skipped" };
    else return false;
    return true;
  }

  #startPicture(): void {
    this.#picture = new RtfPicture();
    this.#state = { ...this.#state, destination: "picture" };
  }

  #startPart(part: PartDestination): void {
    this.#sections.start(part);
    this.#state = { ...this.#state, destination: part };
  }

  #note(): void {
    const mark = `[${++this.#marks}]`;
    this.#text(mark);
    this.#state = { ...this.#state, destination: "note" };
    this.#notes.marker(mark);
  }

  #format(word: string, value: number | undefined): void {
    const isOn = value !== 0;
    if (word === "b") this.#state = { ...this.#state, bold: isOn };
    else if (word === "i") this.#state = { ...this.#state, italic: isOn };
    else if (word === "fs")
      this.#state = { ...this.#state, size: Math.min(Math.max((value ?? 24) / 2, 4), 72) };
    else if (word === "v") this.#state = { ...this.#state, isHidden: isOn };
    else if (word === "deleted") this.#state = { ...this.#state, isDeleted: isOn };
    else if (word === "plain") this.#state = { ...this.#state, ...PLAIN, font: this.#defaultFont };
    else {
      this.#flow()?.control(word, value);
      if (this.#state.destination === "text") this.#sections.control(word, value);
    }
  }

  #flow(): RtfFlow | undefined {
    const { destination } = this.#state;
    const part = partOf(destination);
    if (part) return this.#sections.part(part);
    if (destination === "note") return this.#notes;
    return destination === "text" || destination === "marker" ? this.#sections.text : undefined;
  }

  #unicode(value: number): void {
    this.#write(String.fromCharCode(value & 0xffff));
    this.#toSkip = this.#state.skip;
  }

  #charset(charset: number): void {
    if (charset === SYMBOL_CHARSET) this.#symbolFonts.add(this.#state.font);
    const encoding = encodingOfCharset(charset);
    if (encoding !== undefined) this.#encodings.set(this.#state.font, encoding);
  }

  #byte(byte: number): void {
    if (this.#toSkip > 0) this.#toSkip--;
    else this.#bytes.push(byte);
  }

  #text(text: string): void {
    const skipped = Math.min(this.#toSkip, text.length);
    this.#toSkip -= skipped;
    this.#write(text.slice(skipped));
  }

  get #ownEncoding(): string {
    return this.#encodings.get(this.#state.font) ?? this.#encoding;
  }

  /** The second byte of a character may be a letter of ASCII: the text after it. */
  #completed(text: string): string {
    const isSecond = this.#toSkip === 0 && isCutOff(this.#bytes, this.#ownEncoding);
    if (isSecond) this.#bytes.push(text.charCodeAt(0));
    this.#flush();
    return isSecond ? text.slice(1) : text;
  }

  /** Decodes the bytes that were collected: characters may consist of several. */
  #flush(): void {
    if (this.#bytes.length === 0) return;
    const bytes = Uint8Array.from(this.#bytes);
    this.#bytes = [];
    const isSymbol = this.#isInSymbolFont && this.#state.destination === "marker";
    this.#write(
      isSymbol ? Buffer.from(bytes).toString("latin1") : new TextDecoder(this.#ownEncoding).decode(bytes),
    );
  }

  #write(text: string): void {
    const { destination, isHidden, isDeleted, field } = this.#state;
    if (destination === "picture") this.#picture.add(text);
    if (destination === "field code" && field && field.code.length < MAX_CODE) field.code += text;
    if (isHidden || isDeleted) return;
    const count = field && pageCountOf(field.code);
    if (destination === "marker")
      this.#sections.text.marker(this.#isInSymbolFont ? symbolText(text.trim()) : text.trim());
    else if (destination === "remark") this.#remark += text;
    else if (count) this.#writeCount(text, count);
    else this.#flow()?.text(this.#runOf(text));
  }

  get #isInSymbolFont(): boolean {
    return this.#symbolFonts.has(this.#state.font);
  }

  /** Writes the number of a field, once. */
  #writeCount(text: string, count: PageCount | undefined): void {
    const { field } = this.#state;
    const flow = this.#flow();
    if (!flow || !field || field.isShown || !count) return;
    field.isShown = true;
    flow.text({ ...this.#runOf(text), count });
  }

  #runOf(text: string): Run {
    const { size, bold, italic } = this.#state;
    return { text, size, bold, italic };
  }
}
