import { DomainError, type CheckState } from "@galley/core/domain";
import { Router } from "express";
import { allowOnly, RETRY_AFTER_S } from "./error-answer.ts";
import { sendJson } from "./json-answer.ts";
import { shared } from "./shared-answer.ts";

/** A check without a response after this time has failed. */
const CHECK_TIMEOUT_MS = 2_000;

/**
 * Resolves if the part works; rejects with what is wrong. The signal aborts when the result is no longer
 * needed.
 */
export type Check = (signal: AbortSignal) => Promise<unknown>;

export interface Health {
  readonly router: Router;
  isReady(): Promise<boolean>;
  /** From now on, the service is alive but not ready. */
  drain(): void;
  isDraining(): boolean;
}

/**
 * `/health/live` responds while the process runs; `/health/ready` checks every part and responds with 503 and
 * what is wrong, also when the service is about to stop.
 */
export function createHealth(checks: Readonly<Record<string, Check>>): Health {
  const state = { draining: false };
  // Anyone may ask, so concurrent requests share one check.
  const failures = shared(() => failuresOf(checks));
  const problems = async (): Promise<readonly string[]> =>
    state.draining ? ["the service is stopping"] : failures();
  const router = Router();
  router
    .route("/health/live")
    .get((_request, response) => sendJson(response, 200, { status: "live" }))
    .all(allowOnly("GET", "HEAD"));
  router
    .route("/health/ready")
    .get(async (_request, response) => {
      const found = await problems();
      if (found.length === 0) {
        sendJson(response, 200, { status: "ready" });
        return;
      }
      response.setHeader("Retry-After", RETRY_AFTER_S);
      sendJson(response, 503, { message: `Not ready: ${found.join("; ")}.` });
    })
    .all(allowOnly("GET", "HEAD"));
  return {
    router,
    isReady: async () => (await problems()).length === 0,
    drain() {
      state.draining = true;
    },
    isDraining: () => state.draining,
  };
}

async function failuresOf(checks: Readonly<Record<string, Check>>): Promise<string[]> {
  const states = await statesOf(checks);
  return states.flatMap(({ ok, message }) => (ok ? [] : [message]));
}

/** The outcome of every check. */
export function statesOf(checks: Readonly<Record<string, Check>>): Promise<readonly CheckState[]> {
  return Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      try {
        await inTime(check);
        return { name, ok: true, message: "" };
      } catch (error) {
        // The application's own messages are meant for callers.
        const message = error instanceof DomainError ? withoutPeriod(error.message) : `${name} is down`;
        return { name, ok: false, message };
      }
    }),
  );
}

function withoutPeriod(sentence: string): string {
  return sentence.replace(/\.$/, "");
}

async function inTime(check: Check): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const over = new AbortController();
  const timer = setTimeout(reject, CHECK_TIMEOUT_MS, new Error("no response"));
  try {
    await Promise.race([check(over.signal), late]);
  } finally {
    clearTimeout(timer);
    over.abort();
  }
}
