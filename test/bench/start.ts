/**
 * What the start of a program costs: one page by command line, as a multiple of a `node` that does nothing, and the first
 * document of a service after its start, as a multiple of its tenth.
 *
 * node test/bench/start.ts [runs] [starts]
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { textDocument } from "../fixtures/long.ts";
import { sample } from "../fixtures/sample.ts";
import { createGraphqlClient } from "../support/clients/graphql-client.ts";
import { createRestClient } from "../support/clients/rest-client.ts";
import { CLI } from "../support/command-line.ts";
import { processesOf } from "../support/processes.ts";
import { startService } from "../support/service.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { cpuTimeMs, endedChildrenCpuMs } from "./measures/cpu-time.ts";
import { printTable } from "./measures/print-table.ts";
import { listenForSettledJobs } from "./measures/settled-jobs.ts";
import { timesOfProcess } from "./readers/cold-start.ts";

const RUNS = Number(process.argv[2] ?? 15);
const STARTS = Number(process.argv[3] ?? 5);

/** What a service does after its start to be ready for its first document takes less. */
const IDLE_MS = 2000;
const DOCUMENTS = 10;

const { bytes } = textDocument(1);

await commandLine();
await firstDocuments();

/** Whole processes in turns, so that other load affects all of them. */
async function commandLine(): Promise<void> {
  await using folder = temporaryFolder();
  const file = join(folder.path, "one-page.pdf");
  writeFileSync(file, sample().bytes);
  // A cache of its own, which the discarded first run of each program fills.
  process.env["HOME"] = join(folder.path, "home");
  mkdirSync(process.env["HOME"]);
  const programs = new Map([
    ["node -e 0", [process.execPath, "-e", "0"]],
    ["galley --version", [process.execPath, CLI, "--version"]],
    ["galley extract, one page", [process.execPath, CLI, "extract", file]],
  ]);
  const costs = new Map([...programs.keys()].map((name) => [name, { wallMs: Infinity, cpuMs: 0 }]));
  for (const program of programs.values()) timesOfProcess(program, 1);
  for (let run = 0; run < RUNS; run += 1) {
    for (const [name, cost] of costs) {
      const before = endedChildrenCpuMs();
      const [wallMs = 0] = timesOfProcess(programs.get(name) ?? [], 1);
      // Two processes: the one that is measured and the one before it.
      cost.cpuMs += (endedChildrenCpuMs() - before) / 2 / RUNS;
      cost.wallMs = Math.min(cost.wallMs, wallMs);
    }
  }
  const nothing = costs.get("node -e 0") ?? { wallMs: Number.NaN, cpuMs: Number.NaN };
  const rows = [...costs].map(([name, { wallMs, cpuMs }]) => [
    name,
    wallMs.toFixed(0),
    `× ${(wallMs / nothing.wallMs).toFixed(1)}`,
    cpuMs.toFixed(0),
    `× ${(cpuMs / nothing.cpuMs).toFixed(1)}`,
  ]);
  printTable([["whole process", "fastest ms", "", "mean CPU ms", ""], ...rows]);
}

/** From the acceptance of a document to its end, and the CPU time of all the service's processes meanwhile. */
async function firstDocuments(): Promise<void> {
  const starts: (readonly { readonly wallMs: number; readonly cpuMs: number }[])[] = [];
  for (let start = 0; start < STARTS; start += 1) starts.push(await documentsAfterStart());
  const rows = [1, 2, 3, 5, DOCUMENTS].map((number) => {
    const ofNumber = starts.map((documents) => documents[number - 1] ?? { wallMs: NaN, cpuMs: NaN });
    const tenth = starts.map((documents) => documents[DOCUMENTS - 1] ?? { wallMs: NaN, cpuMs: NaN });
    const [wallMs, cpuMs] = [
      median(ofNumber.map((one) => one.wallMs)),
      median(ofNumber.map((one) => one.cpuMs)),
    ];
    return [
      `document ${number}`,
      wallMs.toFixed(0),
      `× ${(wallMs / median(tenth.map((one) => one.wallMs))).toFixed(1)}`,
      cpuMs.toFixed(0),
      `× ${(cpuMs / median(tenth.map((one) => one.cpuMs))).toFixed(1)}`,
    ];
  });
  printTable([["after the service's start", "median ms", "", "median CPU ms", ""], ...rows]);
}

async function documentsAfterStart(): Promise<{ wallMs: number; cpuMs: number }[]> {
  await using service = await startService({ env: { LOG_LEVEL: "error" } });
  const client = createRestClient(service);
  const settled = listenForSettledJobs(createGraphqlClient(service));
  await delay(IDLE_MS);
  const theirs = processesOf(service.dataDir).map(({ pid }) => pid);
  const documents = [];
  for (let number = 0; number < DOCUMENTS; number += 1) {
    const cpu = cpuTimeMs(theirs);
    const handle = await client.submit(bytes, { mode: "native_text" });
    const accepted = performance.now();
    await settled.processed(handle);
    documents.push({ wallMs: performance.now() - accepted, cpuMs: cpuTimeMs(theirs) - cpu });
  }
  return documents;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
