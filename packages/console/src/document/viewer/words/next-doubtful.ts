import type { PageStore } from "../../model/page-store.ts";
import type { PageContent } from "../../model/viewed-document.ts";
import { wordMark, type Mark } from "../marks.ts";
import { DOUBTFUL_BELOW } from "../view-settings.ts";

/** Further pages are not loaded for one key press. */
const MAX_PAGES = 20;

/** The next word after a place that was read with little confidence. */
export async function nextDoubtful(
  store: PageStore,
  numbers: readonly number[],
  from: Pick<Mark, "page" | "line" | "word">,
): Promise<Mark | undefined> {
  const start = Math.max(numbers.indexOf(from.page), 0);
  for (const number of numbers.slice(start, start + MAX_PAGES)) {
    const content = await store.page(number).catch(() => undefined);
    const after = number === from.page ? from : {};
    const mark = content && firstDoubtful(content, after);
    if (mark) return mark;
  }
  return undefined;
}

function firstDoubtful(content: PageContent, { line = -1, word = -1 }: Partial<Mark>): Mark | undefined {
  for (const [index, { words }] of content.lines.entries()) {
    if (index < line) continue;
    const beyond = index === line ? word : -1;
    const found = words.findIndex((one, at) => at > beyond && one.confidence < DOUBTFUL_BELOW);
    if (found >= 0) return wordMark(content, index, found);
  }
  return undefined;
}
