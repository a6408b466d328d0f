import { parentPort, workerData } from "node:worker_threads";
import type { SearchTask } from "./search-apart.ts";
import { searchText } from "./search-text.ts";

/** Entry point of the search thread. */
const task: SearchTask = workerData;
parentPort?.postMessage(searchText(...task), []);
