import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { textDocument } from "../fixtures/long.ts";
import type { RestClient } from "../support/clients/rest-client.ts";
import { wordsIn, wordsOn } from "../support/texts/words.ts";

/** The result of an accepted document. Times are milliseconds of `performance.now`. */
export interface Read {
  readonly acceptedAt: number;
  readonly settledAt: number;
}

/** Clients that submit documents one after the other and check that each is read correctly. */
export interface Load {
  /** In order of completion. */
  readonly reads: readonly Read[];
  /** Violations: a document lost, stuck or misread, or an invalid response. */
  readonly faults: readonly string[];
  /** Requests without a connection, or whose connection broke. */
  readonly broken: number;
  /** Requests that got 503 with Retry-After. */
  readonly refused: number;
  /** Submits no more documents, and waits until the accepted ones are finished. */
  stop(): Promise<void>;
}

/** An accepted document counts as stuck after this time. */
const STUCK_MS = 90_000;
const PAUSE_MS = 50;
/** The last one is stored in several batches. */
const SIZES = [1, 2, 5, 12, 150];

const acceptedSchema = z.object({ whisper_hash: z.string() });
const statusSchema = z.object({ status: z.string(), message: z.string() });
const textSchema = z.object({ result_text: z.string() });

interface Tally {
  readonly reads: Read[];
  readonly faults: string[];
  broken: number;
  refused: number;
}

/** @param clients the currently available clients; one of them is chosen for each request. */
export function startLoad(clients: () => readonly RestClient[], atOnce: number): Load {
  const documents = SIZES.map(textDocument);
  const tally: Tally = { reads: [], faults: [], broken: 0, refused: 0 };
  let stopping = false;
  let turn = 0;
  const ask: Ask = (path, init) => asked(tally, clients, () => turn++, { path, init });
  const caller = async (): Promise<void> => {
    while (!stopping) {
      const document = documents[turn++ % documents.length] ?? textDocument(1);
      await sendOne(ask, tally, { document, isWanted: () => !stopping });
    }
  };
  const callers = Array.from({ length: atOnce }, caller);
  return {
    reads: tally.reads,
    faults: tally.faults,
    get broken() {
      return tally.broken;
    },
    get refused() {
      return tally.refused;
    },
    async stop() {
      stopping = true;
      await Promise.all(callers);
    },
  };
}

/** A successful response as JSON; undefined if the request must be retried. */
type Ask = (path: string, init: Parameters<RestClient["request"]>[1]) => Promise<unknown>;

async function sendOne(
  ask: Ask,
  { reads, faults }: Tally,
  {
    document,
    isWanted,
  }: { readonly document: ReturnType<typeof textDocument>; readonly isWanted: () => boolean },
): Promise<void> {
  const body = Buffer.from(document.bytes);
  // With an idempotency key, so that repeating a request whose response was lost creates no second document.
  const headers = { "idempotency-key": randomUUID() };
  const query = { mode: "native_text" };
  const accepted = await insistently(isWanted, () =>
    ask("/whisper", { method: "POST", body, headers, query }),
  );
  if (accepted === undefined) return;
  const acceptedAt = performance.now();
  const { whisper_hash } = acceptedSchema.parse(accepted);
  const inTime = (): boolean => performance.now() - acceptedAt < STUCK_MS;
  const settled = await insistently(inTime, async () => {
    const state = statusSchema.safeParse(await ask("/whisper-status", { query: { whisper_hash } }));
    return state.success && !["accepted", "processing"].includes(state.data.status) ? state.data : undefined;
  });
  const settledAt = performance.now();
  const answer =
    settled && (await insistently(inTime, () => ask("/whisper-retrieve", { query: { whisper_hash } })));
  const text = textSchema.safeParse(answer);
  if (!settled) faults.push(`${whisper_hash} is stuck`);
  else if (settled.status !== "processed")
    faults.push(`${whisper_hash}: ${settled.status} ${settled.message}`);
  else if (!text.success) faults.push(`${whisper_hash} has no text`);
  else if (!isRight(text.data.result_text, document)) faults.push(`${whisper_hash} is misread`);
  reads.push({ acceptedAt, settledAt });
}

function isRight(text: string, { pages }: ReturnType<typeof textDocument>): boolean {
  return wordsIn(text.replaceAll("<<<", "")).join(" ") === wordsOn(pages).join(" ");
}

async function insistently<T>(
  isWanted: () => boolean,
  attempt: () => Promise<T | undefined>,
): Promise<T | undefined> {
  while (isWanted()) {
    const result = await attempt();
    if (result !== undefined) return result;
    await sleep(PAUSE_MS);
  }
  return undefined;
}

async function asked(
  tally: Tally,
  clients: () => readonly RestClient[],
  turn: () => number,
  { path, init }: { readonly path: string; readonly init: Parameters<RestClient["request"]>[1] },
): Promise<unknown> {
  const now = clients();
  const client = now[turn() % Math.max(now.length, 1)];
  if (!client) return undefined;
  try {
    const answer = await client.request(path, init);
    const text = await answer.text();
    if (answer.ok) return JSON.parse(text);
    if (answer.status === 503 && answer.headers.has("retry-after")) tally.refused += 1;
    else tally.faults.push(`${path} was answered with ${answer.status}: ${text.slice(0, 200)}`);
  } catch {
    tally.broken += 1;
  }
  return undefined;
}

/** How long after an instant the next document was finished, in milliseconds. */
export function resumedAfter({ reads }: Load, at: number): number {
  const next = reads.find(({ settledAt }) => settledAt > at);
  return next ? next.settledAt - at : Infinity;
}

/** The longest time from acceptance to completion, in milliseconds. */
export function longestOf({ reads }: Load): number {
  return Math.max(0, ...reads.map(({ acceptedAt, settledAt }) => settledAt - acceptedAt));
}
