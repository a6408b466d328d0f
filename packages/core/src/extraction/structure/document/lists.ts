import { deciding, placeOf } from "../../page/decision-log.ts";
import { type Marker, markerOf, ordinalOf } from "../geometry/markers.ts";
import type { WordUse } from "../../layout/order/word-use.ts";
import type { ColumnEdges } from "../geometry/paragraphs/paragraphs.ts";
import type { BlockPlace, ListItem, NestedList, TextEmphasis } from "../model/block.ts";
import type { ItemRole, PageLine, PageTextBlock } from "../model/page-structure.ts";
import type { PlacedText } from "./document-page.ts";
import { joinedText, withoutStart } from "./joined-text.ts";

/** An item as it was found: its marker, the lines after it, and how far it is indented. */
export interface OpenItem {
  readonly marker: Marker;
  /** Length of the marker and the space after it at the start of the first line. */
  readonly markerLength: number;
  /** Points, or multiples of `TAGGED_INDENT`. */
  readonly x0: number;
  /** The edges of the column that it is printed in; absent if tags nest it. */
  readonly column?: ColumnEdges | undefined;
  /** The role that the document's tags give to it. */
  readonly role: ItemRole | undefined;
  readonly lines: PageLine[];
  readonly places: BlockPlace[];
}

/** Items indented by less than this, in points, are on one level. */
const SAME_LEVEL = 4;

/** Indentation of tagged items for each list that contains them: levels differ by more than `SAME_LEVEL`. */
const TAGGED_INDENT = 10;

/** Deeper items are on this level. */
const DEEPEST = 40;

/** The item that a text begins, without its place; undefined if it begins none. */
export function openItem({ lines, role, column }: PageTextBlock, text: string): OpenItem | undefined {
  const found = markerOf(text);
  if (role?.kind !== "item") {
    if (found === undefined) return undefined;
    const markerLength = text.length - found.rest.length;
    const x0 = lines[0]?.x0 ?? 0;
    return { marker: found, markerLength, x0, column, role: undefined, lines: [...lines], places: [] };
  }
  const x0 = TAGGED_INDENT * role.depth;
  const label = role.label === "" ? found : markerOf(`${role.label} x`);
  const marker = label ?? { marker: role.label || BULLET, rest: text, ordered: /\d/u.test(role.label) };
  const markerLength = role.label === "" && found !== undefined ? text.length - found.rest.length : 0;
  return { marker, markerLength, x0, role, lines: [...lines], places: [] };
}

/** The marker of a tagged item that is printed without one. */
const BULLET = "•";

/** Further paragraphs of an item are indented more than its marker by this, in points. */
const ITEM_INDENT = 4;

/** Whether a text without a marker is a further paragraph of an item. */
export function isMoreOf(item: OpenItem, { page, block }: PlacedText): boolean {
  if (item.role !== undefined || block.role !== undefined) return false;
  const isIndented = (block.lines[0]?.x0 ?? 0) > item.x0 + ITEM_INDENT;
  return isIndented && item.places.at(-1)?.page === page.number;
}

export function asOwnParagraph([first, ...rest]: PageTextBlock["lines"]): PageTextBlock["lines"] {
  return first === undefined ? rest : [{ ...first, isOwn: true }, ...rest];
}

export function isSameItem({ role: own }: OpenItem, { role: other }: OpenItem): boolean {
  return own !== undefined && own.item === other?.item;
}

type ShownEmphasis = (emphasis: readonly TextEmphasis[]) => readonly TextEmphasis[];

/** The items of a list, nested by their indentation. */
export function nestedItems(
  items: readonly OpenItem[],
  shown: ShownEmphasis,
  use: WordUse,
): readonly ListItem[] {
  const first = items[0]?.column;
  const level = first === undefined ? items : items.map((item) => inFirstColumn(item, first));
  return itemsFrom(level, DEEPEST, use).map((item) => withShown(item, shown));
}

/** An item as if the column beside the first one, in which it is printed, were the first one. */
function inFirstColumn(item: OpenItem, first: ColumnEdges): OpenItem {
  const { column, x0 } = item;
  if (column === undefined) return item;
  if (column.x0 < first.x1 && column.x1 > first.x0) return item;
  return { ...item, x0: x0 - column.x0 + first.x0 };
}

