import { ExtractionError } from "../../../failure/extraction-error.ts";
import {
  headingSize,
  paragraph,
  run,
  textSection,
  type Align,
  type Block,
  type FlowDocument,
  type PageParts,
  type Run,
  type TableRow,
} from "../../model/flow-document.ts";
import { rtfTokens, type RtfToken } from "./rtf-tokens.ts";

/** Destinations whose content is not text of the document. */
const SKIPPED: ReadonlySet<string> = new Set([
  "fonttbl",
  "colortbl",
  "stylesheet",
  "info",
  "pict",
  "object",
  "fldinst",
  "listtable",
  "listoverridetable",
  "revtbl",
  "rsidtbl",
  "generator",
  "themedata",
  "colorschememapping",
  "datastore",
  "latentstyles",
  "xmlnstbl",
  "filetbl",
  "pgptbl",
  "mmathPr",
  "bkmkstart",
  "bkmkend",
  "nonshppict",
  "sp",
  "panose",
  "falt",
  "atrfstart",
  "atrfend",
  "atnid",
  "atnauthor",
  "atntime",
  "atndate",
  "atnref",
  "listname",
  "template",
  "wgrffmtfilter",
  "pntxta",
  "pntxtb",
]);

/** Destinations marked as optional whose content is text. */
const KEPT: ReadonlySet<string> = new Set(["shpinst", "shptxt", "pntext", "nesttableprops", "annotation"]);

/** Header and footer destinations by where they appear. */
const PARTS: Readonly<Record<string, "header" | "footer">> = {
  header: "header",
  headerl: "header",
  headerr: "header",
  headerf: "header",
  footer: "footer",
  footerl: "footer",
  footerr: "footer",
  footerf: "footer",
};

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

const ALIGNMENTS: Readonly<Record<string, Align>> = { ql: "left", qj: "left", qc: "center", qr: "right" };

/** Encodings of fonts by their character set number. */
const CHARSETS: Readonly<Record<number, string>> = {
  0: "windows-1252",
  77: "macintosh",
  128: "shift_jis",
  129: "euc-kr",
  134: "gbk",
  136: "big5",
  161: "windows-1253",
  162: "windows-1254",
  163: "windows-1258",
  177: "windows-1255",
  178: "windows-1256",
  186: "windows-1257",
  204: "windows-1251",
  222: "windows-874",
  238: "windows-1250",
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
    const notes = note.blocks();
    const parts = (flow: RtfFlow): PageParts => ({ every: flow.blocks() });
    const blocks =
      notes.length === 0 ? text.blocks() : [...text.blocks(), paragraph([run("――――――")]), ...notes];
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
    else if (word === "ansicpg") this.#encoding = encodingOf(value);
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
    const encoding = CHARSETS[charset];
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

function encodingOf(codePage: number): string {
  const names: Readonly<Record<number, string>> = {
    932: "shift_jis",
    936: "gbk",
    949: "euc-kr",
    950: "big5",
    10000: "macintosh",
    65001: "utf-8",
    874: "windows-874",
  };
  return names[codePage] ?? (codePage >= 1250 && codePage <= 1258 ? `windows-${codePage}` : "windows-1252");
}

/** The outline level of body text. */
const NO_LEVEL = 9;

/** Paragraphs and table rows as they are written. */
class RtfFlow {
  readonly #blocks: Block[] = [];
  #runs: Run[] = [];
  #align: Align = "left";
  #level = 0;
  #indent = 0;
  #marker = "";
  #inTable = false;
  #cell: Block[] = [];
  #cells: Block[][] = [];
  #rows: TableRow[] = [];
  readonly #controls: Readonly<Record<string, (value: number | undefined) => void>> = {
    par: () => this.endParagraph(),
    sect: () => this.endParagraph(),
    pard: () => this.#reset(),
    page: () => this.#breakPage(),
    pagebb: () => this.#breakPage(),
    intbl: () => void (this.#inTable = true),
    cell: () => this.#endCell(),
    nestcell: () => this.#endCell(),
    row: () => this.#endRow(),
    nestrow: () => this.#endRow(),
    outlinelevel: (level = NO_LEVEL) => void (this.#level = level < NO_LEVEL ? level + 1 : 0),
    li: (indent = 0) => void (this.#indent = Math.min(Math.max(indent / 20, 0), 200)),
  };

  text(part: Run): void {
    if (part.text !== "") this.#runs.push(part);
  }

  marker(text: string): void {
    this.#marker += text;
  }

  add(block: Block): void {
    this.#blocks.push(block);
  }

  control(word: string, value: number | undefined): void {
    const act = this.#controls[word];
    if (act) act(value);
    else this.#align = ALIGNMENTS[word] ?? this.#align;
  }

  endParagraph(): void {
    const block = this.#paragraph();
    if (this.#inTable) this.#cell.push(block);
    else {
      this.#endTable();
      this.#blocks.push(block);
    }
  }

  blocks(): readonly Block[] {
    if (this.#runs.length > 0 || this.#cell.length > 0) this.endParagraph();
    if (this.#cells.length > 0 || this.#cell.length > 0) this.#endRow();
    this.#endTable();
    return this.#blocks;
  }

  #paragraph(): Block {
    const runs = this.#runs;
    this.#runs = [];
    const level = this.#level > 0 && this.#level <= 6 && runs.length > 0 ? this.#level : 0;
    const marker = this.#marker;
    this.#marker = "";
    return paragraph(runs.length > 0 ? runs : [run("", { size: headingSize(0) })], {
      level,
      marker,
      indent: marker === "" ? this.#indent : Math.max(0, this.#indent - 18),
      align: this.#align,
    });
  }

  #reset(): void {
    this.#align = "left";
    this.#level = 0;
    this.#indent = 0;
    this.#inTable = false;
  }

  #breakPage(): void {
    if (this.#runs.length > 0) this.endParagraph();
    this.#endTable();
    this.#blocks.push({ kind: "page-break" });
  }

  #endCell(): void {
    if (this.#runs.length > 0) this.#cell.push(this.#paragraph());
    this.#cells.push(this.#cell);
    this.#cell = [];
  }

  #endRow(): void {
    if (this.#cell.length > 0) this.#endCell();
    if (this.#cells.length > 0)
      this.#rows.push({ cells: this.#cells.map((blocks) => ({ columnSpan: 1, rowSpan: 1, blocks })) });
    this.#cells = [];
  }

  #endTable(): void {
    // Cells without the end of their row.
    if (this.#cells.length > 0) this.#endRow();
    if (this.#rows.length === 0) return;
    this.#blocks.push({ kind: "table", columnWidths: [], rows: this.#rows, headRows: 0 });
    this.#rows = [];
  }
}
