import { deciding } from "../page/decision-log.ts";
import { boxOnPage } from "../layout/directions/frame.ts";
import { withoutLineNumbers } from "../layout/order/line-numbers.ts";
import { readingFlows } from "../layout/order/reading-order.ts";
import type { DirectionRows } from "../layout/layout-page.ts";
import { edgesOfRows, type RowEdges } from "../layout/rows/row-edges.ts";
import type { Row } from "../layout/rows/rows.ts";
import type { Segment } from "../layout/rows/segment.ts";
import type { PageContent } from "../page/page-content.ts";
import type { PageBlock, PageStructure, PageTable } from "./model/page-structure.ts";
import { withAiryRows } from "./decisions/airy-rows.ts";
import { withRuledTables } from "./tables/table-regions.ts";
import { withUnruledTables } from "./tables/unruled-tables.ts";
import { UNTAGGED } from "../page/page-tags.ts";
import { taggedBlocks } from "./tags/tagged-blocks.ts";
import { withDrawings } from "./drawings/drawings.ts";
import { inserted, withFigures } from "./geometry/figures.ts";
import { withDisplayedFormulas } from "./geometry/formulas/displayed-formulas.ts";
import { fieldsOfRow } from "./geometry/form-fields.ts";
import { withOutlinedHeadings } from "./geometry/outlined-headings.ts";
import { linesOfRow, type TextLine } from "./geometry/page-lines.ts";
import { withBullets } from "./geometry/misread-bullets.ts";
import { edgesOf, formulaBlock, textBlocks } from "./geometry/paragraphs/paragraphs.ts";
import { type Piece, PieceWriter } from "./geometry/piece.ts";

/** The structure of a page, from its tags if they can be believed, and from the rows of its layout. Pure. */
export function pageStructure(content: PageContent, directions: readonly DirectionRows[]): PageStructure {
  const { tags, tagFault } = content;
  // Values of fields are no text of the page, so its tags do not have them.
  const hasInserts = directions.some(({ glyphs }) => glyphs.hasInserts);
  if (tags === undefined || hasInserts) {
    recordTags(content, tagFault ?? (hasInserts ? "the page has values of fields" : "there are none"));
    return { version: 1, blocks: untaggedBlocks(content, directions), note: noteOf(tagFault) };
  }
  const found = taggedBlocks({
    tags,
    directions,
    images: content.images,
    piecesOf: (direction) => piecesOf(direction, content),
    blocksOfRows: (direction, rows) =>
      direction === directions[0]
        ? directionBlocks({ ...direction, rows }, content)
        : plainBlocks({ ...direction, rows }, content),
  });
  recordTags(content, "fault" in found ? found.fault : undefined);
  if ("fault" in found)
    return { version: 1, blocks: untaggedBlocks(content, directions), note: noteOf(found.fault) };
  const untagged = content.images.filter(({ marked = UNTAGGED }) => marked === UNTAGGED);
  const blocks = withFigures(inserted(found.others, found.blocks), { ...content, images: untagged });
  return { version: 1, blocks: withOutlinedHeadings(blocks, content.outline), note: found.note };
}

/** @param fault why the tags are not used; undefined if they are */
function recordTags({ width, height }: PageContent, fault: string | undefined): void {
  deciding.log?.record({
    question: "tags",
    accepted: fault === undefined,
    outcome: fault === undefined ? "The document's tags are used." : `No tags are used: ${fault}.`,
    box: { x0: 0, y0: 0, x1: width, y1: height },
    reasons: [],
  });
}

function noteOf(fault: string | undefined): string {
  return fault === undefined ? "" : `The document's tags were not used, because ${fault}.`;
}

function untaggedBlocks(content: PageContent, directions: readonly DirectionRows[]): readonly PageBlock[] {
  const {
    directions: [main, ...others],
    drawings,
  } = withDrawings(directions, content, (direction) => piecesOf(direction, content));
  const blocks = main === undefined ? [] : directionBlocks(main, content);
  const rest = others.flatMap((direction) => plainBlocks(direction, content));
  return withOutlinedHeadings(withFigures([...blocks, ...rest], content, drawings), content.outline);
}

