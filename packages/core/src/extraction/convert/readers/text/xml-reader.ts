import type { FlowDocument } from "../../model/flow-document.ts";
import { readPlainText } from "./plain-text.ts";

/** XML of no known format is read as it is written, tags included: they say what the text means. */
export function readXml(text: string): FlowDocument {
  const isLaidOut = text.trim().includes("\n");
  return readPlainText(isLaidOut ? text : text.replaceAll(/>(?=<)/g, ">\n"));
}
