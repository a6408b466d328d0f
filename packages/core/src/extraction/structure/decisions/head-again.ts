import { isNumeric } from "../geometry/table-line.ts";

type Texts = readonly { readonly text: string }[];

/** Does a line below a title begin another table? It has the first text of the head above again, and no number. */
export function isHeadAgain(line: Texts, head: Texts): boolean {
  return line.length > 1 && line[0]?.text === head[0]?.text && !line.some(({ text }) => isNumeric(text));
}
