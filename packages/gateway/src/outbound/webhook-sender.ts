import type { WebhookSender } from "@galley/core/domain";
import { OutboundError } from "./outbound-error.ts";
import type { Outbound } from "./outbound.ts";

/** Time limit of a webhook request, in milliseconds. */
const TIMEOUT_MS = 15_000;

/** The response is truncated after this many bytes. */
const MAX_ANSWER_BYTES = 20 * 1024;

/** Sends webhook requests through the address policy. */
export function createWebhookSender(outbound: Outbound, timeoutMs: number = TIMEOUT_MS): WebhookSender {
  return {
    refusalOf(url) {
      try {
        outbound.check(url);
        return undefined;
      } catch (error) {
        if (!(error instanceof OutboundError)) throw error;
        return error.message;
      }
    },

    async post({ url, headers, body }, signal) {
      const limits = { timeoutMs, headerTimeoutMs: timeoutMs, signal };
      try {
        const answer = await outbound.post(url, { headers, body, maxAnswerBytes: MAX_ANSWER_BYTES }, limits);
        return {
          kind: "answered",
          status: answer.status,
          retryAfter: answer.headers["retry-after"],
          headers: Object.fromEntries(
            Object.entries(answer.headers).map(([name, value = ""]) => [name, [value].flat().join(", ")]),
          ),
          body: answer.body,
        };
      } catch (error) {
        if (!(error instanceof OutboundError)) throw error;
        return { kind: error.failure === "refused" ? "refused" : "failed", message: error.message };
      }
    },
  };
}
