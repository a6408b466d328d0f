import { childOf, childrenOf, numberOf, type XmlElement } from "../../xml/xml-element.ts";
import { isSwitchedOn } from "./word-styles.ts";

/**
 * What a form field shows that has no result in the text: the state of a check box, or the chosen entry of a list. ""
 * for other fields.
 */
export function formFieldText(start: XmlElement): string {
  const field = childOf(start, "ffData");
  const box = childOf(field, "checkBox");
  if (box) {
    const state = childOf(box, "checked") ? "checked" : "default";
    return isSwitchedOn(box, state) ? "☒" : "☐";
  }
  const list = childOf(field, "ddList");
  const entries = childrenOf(list, "listEntry");
  const chosen = numberOf(childOf(list, "result"), "val") ?? numberOf(childOf(list, "default"), "val") ?? 0;
  return entries[chosen]?.attributes["val"] ?? "";
}
