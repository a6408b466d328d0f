import { formattedNumber } from "../../model/list-numbers.ts";
import { elementsOf, numberOf, type XmlElement } from "../xml/xml-element.ts";

/** The markers of a list's items: bullets, or numbers as browsers count and write them. */
export function listMarkers(list: XmlElement): ReadonlyMap<XmlElement, string> {
  const markers = new Map<XmlElement, string>();
  if (list.name !== "ol") return markers;
  const items = elementsOf(list).filter(({ name }) => name === "li");
  const isReversed = list.attributes["reversed"] !== undefined;
  const format = list.attributes["type"] ?? "1";
  let number = numberOf(list, "start") ?? (isReversed ? items.length : 1);
  for (const item of items) {
    number = numberOf(item, "value") ?? number;
    markers.set(item, `${formattedNumber(number, item.attributes["type"] ?? format)}.`);
    number += isReversed ? -1 : 1;
  }
  return markers;
}
