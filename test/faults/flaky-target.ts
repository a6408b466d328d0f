import type { ServerResponse } from "node:http";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { z } from "zod";
import {
  startWebhookReceiver,
  type ReceivedMessage,
  type WebhookReceiver,
} from "../support/servers/webhook-receiver.ts";

export type Mood = "taken" | "failed" | "hanging" | "reset" | "busy" | "redirected";

/** Shares of the rejected messages. */
const SHARES: readonly (readonly [Mood, number])[] = [
  ["failed", 0.2],
  ["hanging", 0.1],
  ["reset", 0.05],
  ["busy", 0.05],
  ["redirected", 0.05],
];

/** The Retry-After of a busy target, in seconds. */
export const RETRY_AFTER_SECONDS = 6;

/** A result as the target received it. */
export interface MetResult {
  /** The handle of its job. */
  readonly handle: string;
  readonly messageId: string;
  readonly at: number;
  readonly mood: Mood;
  readonly verified: boolean;
}

export interface FlakyTarget extends AsyncDisposable {
  readonly url: string;
  readonly results: readonly MetResult[];
  /** From now on, messages must verify with one of these secrets, and most of them are accepted. */
  begin(secrets: readonly string[]): void;
}

/** A target that rejects some messages, in a deterministic order of moods. */
export async function startFlakyTarget(seed: number): Promise<FlakyTarget> {
  const receiver: WebhookReceiver = await startWebhookReceiver();
  const chance = sequence(seed);
  const results: MetResult[] = [];
  return {
    url: receiver.url,
    results,
    begin(secrets) {
      const verifiers = secrets.map((secret) => new StandardWebhook(secret));
      receiver.willAnswer((message, response) => {
        const mood = moodOf(chance());
        const verified = verifiers.some((verifier) => verifies(verifier, message));
        results.push({ ...idsOf(message), at: message.at, mood, verified });
        answer(mood, response);
      });
    },
    [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose](),
  };
}

function moodOf(chance: number): Mood {
  let bound = 0;
  for (const [mood, share] of SHARES) {
    bound += share;
    if (chance < bound) return mood;
  }
  return "taken";
}

function answer(mood: Mood, response: ServerResponse): void {
  if (mood === "taken") response.writeHead(200).end();
  if (mood === "failed") response.writeHead(500).end("not now");
  if (mood === "reset") response.socket?.resetAndDestroy();
  if (mood === "busy") response.writeHead(429, { "retry-after": `${RETRY_AFTER_SECONDS}` }).end();
  if (mood === "redirected") response.writeHead(302, { location: "/elsewhere" }).end();
}

const bodySchema = z.object({ payload_status: z.object({ whisper_hash: z.string() }) });

function idsOf({ headers, body }: ReceivedMessage): Pick<MetResult, "handle" | "messageId"> {
  return {
    handle: bodySchema.parse(JSON.parse(body)).payload_status.whisper_hash,
    messageId: String(headers["webhook-id"]),
  };
}

function verifies(verifier: StandardWebhook, { headers, body }: ReceivedMessage): boolean {
  try {
    verifier.verify(body, {
      "webhook-id": String(headers["webhook-id"]),
      "webhook-timestamp": String(headers["webhook-timestamp"]),
      "webhook-signature": String(headers["webhook-signature"]),
    });
    return true;
  } catch {
    return false;
  }
}

/** A pseudo-random sequence from 0 to 1 (mulberry32). */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
