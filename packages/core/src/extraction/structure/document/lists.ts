import { type Marker, ordinalOf } from "../geometry/markers.ts";
import type { BlockPlace, ListItem, NestedList, TextEmphasis } from "../model/block.ts";
import type { ItemRole, PageLine } from "../model/page-structure.ts";
import { joinedText, withoutStart } from "./joined-text.ts";

/** An item as it was found: its marker, the lines after it, and how far it is indented. */
export interface OpenItem {
  readonly marker: Marker;
  /** Length of the marker and the space after it at the start of the first line. */
  readonly markerLength: number;
  /** Points, or multiples of `TAGGED_INDENT`. */
  readonly x0: number;
  /** The role that the document's tags give to it. */
  readonly role: ItemRole | undefined;
  readonly lines: PageLine[];
  readonly places: BlockPlace[];
}

/** Items indented by less than this, in points, are on one level. */
const SAME_LEVEL = 4;

/** Indentation of tagged items for each list that contains them: levels differ by more than `SAME_LEVEL`. */
export const TAGGED_INDENT = 10;

/** Deeper items are on this level. */
const DEEPEST = 40;

type ShownEmphasis = (emphasis: readonly TextEmphasis[]) => readonly TextEmphasis[];

/** The items of a list, nested by their indentation. */
export function nestedItems(items: readonly OpenItem[], shown: ShownEmphasis): readonly ListItem[] {
  return itemsFrom(items, DEEPEST).map((item) => withShown(item, shown));
}

function withShown(item: ListItem, shown: ShownEmphasis): ListItem {
  const lists = item.lists.map((list) => ({
    ...list,
    items: list.items.map((own) => withShown(own, shown)),
  }));
  return { ...item, emphasis: shown(item.emphasis), lists };
}

function itemsFrom(items: readonly OpenItem[], depth: number): readonly ListItem[] {
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
    result.push({ ...itemOf(item), lists: nestedLists(items.slice(at + 1, end), depth - 1) });
    at = end;
  }
  return result;
}

function nestedLists(items: readonly OpenItem[], depth: number): readonly NestedList[] {
  if (items.length === 0) return [];
  return [{ ordered: items[0]?.marker.ordered ?? false, items: itemsFrom(items, depth) }];
}

function itemOf({ marker, markerLength, lines, places }: OpenItem): Omit<ListItem, "lists"> {
  return { marker: marker.marker, ...withoutStart(joinedText(lines), markerLength), places };
}

/** Whether numbered texts are a list: they count up, or there is more than one bullet. */
export function isList(items: readonly OpenItem[]): boolean {
  const [first, second] = items;
  if (first === undefined) return false;
  if (first.role !== undefined || !first.marker.ordered) return true;
  if (second === undefined) return false;
  const one = ordinalOf(first.marker.marker);
  const two = ordinalOf(second.marker.marker);
  return one === 1 || (one !== undefined && two === one + 1) || items.some(({ marker }) => !marker.ordered);
}
