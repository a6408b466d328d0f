import { boxAround } from "../../geometry/rect.ts";
import type { DirectionRows } from "../../layout/layout-page.ts";
import type { Row } from "../../layout/rows/rows.ts";
import type { Segment } from "../../layout/rows/segment.ts";
import type { PageContent } from "../../page/page-content.ts";
import { ARTIFACT, type PageTags, type TagElement, UNTAGGED } from "../../page/page-tags.ts";
import { lineOf, styleOfLine, type TextLine } from "../geometry/page-lines.ts";
import { pageLines } from "../geometry/paragraphs/line-breaks.ts";
import { edgesOf } from "../geometry/paragraphs/paragraphs.ts";
import { type Piece, roundedBox } from "../geometry/piece.ts";
import type { ItemRole, PageBlock, PageTextBlock, TextRole } from "../model/page-structure.ts";
import { CONTRADICTED_TABLE } from "./cell-order.ts";
import { doubtAbout } from "./doubtful-tags.ts";
import { type TaggedPiece, taggedText } from "./tagged-pieces.ts";
import { type CellPieces, taggedTable } from "./tagged-tables.ts";
import { type TagRun, tagRuns } from "./tag-runs.ts";

/** What is needed to find the blocks of text that the tags do not describe. */
export interface TagSearch {
  readonly tags: PageTags;
  readonly directions: readonly DirectionRows[];
  readonly images: PageContent["images"];
  readonly piecesOf: (direction: DirectionRows) => (segment: Segment) => Piece;
  /** The blocks of some rows of a direction, by geometry. */
  readonly blocksOfRows: (direction: DirectionRows, rows: readonly Row[]) => readonly PageBlock[];
}

/** The blocks that the tags of a page describe, or why the tags are doubtful. */
export type TaggedBlocks =
  | {
      readonly blocks: readonly PageBlock[];
      /** Blocks without a place in the order of the tags. */
      readonly others: readonly PageBlock[];
      /** A note for the user; "" if there is none. */
      readonly note: string;
    }
  | { readonly fault: string };

interface DirectedPiece extends TaggedPiece {
  readonly direction: DirectionRows;
}

/** Finds the blocks of a page from its tags. */
export function taggedBlocks(search: TagSearch): TaggedBlocks {
  const { runs, runOf } = tagRuns(search.tags);
  const pieces: DirectedPiece[] = [];
  let segments = 0;
  let alternating = 0;
  for (const direction of search.directions) {
    const text = taggedText({ direction, pieceOf: search.piecesOf(direction), runOf });
    for (const piece of text.pieces) pieces.push({ ...piece, direction });
    segments += text.segments;
    alternating += text.alternating;
  }
  const assembly = new Assembly(runs, pieces, search);
  const blocks = assembly.blocks();
  const fault = doubtAbout(blocks, alternating / Math.max(1, segments));
  if (fault !== undefined) return { fault };
  return { blocks, others: assembly.others(), note: assembly.hasContradictedTable ? CONTRADICTED_TABLE : "" };
}

class Assembly {
  hasContradictedTable = false;
  readonly #runs: readonly TagRun[];
  readonly #search: TagSearch;
  /** In reading order, by run. */
  readonly #ofRun: ReadonlyMap<number, readonly DirectedPiece[]>;
  readonly #labels = new Map<string, readonly DirectedPiece[]>();
  readonly #tables = new Map<TagElement, Map<TagElement, (readonly Piece[])[]>>();
  /** Items whose marker was written with their first text. */
  readonly #labelled = new Set<string>();
  readonly #written = new Set<TagElement>();
  readonly #figures: ReadonlyMap<number, PageBlock>;

