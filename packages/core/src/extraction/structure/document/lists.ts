import { type Marker, markerOf, ordinalOf } from "../geometry/markers.ts";
import type { BlockPlace, ListItem, NestedList } from "../model/block.ts";
import type { PageLine } from "../model/page-structure.ts";
import { joinedText, withoutStart } from "./joined-text.ts";

/** An item as it was found: its marker, the lines after it, and how far it is indented. */
export interface OpenItem {
  readonly marker: Marker;
  readonly x0: number;
  readonly lines: PageLine[];
  readonly places: BlockPlace[];
}

/** Items indented by less than this, in points, are on one level. */
const SAME_LEVEL = 4;

/** Deeper items are on this level. */
const DEEPEST = 40;

/** The items of a list, nested by their indentation. */
export function nestedItems(items: readonly OpenItem[]): readonly ListItem[] {
  return itemsFrom(items, DEEPEST);
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

function itemOf({ marker, lines, places }: OpenItem): Omit<ListItem, "lists"> {
  const joined = joinedText(lines);
  const rest = withoutStart(
    joined,
    joined.text.length - (markerOf(joined.text)?.rest.length ?? joined.text.length),
  );
  return { marker: marker.marker, ...rest, places };
}

/** Whether numbered texts are a list: they count up, or there is more than one bullet. */
export function isList(items: readonly OpenItem[]): boolean {
  const [first, second] = items;
  if (first === undefined) return false;
  if (!first.marker.ordered) return true;
  if (second === undefined) return false;
  const one = ordinalOf(first.marker.marker);
  const two = ordinalOf(second.marker.marker);
  return one === 1 || (one !== undefined && two === one + 1) || items.some(({ marker }) => !marker.ordered);
}
