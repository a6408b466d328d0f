import { ExtractionError } from "../../../failure/extraction-error.ts";
import { notesBelowLine, textSection, type FlowDocument, type PageParts } from "../../model/flow-document.ts";
import { KEPT, PARTS, SKIPPED } from "./rtf-destinations.ts";
import { encodingOfCharset, encodingOfCodePage } from "./rtf-encodings.ts";
import { RtfFlow } from "./rtf-flow.ts";
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

interface State {
  readonly bold: boolean;
  readonly italic: boolean;
  readonly size: number;
  readonly font: number;
  /** Characters to skip after a Unicode character. */
  readonly skip: number;
  readonly destination: "text" | "skipped" | "header" | "footer" | "note" | "marker" | "fonts" | "remark";
}

/** Reads a Rich Text Format document. */
export function readRtf(bytes: Uint8Array): FlowDocument {
  const reader = new RtfReader();
  for (const token of rtfTokens(Buffer.from(bytes).toString("latin1"))) reader.take(token);
  return reader.document();
}

class RtfReader {
  readonly #stack: State[] = [];
  #state: State = { bold: false, italic: false, size: 12, font: 0, skip: 1, destination: "text" };
  readonly #flows = {
    text: new RtfFlow(),
    header: new RtfFlow(),
    footer: new RtfFlow(),
    note: new RtfFlow(),
  };
  readonly #encodings = new Map<number, string>();
  #encoding = "windows-1252";
  #bytes: number[] = [];
  #toSkip = 0;
  #optional = false;
  #marks = 0;
  #remark = "";

  take(token: RtfToken): void {
    if (token.kind !== "byte") this.#flush();
    if (token.kind === "open") this.#open();
    else if (token.kind === "close") this.#close();
    else if (token.kind === "word") this.#word(token.word, token.value);
    else if (token.kind === "byte") this.#byte(token.byte);
    else this.#text(token.text);
  }

  document(): FlowDocument {
    this.#flush();
    const { text, header, footer, note } = this.#flows;
    const parts = (flow: RtfFlow): PageParts => ({ every: flow.blocks() });
    const blocks = [...text.blocks(), ...notesBelowLine(note.blocks())];
    return {
      title: "",
      sections: [textSection(blocks, { header: parts(header), footer: parts(footer) })],
      notes: [],
      files: [],
    };
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
    this.#state = outer;
    this.#toSkip = 0;
    if (last === outer.destination) return;
    if (last === "note") this.#flows.note.endParagraph();
    if (last === "remark") {
      this.#flows.text.add({ kind: "remark", author: "", text: this.#remark.trim() });
      this.#remark = "";
    }
  }

  #word(word: string, value: number | undefined): void {
    if (word === "*") {
      this.#optional = true;
      return;
    }
    const isOptional = this.#optional;
    this.#optional = false;
    if (this.#enter(word, isOptional) || this.#encode(word, value)) return;
    const character = CHARACTERS[word];
    if (word === "u") this.#unicode(value ?? 0);
    else if (character !== undefined) this.#text(character);
    else if (this.#flow()) this.#format(word, value);
  }

  /** Takes words about encodings; true if the word is one. */
  #encode(word: string, value = 0): boolean {
    if (word === "uc") this.#state = { ...this.#state, skip: value };
    else if (word === "ansicpg") this.#encoding = encodingOfCodePage(value);
    else if (word === "mac") this.#encoding = "macintosh";
    else if (word === "f") this.#state = { ...this.#state, font: value };
    else if (word === "fcharset") this.#charset(value);
    else return false;
    return true;
  }

  /** Starts a destination; true if the word is one. */
  #enter(word: string, isOptional: boolean): boolean {
    const part = PARTS[word];
    if (word === "fonttbl") this.#state = { ...this.#state, destination: "fonts" };
    else if (this.#state.destination === "skipped") return false;
    else if (word === "annotation") this.#state = { ...this.#state, destination: "remark" };
    else if (word === "footnote") this.#note();
    else if (word === "listtext" || word === "pntext")
      this.#state = { ...this.#state, destination: "marker" };
    else if (part) this.#state = { ...this.#state, destination: part };
    else if (SKIPPED.has(word) || (isOptional && !KEPT.has(word)))
      this.#state = { ...this.#state, destination: "skipped" };
    else return false;
    return true;
  }

  #note(): void {
    const mark = `[${++this.#marks}]`;
    this.#text(mark);
    this.#state = { ...this.#state, destination: "note" };
    this.#flows.note.marker(mark);
  }

  #format(word: string, value: number | undefined): void {
    const isOn = value !== 0;
    if (word === "b") this.#state = { ...this.#state, bold: isOn };
    else if (word === "i") this.#state = { ...this.#state, italic: isOn };
    else if (word === "fs")
      this.#state = { ...this.#state, size: Math.min(Math.max((value ?? 24) / 2, 4), 72) };
    else if (word === "plain") this.#state = { ...this.#state, bold: false, italic: false, size: 12 };
    else this.#flow()?.control(word, value);
  }

  #flow(): RtfFlow | undefined {
    const { destination } = this.#state;
    if (destination === "skipped" || destination === "fonts" || destination === "remark") return undefined;
    return this.#flows[destination === "marker" ? "text" : destination];
  }

  #unicode(value: number): void {
    this.#write(String.fromCharCode(value & 0xffff));
    this.#toSkip = this.#state.skip;
  }

  #charset(charset: number): void {
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

  /** Decodes the bytes that were collected: characters may consist of several. */
  #flush(): void {
    if (this.#bytes.length === 0) return;
    const encoding = this.#encodings.get(this.#state.font) ?? this.#encoding;
    const bytes = Uint8Array.from(this.#bytes);
    this.#bytes = [];
    this.#write(new TextDecoder(encoding).decode(bytes));
  }

  #write(text: string): void {
    const { destination, size, bold, italic } = this.#state;
    if (destination === "marker") this.#flows.text.marker(text.trim());
    else if (destination === "remark") this.#remark += text;
    else this.#flow()?.text({ text, size, bold, italic });
  }
}
