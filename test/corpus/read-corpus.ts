import type { RunningService } from "../support/service.ts";
import { createRestClient } from "../support/clients/rest-client.ts";

/** The result of a document: text, no text, a rejection or error with a message, or a violation. */
export interface Outcome {
  readonly kind: "text" | "empty" | "error" | "server error" | "crash" | "hang";
  /** The job's message, or the body of an error response. */
  readonly message: string;
  readonly seconds: number;
  readonly text: string;
}

/** A way of reading a document. */
export interface Way {
  readonly name: string;
  readonly read: (service: RunningService, document: Uint8Array) => Promise<Answered>;
}

type Answered = Pick<Outcome, "kind" | "message" | "text">;

/** The page separator; not part of any document. */
const SEPARATOR = "=page-end=";

/** Every job must be finished by then. */
const SETTLE_MS = 60_000;

/** Through version 2, in the mode, with these options. */
export function version2(mode: string, options: Readonly<Record<string, string>> = {}): Way {
  return {
    name: `v2 ${mode}`,
    async read(service, document) {
      const client = createRestClient(service);
      const query = { mode, page_separator: SEPARATOR, ...options };
      const answer = await client.request("/whisper", { method: "POST", body: Buffer.from(document), query });
      const body = await answer.text();
      if (answer.status !== 202) return refused(answer.status, body);
      const hash = String(Reflect.get(Object(JSON.parse(body)), "whisper_hash"));
      const { status, message } = await client.waitUntilSettled(hash, SETTLE_MS);
      if (status === "error") return { kind: "error", message, text: "" };
      const { result_text: text } = await client.retrieve(hash);
      return withText(text, message);
    },
  };
}

/** Through version 1, whose response is the text. */
export const VERSION_1_TEXT: Way = {
  name: "v1 text",
  async read({ url, serviceKey }, document) {
    const query = `processing_mode=text&output_mode=line-printer&timeout=60&page_seperator=${SEPARATOR}`;
    const answer = await fetch(`${url}/v1/whisper?${query}`, {
      method: "POST",
      headers: { "service-key": serviceKey },
      body: Buffer.from(document),
      signal: AbortSignal.timeout(SETTLE_MS + 5000),
    });
    const body = await answer.text();
    if (answer.status === 202) return { kind: "hang", message: body, text: "" };
    return answer.status === 200 ? withText(body, "") : refused(answer.status, body);
  },
};

/** Reads a document and returns the result; never throws. */
export async function outcomeOf(way: Way, service: RunningService, document: Uint8Array): Promise<Outcome> {
  const start = performance.now();
  const answered = await way.read(service, document).catch((error: unknown): Answered => {
    const message = String(error);
    return { kind: /still|timeout/i.test(message) ? "hang" : "crash", message, text: "" };
  });
  return { ...answered, seconds: (performance.now() - start) / 1000 };
}

function refused(status: number, body: string): Answered {
  return { kind: status >= 500 ? "server error" : "error", message: body, text: "" };
}

function withText(answer: string, message: string): Answered {
  const text = answer.replaceAll(SEPARATOR, "");
  return { kind: /\S/u.test(text) ? "text" : "empty", message, text };
}
