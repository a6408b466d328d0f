import { layOutPage } from "../layout/layout-page.ts";
import { type ExtractOptions, extractOptionsSchema } from "../options/extract-options.ts";
import { optionsInMode } from "../options/options-in-mode.ts";
import { type ContentJson, contentOf } from "../page/content-json.ts";
import { type Decision, DecisionLog, withDecisions } from "../page/decision-log.ts";
import { documentBlocks } from "../structure/document/document-blocks.ts";
import type { StructuredPage } from "../structure/document/document-page.ts";
import { pageStructure } from "../structure/page-structure.ts";
import type { Block, NestedList, TableBlock } from "../structure/model/block.ts";
import type { PageExplanation } from "./page-explanation.ts";

/** A page with the reasons for its structure, and what it was read from. */
export interface ExplainedPage {
  readonly explanation: PageExplanation;
  /** The content of the page; of all selected pages if the option `pages` selects some. */
  readonly contents: readonly PageContents[];
}

/** What the layout and structure of a page were found in. */
export interface PageContents {
  readonly number: number;
  readonly content: ContentJson;
}

/** A page whose structure is compared with what it should be. */
export interface PageCase {
  /** The page that the case is about; the others are those that it is compared with. */
  readonly page: number;
  /** The decision that was wrong, such as "table"; "" if all are of interest. */
  readonly question: Decision["question"] | "";
  /** The options of the layout that differ from their defaults. */
  readonly options: Partial<ExtractOptions>;
  readonly contents: readonly PageContents[];
}

/** The part of a document's structure that people compare: what a region is and what it contains, without places. */
export type RegionTree = readonly RegionNode[];

type RegionNode =
  | { readonly kind: Block["kind"]; readonly text: string; readonly level?: number }
  | { readonly kind: "list"; readonly items: readonly ItemNode[] }
  | {
      readonly kind: "table";
      readonly headRows: number;
      /** The cells' texts by row; a text is repeated where its cell goes on over columns or rows. */
      readonly rows: readonly (readonly string[])[];
      readonly caption?: string;
    };

interface ItemNode {
  readonly text: string;
  readonly items?: readonly ItemNode[];
}

/** The tree of a case's pages as they are read now, and the decisions about its page. Pure. */
export function readCase({ page, options, contents }: PageCase): {
  readonly tree: RegionTree;
  readonly decisions: readonly Decision[];
} {
  const log = new DecisionLog(page);
  const inMode = optionsInMode(extractOptionsSchema.parse(options));
  const pages = contents.map(({ number, content: json }): StructuredPage => {
    const content = contentOf(json);
    const { layout, directions } = layOutPage(content, inMode);
    const structure = withDecisions(number === page ? log : undefined, () =>
      JSON.stringify(pageStructure(content, directions())),
    );
    const { width, height } = content;
    return { ok: true, number, width, height, lines: layout.lines, structure };
  });
  const { blocks } = withDecisions(log, () => documentBlocks(pages));
  const own = blocks.filter(({ places }) => places.some((place) => place.page === page));
  return { tree: own.map((block) => nodeOf(block)), decisions: log.decisions };
}

/** The options of the layout that differ from their defaults. */
export function layoutOptionsOf(options: ExtractOptions): Partial<ExtractOptions> {
  const defaults = extractOptionsSchema.parse({});
  const chosen = LAYOUT_OPTIONS.filter((name) => options[name] !== defaults[name]);
  return Object.fromEntries(chosen.map((name) => [name, options[name]]));
}

const LAYOUT_OPTIONS = [
  "mode",
  "outputMode",
  "textOrder",
  "lineTolerance",
  "lineStrategy",
  "horizontalStretchFactor",
  "markVerticalLines",
  "markHorizontalLines",
  "allowRotatedText",
  "watermarkAngleThreshold",
  "ignoreVerticalText",
  "derotateThreshold",
  "minTableWidth",
] as const satisfies readonly (keyof ExtractOptions)[];

function nodeOf(block: Block): RegionNode {
  if (block.kind === "heading") return { kind: "heading", level: block.level, text: block.text };
  if ("text" in block) return { kind: block.kind, text: block.text };
  if (block.kind === "list") return { kind: "list", items: itemNodes(block) };
  if (block.kind === "figure") return { kind: "figure", text: block.caption || block.description };
  if (block.kind === "form_field") return { kind: "form_field", text: `${block.label}: ${block.value}` };
  if (block.kind === "check_box")
    return { kind: "check_box", text: `[${block.checked ? "X" : " "}] ${block.label}` };
  const { headRows, caption } = block;
  return { kind: "table", headRows, rows: rowsOf(block), ...(caption !== "" && { caption }) };
}

function itemNodes({ items }: Pick<NestedList, "items">): readonly ItemNode[] {
  return items.map(({ marker, text, lists }) => {
    const nested = lists.flatMap((list) => itemNodes(list));
    return { text: `${marker} ${text}`, ...(nested.length > 0 && { items: nested }) };
  });
}

function rowsOf({ rows, columns, cells }: TableBlock): readonly (readonly string[])[] {
  const grid = Array.from({ length: rows }, () => Array.from({ length: columns }, () => ""));
  for (const { row, column, rowSpan, columnSpan, text } of cells)
    for (const line of grid.slice(row, row + rowSpan)) line.fill(text, column, column + columnSpan);
  return grid;
}
