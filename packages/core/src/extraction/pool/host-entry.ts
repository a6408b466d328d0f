import { loadDocument } from "../document/document-source.ts";
import { ExtractionError } from "../extraction-error.ts";
import type { ExtractionEvent } from "../extractor.ts";
import type { HostAnswer, HostFailure, HostRequest, HostSettings } from "./host-protocol.ts";
import { PagePool } from "./page-pool.ts";

/** Entry of an extraction host: a process that reads documents for its parent and ends with it. */
const settings: HostSettings = JSON.parse(process.argv[2] ?? "");
const pool = new PagePool({
  ...settings,
  engine: settings.engine === null ? undefined : new URL(settings.engine),
});
const reads = new Map<number, AbortController>();

process.on("message", (request: HostRequest) => {
  if (request.kind === "cancel") reads.get(request.id)?.abort();
  else void read(request);
});
process.on("disconnect", () => process.exit());
void send({ kind: "started" });

async function read(request: Extract<HostRequest, { kind: "read" }>): Promise<void> {
  const { id, source, options, skip } = request;
  const controller = new AbortController();
  reads.set(id, controller);
  try {
    const bytes = await loadDocument(source);
    await forward(id, pool.read(bytes, options, { skip, signal: controller.signal }));
    await send({ kind: "ended", id, memoryMb: memoryMb() });
  } catch (error) {
    await send({ kind: "failed", id, failure: failureOf(error), memoryMb: memoryMb() });
  } finally {
    reads.delete(id);
  }
}

/** Sends events in as few messages as they can be had without waiting. */
async function forward(id: number, events: AsyncIterable<ExtractionEvent>): Promise<void> {
  let waiting: ExtractionEvent[] = [];
  let sending = Promise.resolve();
  const sendWaiting = async (): Promise<void> => {
    const batch = waiting;
    waiting = [];
    if (batch.length > 0) await send({ kind: "events", id, events: batch });
  };
  for await (const event of events) {
    waiting.push(event);
    if (waiting.length === 1) sending = sending.then(sendWaiting);
  }
  await sending;
}

/** Resolves when the answer is on its way. A parent that is gone has already ended this process. */
function send(answer: HostAnswer): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(answer, undefined, {}, () => resolve());
  });
}

function failureOf(error: unknown): HostFailure {
  if (error instanceof ExtractionError) return { code: error.code, message: error.message };
  return { code: null, message: error instanceof Error ? error.message : String(error) };
}

function memoryMb(): number {
  return process.memoryUsage.rss() / 2 ** 20;
}
