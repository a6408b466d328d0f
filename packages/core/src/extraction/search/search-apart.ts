import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { threadFile } from "../engines/thread-file.ts";
import type { DocumentTextOptions } from "../result/document-text.ts";
import type { PageWording } from "../result/extracted-document.ts";
import { searchText, type TextSearch } from "./search-text.ts";

/** Texts up to this length are searched in less time than a thread takes to start. */
const MAX_LENGTH_WITHOUT_THREAD = 250_000;

/** A search thread's data: the arguments of `searchText`. */
export type SearchTask = readonly [pages: readonly PageWording[], options: DocumentTextOptions, term: string];

/** Resolves when the previous search is finished: only one runs at a time, because each occupies a core. */
let before: Promise<unknown> = Promise.resolve();

/** See `searchText`. Long texts are searched in a thread, so that this one stays responsive. */
export async function searchTextApart(...task: SearchTask): Promise<TextSearch> {
  const [pages] = task;
  const length = pages.reduce((sum, page) => sum + (page.ok ? page.text.length : 0), 0);
  if (length < MAX_LENGTH_WITHOUT_THREAD) return searchText(...task);
  const search = before.then(() => searchInThread(task));
  before = search.catch(() => undefined);
  return search;
}

async function searchInThread(task: SearchTask): Promise<TextSearch> {
  const thread = new Worker(threadFile("search-entry", import.meta.url), { workerData: task });
  try {
    const [found]: readonly (TextSearch | number)[] = await Promise.race([
      once(thread, "message"),
      once(thread, "exit"),
    ]);
    if (typeof found === "object") return found;
    throw new Error(`The search thread ended without a result (exit code ${found}).`);
  } finally {
    await thread.terminate();
  }
}
