import { setImmediate as nextTurn } from "node:timers/promises";
import { collectLessOften } from "../../../collect-less-often.ts";
import { enginesOf } from "../../recognition/engines/engines.ts";
import { loadDocument } from "../../document/document-source.ts";
import { ExtractionError } from "../../failure/extraction-error.ts";
import type { StorableEvent } from "../../extractor/extractor-over.ts";
import { ParentRecogniser } from "./parent-recogniser.ts";
import type { HostAnswer, HostFailure, HostRequest, HostSettings } from "./host-protocol.ts";
import { amountOf, DeliveryWindow } from "../limits/delivery-window.ts";
import { leaveThreadsTheirYoungGeneration } from "../limits/memory-limit.ts";
import { PagePool } from "../pages/page-pool.ts";
import { RecentDocument } from "./recent-document.ts";
import { RenderPool } from "../drawing/render-pool.ts";

/** Entry point of an extraction host: a child process that reads documents for its parent and exits with it. */
const settings: HostSettings = JSON.parse(process.argv[2] ?? "");
leaveThreadsTheirYoungGeneration();
collectLessOften();
const parent = new ParentRecogniser(send);
const pool = new PagePool({
  ...settings,
  engines: enginesOf(settings.engines, parent.recognise),
  engine: settings.engine === null ? undefined : new URL(settings.engine),
});
const renderPool = new RenderPool(settings);
const recent = new RecentDocument((bytes, options) => pool.convert(bytes, options));
const running = new Map<number, AbortController>();
/** What the parent has not taken yet of the documents in progress. */
const untaken = new Map<number, DeliveryWindow>();

process.on("message", (request: HostRequest) => {
  if (request.kind === "cancel") running.get(request.id)?.abort();
  else if (request.kind === "taken") untaken.get(request.id)?.take(request.amount);
  else if (request.kind === "recognised") parent.answered(request.id, request.answer);
  else if (request.kind === "read") void answer(request.id, (signal) => read(request, signal));
  else void answer(request.id, (signal) => render(request, signal));
});
process.on("disconnect", () => process.exit());
void send({ kind: "started" });

/** Sends the final answer to a request: the result of `work`, or its error. */
async function answer(id: number, work: (signal: AbortSignal) => Promise<HostAnswer>): Promise<void> {
  const controller = new AbortController();
  running.set(id, controller);
  try {
    await send(await work(controller.signal));
  } catch (error) {
    await send({ kind: "failed", id, failure: failureOf(error), memoryMb: memoryMb() });
  } finally {
    running.delete(id);
  }
}

async function read(
  { id, source, options, skip, outcomes, owner }: Extract<HostRequest, { kind: "read" }>,
  signal: AbortSignal,
): Promise<HostAnswer> {
  const bytes = await loadDocument(source);
  const window = new DeliveryWindow();
  untaken.set(id, window);
  signal.addEventListener("abort", () => window.close());
  try {
    const events = await forward(id, pool.read(bytes, options, { skip, outcomes, owner, signal }), window);
    return { kind: "ended", id, events, memoryMb: memoryMb() };
  } finally {
    untaken.delete(id);
  }
}

async function render(
  { id, source, number, options }: Extract<HostRequest, { kind: "render" }>,
  signal: AbortSignal,
): Promise<HostAnswer> {
  const document = await recent.get(source, options);
  const page = await renderPool.render(document, { number, options }, signal);
  return { kind: "rendered", id, page, memoryMb: memoryMb() };
}

/**
 * Sends events in batches: as many per message as are available without waiting. Pauses while the parent has not taken
 * enough of them. Returns the last ones, which are sent with the end.
 */
async function forward(
  id: number,
  events: AsyncIterable<StorableEvent>,
  window: DeliveryWindow,
): Promise<readonly StorableEvent[]> {
  let waiting: StorableEvent[] = [];
  let sending = Promise.resolve();
  let isEnded = false;
  const sendWaiting = async (): Promise<void> => {
    await nextTurn();
    if (isEnded || waiting.length === 0) return;
    const batch = waiting;
    waiting = [];
    await send({ kind: "events", id, events: batch });
  };
  for await (const event of events) {
    waiting.push(event);
    if (waiting.length === 1) sending = sending.then(sendWaiting);
    if (event.kind === "page") window.add(amountOf(event.outcome));
    await window.untilRoom();
  }
  isEnded = true;
  await sending;
  return waiting;
}

/** Resolves when the answer has been sent. If the parent is gone, this process is already exiting. */
function send(message: HostAnswer): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(message, undefined, {}, () => resolve());
  });
}

function failureOf(error: unknown): HostFailure {
  if (error instanceof ExtractionError) return { code: error.code, message: error.message };
  return { code: null, message: error instanceof Error ? error.message : String(error) };
}

function memoryMb(): number {
  return process.memoryUsage.rss() / 2 ** 20;
}
