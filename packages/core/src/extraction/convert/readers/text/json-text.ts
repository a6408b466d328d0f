import type { FlowDocument } from "../../model/flow-document.ts";
import { readPlainText } from "./plain-text.ts";

/** JSON on one line is hard to read; it is indented. Text that is laid out or nested very deeply stays as it is. */
export function readJson(text: string): FlowDocument {
  const staysAsItIs = text.trim().includes("\n") || depthOf(text) > MAX_DEPTH;
  return readPlainText(staysAsItIs ? text : JSON.stringify(JSON.parse(text), null, 2));
}

/** Deeper levels would be indented beyond any page, each line more than the one before. */
const MAX_DEPTH = 100;

function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) at += character === "\\" ? 1 : 0;
    else if (character === "[" || character === "{") deepest = Math.max(deepest, ++depth);
    else if (character === "]" || character === "}") depth--;
  }
  return deepest;
}
