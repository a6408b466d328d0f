import { parentPort, workerData } from "node:worker_threads";
import type { SearchTask } from "./search-apart.ts";
import { searchText } from "./search-text.ts";

/** The thread of `searchTextApart`. */
const task: SearchTask = workerData;
parentPort?.postMessage(searchText(...task), []);
