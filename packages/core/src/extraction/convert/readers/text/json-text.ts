import type { FlowDocument } from "../../model/flow-document.ts";
import { readPlainText } from "./plain-text.ts";

/** JSON on one line is hard to read; it is indented. Text that is laid out already stays as it is. */
export function readJson(text: string): FlowDocument {
  const isLaidOut = text.trim().includes("\n");
  return readPlainText(isLaidOut ? text : JSON.stringify(JSON.parse(text), null, 2));
}
