import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { textDocument } from "../fixtures/long.ts";
import { createGraphqlClient } from "../support/clients/graphql-client.ts";
import { createRestClient, type Query } from "../support/clients/rest-client.ts";
import { processesOf } from "../support/processes.ts";
import { PROGRAM, startService } from "../support/service.ts";
import { cpuTimeMs } from "./measures/cpu-time.ts";
import { printTable } from "./measures/print-table.ts";
import { listenForSettledJobs } from "./measures/settled-jobs.ts";

/**
 * What renditions cost a job: processor time of all processes of the service from submission to completion, with the
 * defaults, with Markdown kept, and with Markdown kept and read once. Each has a service of its own; they take turns, so
 * other load affects all. With `--program`, the defaults of another build of the service are compared as well.
 *
 * node test/bench/renditions.ts [--program <main.js>] [document…]
 */

const MADE_PAGES = [20, 200];
const WARM_UP_ROUNDS = 10;
const ROUNDS = 15;

/** The time for which a service is measured while it has nothing to do, in milliseconds. */
const IDLE_MS = 250;

interface VariantOptions {
  /** By default, that of this workspace. */
  readonly program?: string;
  readonly query?: Query;
  readonly isRead?: boolean;
}

interface Variant {
  readonly name: string;
  /** Submits a document and waits until it is processed. */
  readonly run: (document: Uint8Array) => Promise<void>;
  readonly processorMs: () => number;
}

/** Processor time and elapsed time of a turn, in milliseconds. */
interface Turn {
  readonly processor: number;
  readonly elapsed: number;
}

const { values: options, positionals } = parseArgs({
  options: { program: { type: "string" } },
  allowPositionals: true,
});
await using services = new AsyncDisposableStack();
const variants = [
  await variant("defaults", {}),
  await variant("renditions=markdown", { query: { renditions: "markdown" } }),
  await variant("renditions=markdown, read once", { query: { renditions: "markdown" }, isRead: true }),
];
if (options.program !== undefined) {
  variants.push(await variant("defaults of the other build", { program: options.program }));
}
for (const path of positionals) await compare(path, readFileSync(path));
if (positionals.length === 0) {
  for (const pages of MADE_PAGES) await compare(`${pages} pages`, textDocument(pages).bytes);
}

async function variant(name: string, { program = PROGRAM, query, isRead }: VariantOptions): Promise<Variant> {
  const service = services.use(await startService({ env: { LOG_LEVEL: "error" }, program }));
  const client = createRestClient(service);
  const settled = listenForSettledJobs(createGraphqlClient(service));
  return {
    name,
    async run(document) {
      const hash = await client.submit(document, { mode: "native_text", ...query });
      await settled.processed(hash);
      if (isRead !== true) return;
      const response = await client.request("/whisper-structure", { query: { whisper_hash: hash } });
      if (!response.ok) throw new Error(`The Markdown could not be read: ${response.status}`);
      await response.text();
    },
    processorMs: () => cpuTimeMs(processesOf(service.dataDir).map(({ pid }) => pid)),
  };
}

async function compare(title: string, document: Uint8Array): Promise<void> {
  const rounds: (readonly number[])[] = [];
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
    const costs: number[] = [];
    for (const one of variants) costs.push(await costOf(one, document));
    if (round >= WARM_UP_ROUNDS) rounds.push(costs);
  }
  const rows = variants.map(({ name }, at) => {
    const ms = median(rounds.map((costs) => costs[at] ?? 0));
    const share = median(rounds.map((costs) => (costs[at] ?? 0) / (costs[0] ?? 1)));
    return [name, ms.toFixed(0), share.toFixed(2)];
  });
  printTable([[title, "processor ms", "of the defaults"], ...rows]);
}

/** Processor time of a document, without what the service uses meanwhile when it has nothing to do. */
async function costOf({ run, processorMs }: Variant, document: Uint8Array): Promise<number> {
  const idle = await turn(processorMs, () => new Promise((resolve) => setTimeout(resolve, IDLE_MS)));
  const busy = await turn(processorMs, () => run(document));
  return busy.processor - (idle.processor * busy.elapsed) / idle.elapsed;
}

async function turn(processorMs: () => number, work: () => Promise<unknown>): Promise<Turn> {
  const [before, start] = [processorMs(), performance.now()];
  await work();
  return { processor: processorMs() - before, elapsed: performance.now() - start };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}
