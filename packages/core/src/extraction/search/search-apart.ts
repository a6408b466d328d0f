import { once } from "node:events";
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import type { DocumentTextOptions } from "../result/document-text.ts";
import type { PageWording } from "../result/extracted-document.ts";
import { searchText, type TextSearch } from "./search-text.ts";

const ENTRY = new URL(`./search-entry${extname(import.meta.url)}`, import.meta.url);

/** A text of so many characters is searched before a thread would have started. */
const NOT_WORTH_A_THREAD = 250_000;

/** What a thread is started with: the arguments of `searchText`. */
export type SearchTask = readonly [pages: readonly PageWording[], options: DocumentTextOptions, term: string];

/** Resolves when the search before is over: one at a time takes a core of its own. */
let before: Promise<unknown> = Promise.resolve();

/** See `searchText`. A long text is searched in a thread of its own, so that this one goes on with other work. */
export async function searchTextApart(...task: SearchTask): Promise<TextSearch> {
  const [pages] = task;
  const length = pages.reduce((sum, page) => sum + (page.ok ? page.text.length : 0), 0);
  if (length < NOT_WORTH_A_THREAD) return searchText(...task);
  const search = before.then(() => searchInThread(task));
  before = search.catch(() => undefined);
  return search;
}

async function searchInThread(task: SearchTask): Promise<TextSearch> {
  const thread = new Worker(ENTRY, { workerData: task });
  try {
    const [found]: readonly (TextSearch | number)[] = await Promise.race([
      once(thread, "message"),
      once(thread, "exit"),
    ]);
    if (typeof found === "object") return found;
    throw new Error(`The thread of a search ended without an answer (${found}).`);
  } finally {
    await thread.terminate();
  }
}