  constructor(runs: readonly TagRun[], pieces: readonly DirectedPiece[], search: TagSearch) {
    this.#runs = runs;
    this.#search = search;
    this.#ofRun = Map.groupBy(
      pieces.toSorted((a, b) => a.order - b.order),
      ({ run }) => run,
    );
    this.#figures = figuresByContent(search);
    for (const [index, { labelOf, cell }] of runs.entries()) {
      const own = this.#ofRun.get(index) ?? [];
      if (own.length === 0) continue;
      if (cell !== undefined) this.#addToCell(cell.table, cell.element, own);
      else if (labelOf !== undefined) this.#labels.set(labelOf, own);
    }
  }

  blocks(): readonly PageBlock[] {
    const blocks: PageBlock[] = [];
    const { contents } = this.#search.tags;
    const { runOf } = tagRuns(this.#search.tags);
    let last = -1;
    for (const content of contents.keys()) {
      const figure = this.#figures.get(content);
      if (figure !== undefined) blocks.push(figure);
      const run = runOf[content] ?? -1;
      if (run !== last) blocks.push(...this.#blocksOfRun(run));
      last = run;
    }
    return blocks;
  }

  /** Text outside the tags, and artifacts. */
  others(): readonly PageBlock[] {
    const rest = this.#ofRun.get(UNTAGGED) ?? [];
    const artifacts = this.#ofRun.get(ARTIFACT) ?? [];
    return [
      ...this.#byGeometry(rest),
      ...this.#byGeometry(artifacts).map((block): PageBlock => {
        return block.kind === "text" ? { ...block, role: { kind: "artifact" } } : block;
      }),
    ];
  }

  #addToCell(table: TagElement, element: TagElement, pieces: readonly DirectedPiece[]): void {
    const cells = this.#tables.get(table) ?? new Map<TagElement, (readonly Piece[])[]>();
    this.#tables.set(table, cells);
    const own = cells.get(element) ?? [];
    cells.set(element, own);
    own.push(pieces.map(({ piece }) => piece));
  }

  #blocksOfRun(index: number): readonly PageBlock[] {
    const run = this.#runs[index];
    const pieces = this.#ofRun.get(index) ?? [];
    if (run === undefined || pieces.length === 0) return [];
    if (run.cell !== undefined) return this.#tableOnce(run.cell.table);
    if (run.labelOf !== undefined) return this.#loneLabel(run, pieces);
    const { role } = run;
    if (role === undefined) return this.#byGeometry(pieces);
    if (role.kind !== "item") return [textBlock(pieces, role, run.element)];
    const labelled = this.#withLabel(role);
    const text = labelled.label === "" ? afterBullet(pieces) : undefined;
    return text === undefined
      ? [textBlock(pieces, labelled, run.element)]
      : [textBlock(text, { ...labelled, label: LETTER_BULLET }, run.element)];
  }

  #tableOnce(table: TagElement): readonly PageBlock[] {
    if (this.#written.has(table)) return [];
    this.#written.add(table);
    const cells: CellPieces = this.#tables.get(table) ?? new Map();
    const found = taggedTable(table, cells);
    this.hasContradictedTable ||= found.isContradicted;
    if (found.table !== undefined) return [found.table];
    const pieces = this.#runs.flatMap(({ cell }, index) =>
      cell?.table === table ? (this.#ofRun.get(index) ?? []) : [],
    );
    return this.#byGeometry(pieces);
  }

  #withLabel(role: ItemRole): ItemRole {
    if (this.#labelled.has(role.item)) return role;
    this.#labelled.add(role.item);
    const label = (this.#labels.get(role.item) ?? []).map(({ piece }) => piece.text).join(" ");
    return { ...role, label };
  }

  /** The marker of an item without text on this page. */
  #loneLabel({ labelOf, role, element }: TagRun, pieces: readonly DirectedPiece[]): readonly PageBlock[] {
    const hasText = this.#runs.some(
      ({ role: other, labelOf: own }, index) =>
        own === undefined && other?.kind === "item" && other.item === labelOf && this.#ofRun.has(index),
    );
    return hasText ? [] : [textBlock(pieces, role ?? { kind: "paragraph" }, element)];
  }

  /** The blocks of pieces as if they were alone on the page. */
  #byGeometry(pieces: readonly DirectedPiece[]): readonly PageBlock[] {
    const { blocksOfRows } = this.#search;
    return [...Map.groupBy(pieces, ({ direction }) => direction)].flatMap(([direction, own]) => {
      const rows = [...Map.groupBy(own, ({ row }) => row)].map(([row, parts]) => ({
        ...row,
        segments: parts.map(({ piece }) => piece.segment).toSorted((a, b) => a.x0 - b.x0),
      }));
      return blocksOfRows(
        direction,
        rows.toSorted((a, b) => a.y - b.y),
      );
    });
  }
}

/** The bullet of the second level in Word: the letter, in a monospaced font. */
const LETTER_BULLET = "o";

/** The text of an item after that bullet, which stands apart; undefined if the item does not begin with it. */
function afterBullet([first, second, ...rest]: readonly DirectedPiece[]):
  | readonly DirectedPiece[]
  | undefined {
  if (first?.piece.text !== LETTER_BULLET || second?.row !== first.row) return undefined;
  return [second, ...rest];
}

function textBlock(pieces: readonly DirectedPiece[], role: TextRole, element: string): PageTextBlock {
  const lines = linesOf(pieces);
  const edges = edgesOf(lines);
  const longest = lines.reduce((a, b) => (b.text.length > a.text.length ? b : a));
  return {
    kind: "text",
    lines: pageLines(lines, edges),
    style: styleOfLine(longest),
    role,
    element,
    column: edges,
  };
}

/** Successive pieces of one row are one line. */
function linesOf(pieces: readonly DirectedPiece[]): readonly [TextLine, ...TextLine[]] {
  const lines: Piece[][] = [];
  let last: Row | undefined;
  for (const { piece, row } of pieces) {
    if (row === last) lines.at(-1)?.push(piece);
    else lines.push([piece]);
    last = row;
  }
  const [first = [], ...rest] = lines;
  return [lineOf(first), ...rest.map((own) => lineOf(own))];
}

/** The images that the tags contain, by their marked content; those of one figure are one block. */
function figuresByContent({
  tags: { elements, contents },
  images,
}: TagSearch): ReadonlyMap<number, PageBlock> {
  const boxes = Map.groupBy(
    images
      .filter(({ marked = UNTAGGED }) => marked >= 0)
      .toSorted((a, b) => (a.marked ?? 0) - (b.marked ?? 0)),
    ({ marked = 0 }) => figureAbove(elements, contents[marked]) ?? marked,
  );
  return new Map(
    [...boxes].flatMap(([figure, own]) => {
      const description = typeof figure === "number" ? "" : figure.description;
      const box = boxAround(own.map((image) => image.box));
      if (box === undefined) return [];
      const block: PageBlock = {
        kind: "figure",
        box: roundedBox(box),
        ...(description !== "" && { description }),
      };
      return [[own[0]?.marked ?? 0, block] as const];
    }),
  );
}

function figureAbove(elements: readonly TagElement[], index: number | undefined): TagElement | undefined {
  for (let own = elements[index ?? -1]; own !== undefined; own = elements[own.parent])
    if (own.type === "Figure") return own;
  return undefined;
}
