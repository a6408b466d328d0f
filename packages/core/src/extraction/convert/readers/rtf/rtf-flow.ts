import { headingSize, paragraph, run, type Align, type Block, type Run } from "../../model/flow-document.ts";
import { TableFlow, type CellShape, type RowShape } from "../../model/table-flow.ts";

const ALIGNMENTS: Readonly<Record<string, Align>> = { ql: "left", qj: "left", qc: "center", qr: "right" };

/** The outline level of body text. */
const NO_LEVEL = 9;

/** Paragraphs and tables as they are written. */
export class RtfFlow {
  readonly #flow = new TableFlow();
  #runs: Run[] = [];
  #align: Align = "left";
  #level = 0;
  #indent = 0;
  #marker = "";
  /** In how many tables the paragraph is. */
  #depth = 0;
  #row: RowShape = NO_ROW;
  #cell: Omit<CellShape, "right"> = NO_MERGE;
  readonly #controls: Readonly<Record<string, (value: number | undefined) => void>> = {
    par: () => this.endParagraph(),
    sect: () => this.endParagraph(),
    pard: () => this.#reset(),
    page: () => this.#breakPage(),
    pagebb: () => this.#breakPage(),
    intbl: () => void (this.#depth = Math.max(this.#depth, 1)),
    itap: (depth = 1) => void (this.#depth = depth),
    cell: () => this.#endCell(1),
    nestcell: () => this.#endCell(Math.max(this.#depth, 2)),
    row: () => this.#endRow(1),
    nestrow: () => this.#endRow(Math.max(this.#depth, 2)),
    trowd: () => void (this.#row = NO_ROW),
    trleft: (left = 0) => void (this.#row = { ...this.#row, left }),
    trhdr: () => void (this.#row = { ...this.#row, isHead: true }),
    clmrg: () => void (this.#cell = { ...this.#cell, continuesRow: true }),
    clvmrg: () => void (this.#cell = { ...this.#cell, continuesColumn: true }),
    cellx: (right = 0) => this.#defineCell(right),
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
    this.#flow.add(block, this.#depth);
  }

  control(word: string, value: number | undefined): void {
    const act = this.#controls[word];
    if (act) act(value);
    else this.#align = ALIGNMENTS[word] ?? this.#align;
  }

  endParagraph(): void {
    this.#flow.add(this.#paragraph(), this.#depth);
  }

  blocks(): readonly Block[] {
    if (this.#runs.length > 0) this.endParagraph();
    return this.#flow.blocks();
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
    this.#depth = 0;
  }

  #breakPage(): void {
    if (this.#runs.length > 0) this.endParagraph();
    this.#flow.add({ kind: "page-break" }, 0);
  }

  #defineCell(right: number): void {
    // A file may define any number of cells.
    if (this.#row.cells.length < MAX_CELLS)
      this.#row = { ...this.#row, cells: [...this.#row.cells, { right, ...this.#cell }] };
    this.#cell = NO_MERGE;
  }

  #endCell(depth: number): void {
    if (this.#runs.length > 0) this.#flow.add(this.#paragraph(), depth);
    this.#flow.endCell(depth);
  }

  #endRow(depth: number): void {
    if (this.#runs.length > 0) this.#endCell(depth);
    this.#flow.endRow(depth, this.#row);
  }
}

/** Cells of a row that are defined. */
const MAX_CELLS = 1000;

const NO_ROW: RowShape = { left: 0, cells: [], isHead: false };
const NO_MERGE = { continuesRow: false, continuesColumn: false } as const;
