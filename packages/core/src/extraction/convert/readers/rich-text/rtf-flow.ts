import {
  headingSize,
  paragraph,
  run,
  type Align,
  type Block,
  type Run,
  type TableRow,
} from "../../model/flow-document.ts";

const ALIGNMENTS: Readonly<Record<string, Align>> = { ql: "left", qj: "left", qc: "center", qr: "right" };

/** The outline level of body text. */
const NO_LEVEL = 9;

/** Paragraphs and table rows as they are written. */
export class RtfFlow {
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