function withShown(item: ListItem, shown: ShownEmphasis): ListItem {
  const lists = item.lists.map((list) => ({
    ...list,
    items: list.items.map((own) => withShown(own, shown)),
  }));
  return { ...item, emphasis: shown(item.emphasis), lists };
}

function itemsFrom(items: readonly OpenItem[], depth: number, use: WordUse): readonly ListItem[] {
  const result: ListItem[] = [];
  const [first] = items;
  if (first === undefined) return result;
  // Items further left than the first one, which goes on from another page, are on its level.
  const level = Math.max(first.x0, ...items.slice(0, 1).map(({ x0 }) => x0)) + SAME_LEVEL;
  for (let at = 0; at < items.length;) {
    const item = items[at];
    if (item === undefined) break;
    let end = at + 1;
    while (depth > 0 && end < items.length && (items[end]?.x0 ?? 0) > level) end++;
    result.push({ ...itemOf(item, use), lists: nestedLists(items.slice(at + 1, end), depth - 1, use) });
    at = end;
  }
  return result;
}

function nestedLists(items: readonly OpenItem[], depth: number, use: WordUse): readonly NestedList[] {
  if (items.length === 0) return [];
  return [{ ordered: items[0]?.marker.ordered ?? false, items: itemsFrom(items, depth, use) }];
}

function itemOf({ marker, markerLength, lines, places }: OpenItem, use: WordUse): Omit<ListItem, "lists"> {
  return { marker: marker.marker, ...withoutStart(joinedText(lines, use), markerLength), places };
}

/** A list that may be a part of one that other blocks interrupt, such as code below its items. */
export interface ListPart {
  readonly items: OpenItem[];
  /** Whether a part before or after it counts on with it. */
  isInterrupted: boolean;
}

/** The last numbered items of a document, one for each indentation, the outermost first. */
export class ItemCount {
  #last: readonly CountedItem[] = [];

  /** Counts an item; if it goes on where another part ended, both are parts of one list. */
  add(item: OpenItem, part: ListPart): void {
    const { marker, role, x0 } = item;
    if (role !== undefined || !marker.ordered) return;
    const ordinal = ordinalOf(marker.marker);
    const page = item.places[0]?.page ?? 0;
    const before = this.#last.find((own) => Math.abs(own.x0 - x0) < SAME_LEVEL);
    if (
      before !== undefined &&
      before.part !== part &&
      ordinal === before.ordinal + 1 &&
      page <= before.page + 1
    ) {
      before.part.isInterrupted = true;
      part.isInterrupted = true;
    }
    const outer = this.#last.filter((own) => own.x0 <= x0 - SAME_LEVEL);
    this.#last = ordinal === undefined ? outer : [...outer, { x0, ordinal, page, part }];
  }

  /** Begins to count anew, as below a heading. */
  clear(): void {
    this.#last = [];
  }
}

interface CountedItem {
  readonly x0: number;
  readonly ordinal: number;
  readonly page: number;
  readonly part: ListPart;
}

/** Records whether texts with markers are a list, on the page where it begins. */
export function recordList({ items, isInterrupted }: ListPart, accepted: boolean): void {
  const page = items[0]?.places[0]?.page;
  if (page === undefined) return;
  const boxes = items.flatMap(({ places }) => places.filter((place) => place.page === page));
  deciding.log?.recordOn(page, {
    question: "list",
    accepted,
    outcome: accepted
      ? "A list: its texts begin with bullets, count up, or are tagged as items."
      : "Paragraphs, although they begin with markers: these do not count up.",
    box: placeOf(boxes.map(({ box }) => box)),
    reasons: [
      { fact: "items", value: items.length },
      {
        fact: "markers",
        value: items
          .slice(0, MARKERS_SHOWN)
          .map(({ marker }) => marker.marker)
          .join(" "),
      },
      { fact: "goes on after other blocks", value: isInterrupted ? "yes" : "no" },
    ],
  });
}

const MARKERS_SHOWN = 8;

/** Whether numbered texts are a list: they count up, or there is more than one bullet. */
export function isList({ items, isInterrupted }: ListPart): boolean {
  const [first, second] = items;
  if (first === undefined) return false;
  if (isInterrupted) return true;
  if (first.role !== undefined || !first.marker.ordered) return true;
  if (second === undefined) return false;
  const one = ordinalOf(first.marker.marker);
  const two = ordinalOf(second.marker.marker);
  return one === 1 || (one !== undefined && two === one + 1) || items.some(({ marker }) => !marker.ordered);
}
