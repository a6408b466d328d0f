import { formattedNumber } from "../../model/list-numbers.ts";
import { elementsOf, numberOf, type XmlElement } from "../../xml/xml-element.ts";

const LISTS: ReadonlySet<string> = new Set(["dir", "menu", "ol", "ul"]);

/** The numbers of a list's items, as browsers count and write them; empty for a list with bullets. */
export function listNumbers(list: XmlElement): ReadonlyMap<XmlElement, string> {
  const numbers = new Map<XmlElement, string>();
  if (list.name !== "ol") return numbers;
  const items = [...itemsOf(list)];
  const isReversed = list.attributes["reversed"] !== undefined;
  const format = list.attributes["type"] ?? "1";
  let number = numberOf(list, "start") ?? (isReversed ? items.length : 1);
  for (const item of items) {
    number = numberOf(item, "value") ?? number;
    numbers.set(item, `${formattedNumber(number, item.attributes["type"] ?? format)}.`);
    number += isReversed ? -1 : 1;
  }
  return numbers;
}

/** The items of a list, also those inside other elements. */
function* itemsOf(parent: XmlElement): Generator<XmlElement, void, undefined> {
  for (const child of elementsOf(parent)) {
    if (child.name === "li") yield child;
    if (!LISTS.has(child.name)) yield* itemsOf(child);
  }
}
