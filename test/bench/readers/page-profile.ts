import { existsSync, readdirSync, readFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { createExtractor, type Extractor } from "@galley/core";
import { z } from "zod";
import { nanosecondsIn } from "../measures/cpu-time.ts";
import { print, printTable } from "../measures/print-table.ts";

/**
 * Where the CPU time of a warm page goes: the page thread's by stage, from V8's CPU profile, and that of the process's
 * other threads.
 */

const WARM_UP_ROUNDS = 8;
const ROUNDS = 3;
const SAMPLING_MICROSECONDS = 500;

/** Stages by the folder or file of their code; the first that matches counts. */
export type Stages = readonly (readonly [stage: string, place: RegExp])[];

const STAGES: Stages = [
  ["pdf.js's core", /\/native\/generated\//],
  ["interpreter: lexer", /\/native\/content\/content-lexer/],
  ["interpreter", /\/native\/(content|graphics)\//],
  ["interpreter: shapes", /\/native\/shapes\//],
  ["fonts", /\/native\/fonts\//],
  ["glyphs", /\/native\/glyphs\//],
  ["annotations", /\/native\/annotations\//],
  ["document, tags, pictures", /\/engines\//],
  ["layout: directions", /\/layout\/directions\//],
  ["layout: glyphs", /\/layout\/glyphs\//],
  ["layout: spacing", /\/layout\/spacing\//],
  ["layout: text of segments", /\/layout\/(rows\/segment-text|bidi\/)/],
  ["layout: rows", /\/layout\/rows\//],
  ["layout: tables", /\/layout\/tables\//],
  ["layout: grid", /\/layout\/grid\//],
  ["layout: marks", /\/layout\/marks\//],
  ["layout: reading order", /\/layout\/order\//],
  ["layout: page text", /\/layout\//],
  ["choice of the text source", /\/extraction\/reading\//],
  ["inflating", /^node:zlib$/],
  ["between threads", /\/extraction\/pool\/|\/piscina\//],
];

/** Frames without code of their own, whose time is not their caller's. */
const OWN_STAGES: ReadonlyMap<string, string> = new Map([
  ["(garbage collector)", "garbage collection"],
  ["(program)", "V8 and Node, not in a function"],
]);

const IDLE: ReadonlySet<string> = new Set(["(idle)", "atomicsWaitLoop"]);

const profileSchema = z.object({
  nodes: z.array(
    z.object({
      id: z.number(),
      callFrame: z.object({ functionName: z.string(), url: z.string() }),
      children: z.array(z.number()).optional(),
    }),
  ),
  samples: z.array(z.number()),
  timeDeltas: z.array(z.number()),
});

type Profile = z.infer<typeof profileSchema>;
type ProfileNode = Profile["nodes"][number];

const messageSchema = z.object({ result: z.object({ profile: profileSchema.optional() }).optional() });

/** Reads the documents with one page thread until it is warm, profiles it, and prints the stages. */
export async function printPageProfile(documents: readonly Uint8Array[]): Promise<void> {
  const profiler = await StageProfiler.attached(STAGES);
  await using extractor = createExtractor({ threads: 1 });
  const readTimes = async (rounds: number): Promise<number> => {
    let pages = 0;
    for (let round = 0; round < rounds; round++) pages += await pagesRead(documents, extractor);
    return pages;
  };
  await readTimes(WARM_UP_ROUNDS);
  // Without the profiler, which takes CPU time, too.
  const before = threadTimes();
  const pages = await readTimes(ROUNDS);
  const times = threadTimes().map(([name, milliseconds], index) => {
    return [name, (milliseconds - (before[index]?.[1] ?? 0)) / pages] as const;
  });
  const shares = await profiler.sharesDuring(() => readTimes(ROUNDS));
  profiler.close();
  print(`${pages / ROUNDS} pages, ${ROUNDS} rounds after ${WARM_UP_ROUNDS}, one page thread\n`);
  printStages(shares, times);
}

/** Measures in which stages the first page thread spends its time. */
export class StageProfiler {
  readonly #stages: Stages;
  readonly #thread: ThreadInspector;

  private constructor(stages: Stages, thread: ThreadInspector) {
    this.#stages = stages;
    this.#thread = thread;
  }

  /** Attach before the extractor is created. */
  static async attached(stages: Stages): Promise<StageProfiler> {
    return new StageProfiler(stages, await ThreadInspector.attached());
  }

  /** The share of each stage in the time in which the thread was not idle. */
  async sharesDuring(work: () => Promise<unknown>): Promise<ReadonlyMap<string, number>> {
    await this.#thread.send("Profiler.enable", {});
    await this.#thread.send("Profiler.setSamplingInterval", { interval: SAMPLING_MICROSECONDS });
    await this.#thread.send("Profiler.start", {});
    await work();
    const { profile } = await this.#thread.send("Profiler.stop", {});
    if (!profile) throw new Error("The page thread returned no profile.");
    return sharesOf(profile, this.#stages);
  }

  close(): void {
    this.#thread.close();
  }
}

/** Reads the documents once; returns their number of pages. Documents that cannot be read have none. */
async function pagesRead(documents: readonly Uint8Array[], extractor: Extractor): Promise<number> {
  let pages = 0;
  for (const document of documents) {
    const read = await extractor.extract(document, { mode: "native_text" }).catch(() => undefined);
    pages += read?.pages.length ?? 0;
  }
  return pages;
}

function printStages(
  shares: ReadonlyMap<string, number>,
  times: readonly (readonly [string, number])[],
): void {
  const total = times.reduce((sum, [, milliseconds]) => sum + milliseconds, 0);
  const pageThread = times.find(([name]) => name === PAGE_THREAD)?.[1] ?? 0;
  const row = (name: string, milliseconds: number): string[] => [
    name,
    milliseconds.toFixed(3),
    `${((100 * milliseconds) / total).toFixed(1)} %`,
  ];
  const stages = [...shares].toSorted(([, a], [, b]) => b - a);
  printTable([
    ["CPU time of a page", "ms", "share"],
    ...stages.map(([stage, share]) => row(stage, share * pageThread)),
    ...times.filter(([name]) => name !== PAGE_THREAD).map(([name, time]) => row(name, time)),
    row("whole process", total),
  ]);
}

/** The share of each stage in the samples in which the thread was not idle. */
function sharesOf({ nodes, samples, timeDeltas }: Profile, stages: Stages): ReadonlyMap<string, number> {
  const stageOf = stagesOf(nodes, stages);
  const times = new Map<string, number>();
  let total = 0;
  for (const [index, node] of samples.entries()) {
    const stage = stageOf.get(node);
    if (stage === undefined) continue;
    const time = timeDeltas[index] ?? 0;
    times.set(stage, (times.get(stage) ?? 0) + time);
    total += time;
  }
  return new Map([...times].map(([stage, time]) => [stage, time / total]));
}

/** The stage of each node; a built-in function belongs to its caller's. Idle nodes have none. */
function stagesOf(nodes: readonly ProfileNode[], known: Stages): ReadonlyMap<number, string> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const stages = new Map<number, string>();
  const visit = (node: ProfileNode, caller: string): void => {
    const { functionName, url } = node.callFrame;
    if (IDLE.has(functionName)) return;
    const own = known.find(([, place]) => place.test(url))?.[0] ?? OWN_STAGES.get(functionName) ?? caller;
    stages.set(node.id, own);
    for (const id of node.children ?? []) {
      const child = byId.get(id);
      if (child) visit(child, own);
    }
  };
  const [root] = nodes;
  if (root) visit(root, "other");
  return stages;
}

export const PAGE_THREAD = "page thread";
const V8_THREADS = "V8's threads: compiling and collecting";

/** By the names that Node gives its threads; the others are V8's. */
const THREAD_KINDS: ReadonlyMap<string, string> = new Map([
  ["WorkerThread", PAGE_THREAD],
  ["node-MainThread", "main thread"],
]);

/** CPU time so far of the process's threads by kind, in milliseconds. */
export function threadTimes(): [string, number][] {
  const tasks = "/proc/self/task";
  if (!existsSync(tasks))
    throw new Error("The profile needs the CPU time of threads in /proc: run it on Linux.");
  const times = new Map([...THREAD_KINDS.values(), V8_THREADS].map((kind) => [kind, 0]));
  for (const task of readdirSync(tasks)) {
    const kind = THREAD_KINDS.get(nameOf(`${tasks}/${task}`)) ?? V8_THREADS;
    times.set(kind, (times.get(kind) ?? 0) + nanosecondsIn(`${tasks}/${task}/schedstat`) / 1e6);
  }
  return [...times];
}

/** The name of a thread; "" if it has ended. */
function nameOf(task: string): string {
  try {
    return readFileSync(`${task}/comm`, "utf8").trim();
  } catch {
    return "";
  }
}

/** Sends commands to the first worker thread of this process. */
class ThreadInspector {
  readonly #session: Session;
  readonly #answers = new Map<number, (message: z.infer<typeof messageSchema>) => void>();
  #thread = "";
  #lastId = 0;

  private constructor(session: Session) {
    this.#session = session;
    session.on("NodeWorker.attachedToWorker", ({ params }) => {
      if (this.#thread === "") this.#thread = params.sessionId;
    });
    session.on("NodeWorker.receivedMessageFromWorker", ({ params }) => {
      const message: unknown = JSON.parse(params.message);
      const { id } = z.object({ id: z.number().optional() }).parse(message);
      if (id !== undefined) this.#answers.get(id)?.(messageSchema.parse(message));
    });
  }

  /** Attaches to the threads that are started from now on. */
  static async attached(): Promise<ThreadInspector> {
    const session = new Session();
    session.connect();
    const inspector = new ThreadInspector(session);
    await session.post("NodeWorker.enable", { waitForDebuggerOnStart: false });
    return inspector;
  }

  async send(method: string, params: object): Promise<{ profile?: Profile | undefined }> {
    const id = ++this.#lastId;
    // The page thread does not keep the process running.
    const running = setInterval(() => undefined, 1000);
    const answer = new Promise<z.infer<typeof messageSchema>>((resolve) => this.#answers.set(id, resolve));
    const message = JSON.stringify({ id, method, params });
    await this.#session.post("NodeWorker.sendMessageToWorker", { sessionId: this.#thread, message });
    const { result } = await answer;
    clearInterval(running);
    return result ?? {};
  }

  close(): void {
    this.#session.disconnect();
  }
}