function directionBlocks(direction: DirectionRows, content: PageContent): readonly PageBlock[] {
  if (deciding.log !== undefined) deciding.log.onPage = (box) => boxOnPage(direction.frame, box);
  const pieceOf = piecesOf(direction, content);
  const written = withBullets(direction, content.fonts);
  const { rows: lines, numbers } = withoutLineNumbers(written);
  const { rows, tables } = withRuledTables(lines, direction.rulings, pieceOf);
  const search = { pieceOf, horizontal: direction.rulings.horizontal, rows: written };
  const done = new Set<PageTable>();
  const flows = withAiryRows(readingFlows(rows));
  const edges = flows.map((flow) => edgesOfRows(flow));
  const blocks = flows.flatMap((flow, index) => {
    const column = columnOf(edges, index);
    return stretchesAt(flow, tables).flatMap((stretch): readonly PageBlock[] => {
      if ("table" in stretch) {
        if (done.has(stretch.table)) return [];
        done.add(stretch.table);
        return [stretch.table];
      }
      return withUnruledTables(stretch.rows, search).flatMap((part) =>
        part.kind === "table" ? [part.table] : paragraphsOf(part.rows, pieceOf, column),
      );
    });
  });
  return numbers.length === 0 ? blocks : [...blocks, ...paragraphsOf(numbers, pieceOf, edgesOfRows(numbers))];
}

/** The edges of a column; rows that stand apart are in the column of those above or below them. */
function columnOf(flows: readonly RowEdges[], index: number): RowEdges {
  const own = flows[index] ?? { x0: 0, x1: 0 };
  let { x0, x1 } = own;
  for (const near of [flows[index - 1], flows[index + 1]]) {
    if (near === undefined || own.x0 >= near.x1 || near.x0 >= own.x1) continue;
    x0 = Math.min(x0, near.x0);
    x1 = Math.max(x1, near.x1);
  }
  return { x0, x1 };
}

function plainBlocks(direction: DirectionRows, content: PageContent): readonly PageBlock[] {
  const { rows } = direction;
  return paragraphsOf(rows, piecesOf(direction, content), edgesOfRows(rows)).map((block) =>
    block.kind === "text" ? { ...block, turned: true } : block,
  );
}

/** @param column edges of the column that contains the rows */
function paragraphsOf(
  rows: readonly Row[],
  pieceOf: (segment: Segment) => Piece,
  column: RowEdges,
): readonly PageBlock[] {
  const lines = rows.map((row) => linesOfRow(row, pieceOf));
  const all = lines.flat();
  if (all.length === 0) return [];
  const edges = edgesOf(all);
  const blocks: PageBlock[] = [];
  const write = (text: readonly TextLine[]): void => {
    for (const run of withDisplayedFormulas(text, column.x0)) {
      if (run.kind === "formula") blocks.push(formulaBlock(run, edges));
      else blocks.push(...textBlocks(run.lines, edges, column));
    }
  };
  if (!rows.some((row) => hasFields(row))) {
    write(all);
    return blocks;
  }
  let open: TextLine[] = [];
  for (const [index, row] of rows.entries()) {
    if (!hasFields(row)) {
      open.push(...(lines[index] ?? []));
      continue;
    }
    const { fields, rest } = fieldsOfRow(row, pieceOf);
    if (rest.length > 0) open.push(...linesOfRow({ ...row, segments: rest }, pieceOf));
    write(open);
    open = [];
    blocks.push(...fields);
  }
  write(open);
  return blocks;
}

function hasFields({ segments }: Row): boolean {
  return segments.some(({ isFilled }) => isFilled === true);
}

function piecesOf(direction: DirectionRows, content: PageContent): (segment: Segment) => Piece {
  const writer = new PieceWriter(direction, content);
  return (segment) => writer.piece(segment);
}

type FlowPart = { readonly table: PageTable } | { readonly rows: readonly Row[] };

/** Splits rows at tables; text beside a table in the same rows follows it. */
function stretchesAt(rows: readonly Row[], tables: ReadonlyMap<Segment, PageTable>): readonly FlowPart[] {
  if (tables.size === 0) return rows.length === 0 ? [] : [{ rows }];
  const parts: FlowPart[] = [];
  let text: Row[] = [];
  const flush = (): void => {
    if (text.length > 0) parts.push({ rows: text });
    text = [];
  };
  for (const row of rows) {
    const found = row.segments.flatMap((segment) => tables.get(segment) ?? []);
    if (found.length === 0) {
      text.push(row);
      continue;
    }
    flush();
    for (const table of found) parts.push({ table });
    const beside = row.segments.filter((segment) => !tables.has(segment));
    if (beside.length > 0) text.push({ ...row, segments: beside });
  }
  flush();
  return parts;
}
