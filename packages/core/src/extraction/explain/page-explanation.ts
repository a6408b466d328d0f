import type { ContentJson } from "../page/content-json.ts";
import { type Decision, DecisionLog, QUESTIONS, withDecisions } from "../page/decision-log.ts";
import { areaOf, type Rect, sharedArea } from "../geometry/rect.ts";
import type { PageRead } from "../result/extracted-document.ts";
import { documentBlocks } from "../structure/document/document-blocks.ts";
import type { StructuredPage } from "../structure/document/document-page.ts";
import type { Block, ListItem } from "../structure/model/block.ts";

/** A region of a page: a block, or the part of one that is on it. */
export interface PageRegion {
  /** The block's id in the document: "b1", "b2", …, in reading order. */
  readonly id: string;
  readonly kind: Block["kind"];
  /** Of a heading: 1 to 6. */
  readonly level?: number;
  /** The beginning of its text. */
  readonly text: string;
  readonly box: Rect;
  /** The boxes of its table cells or list items on the page. */
  readonly parts: readonly Rect[];
}

/** A decision with its place among those of the page. */
export interface ExplainedDecision extends Decision {
  /** "d1", "d2", … */
  readonly id: string;
  /** The region that it is about; null if it is about none, such as a gutter. */
  readonly region: string | null;
}

/** Why a page came out as it did. Lengths are in points from the upper left corner of the upright page. */
export interface PageExplanation {
  /** Counted from 1. */
  readonly page: number;
  readonly width: number;
  readonly height: number;
  /** In reading order. */
  readonly regions: readonly PageRegion[];
  /** By question, then from top to bottom. */
  readonly decisions: readonly ExplainedDecision[];
  /** Decisions beyond what an explanation holds. */
  readonly omitted: number;
}

/** What was recorded while a page was read. */
interface RecordedDecisions {
  readonly decisions: readonly Decision[];
  readonly omitted: number;
}

/** `PageRead.explanation`. */
export interface ReadPageExplanation extends RecordedDecisions {
  /** What the page's layout and structure were found in. */
  readonly content: ContentJson;
}

/** What all pages together show about one page. */
export interface PageInDocument extends RecordedDecisions {
  readonly regions: readonly PageRegion[];
}

/** The regions of a page, and the decisions about it that need all pages: headings, lists, what goes on. Pure. */
export function pageInDocument(pages: readonly StructuredPage[], page: number): PageInDocument {
  const log = new DecisionLog(page);
  const { blocks } = withDecisions(log, () => documentBlocks(pages));
  return {
    regions: blocks.flatMap((block) => regionsOf(block, page)),
    decisions: log.decisions,
    omitted: log.omitted,
  };
}

/** The explanation of a page that was read with its decisions. */
export function pageExplanation(read: PageRead, inDocument: PageInDocument): PageExplanation {
  const { number, width, height, explanation = NO_EXPLANATION } = read;
  const recorded: RecordedDecisions = JSON.parse(explanation);
  const { regions } = inDocument;
  const decisions = [textSource(read), ...recorded.decisions, ...inDocument.decisions].toSorted(
    (a, b) =>
      QUESTIONS.indexOf(a.question) - QUESTIONS.indexOf(b.question) ||
      a.box.y0 - b.box.y0 ||
      a.box.x0 - b.box.x0,
  );
  return {
    page: number,
    width,
    height,
    regions,
    decisions: decisions.map((decision, index) => ({
      id: `d${index + 1}`,
      region: regionOf(decision, regions),
      ...decision,
    })),
    omitted: recorded.omitted + inDocument.omitted,
  };
}

const NO_EXPLANATION = JSON.stringify({ decisions: [], omitted: 0 } satisfies RecordedDecisions);

function textSource({ textSource: source, reason, engine, garbled, width, height }: PageRead): Decision {
  return {
    question: "text_source",
    accepted: true,
    outcome: reason,
    box: { x0: 0, y0: 0, x1: width, y1: height },
    reasons: [
      { fact: "source of the text", value: source },
      { fact: "engine that read the page", value: engine },
      { fact: "the page's own text is garbled", value: garbled ? "yes" : "no" },
    ],
  };
}

/** Longer texts are cut. */
const MAX_TEXT = 160;

function regionsOf(block: Block, page: number): readonly PageRegion[] {
  const places = block.places.filter((place) => place.page === page);
  const text = textOf(block).replaceAll(/\s+/gu, " ");
  return places.map(({ box }) => ({
    id: block.id,
    kind: block.kind,
    ...(block.kind === "heading" && { level: block.level }),
    text: text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text,
    box,
    parts: partsOf(block, page).filter((part) => sharedArea(part, box) > 0),
  }));
}

function textOf(block: Block): string {
  if ("text" in block) return block.text;
  if (block.kind === "list") return block.items.map(({ marker, text }) => `${marker} ${text}`).join(" ");
  if (block.kind === "table") return block.cells.map(({ text }) => text).join(" ");
  if (block.kind === "figure") return block.caption || block.description;
  return block.kind === "form_field" ? `${block.label} ${block.value}` : block.label;
}

function partsOf(block: Block, page: number): readonly Rect[] {
  if (block.kind === "table") return block.cells.filter((cell) => cell.page === page).map(({ box }) => box);
  return block.kind === "list" ? block.items.flatMap((item) => placesOf(item, page)) : [];
}

function placesOf({ places, lists }: ListItem, page: number): readonly Rect[] {
  const own = places.filter((place) => place.page === page).map(({ box }) => box);
  return [...own, ...lists.flatMap(({ items }) => items.flatMap((item) => placesOf(item, page)))];
}

/** Decisions about the page as a whole, or about what is between regions. */
const OF_PAGE: ReadonlySet<Decision["question"]> = new Set(["text_source", "tags", "gutter"]);

/** The region that shares most with a decision's place. */
function regionOf({ question, box }: Decision, regions: readonly PageRegion[]): string | null {
  if (OF_PAGE.has(question)) return null;
  let most = 0;
  let found: string | null = null;
  for (const region of regions) {
    const shared = sharedArea(region.box, box);
    const share = shared === 0 ? 0 : shared / areaOf(region.box) + shared / areaOf(box);
    if (share <= most) continue;
    most = share;
    found = region.id;
  }
  return found;
}
