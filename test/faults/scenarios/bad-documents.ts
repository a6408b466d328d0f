import { mapConcurrently } from "../../bench/measures/concurrency.ts";
import { brokenCrossReferences, garbage, truncated, zeroPages } from "../../fixtures/bombs/damaged.ts";
import { deepNesting, formLoop } from "../../fixtures/bombs/hostile.ts";
import { textDocument } from "../../fixtures/long.ts";
import { isAlive } from "../../support/processes.ts";
import { createRestClient, type RestClient } from "../../support/clients/rest-client.ts";
import { startService } from "../../support/service.ts";
import { wordsIn, wordsOn } from "../../support/texts/words.ts";
import { seconds, type Findings } from "../findings.ts";

const AT_ONCE = 8;
/** One of this many documents is bad. */
const BAD_OF = 5;
const SETTLE_MS = 60_000;

/** R04: some of the documents that are read concurrently are damaged or hostile. */
export async function readAmongBad(count: number): Promise<Findings> {
  await using service = await startService({ env: { LOG_LEVEL: "error" } });
  const client = createRestClient(service);
  const bad = [garbage(), truncated(), zeroPages(), formLoop(), deepNesting()];
  // A broken cross-reference table is repaired, so the document is read like a good one.
  const mended = brokenCrossReferences();
  const started = performance.now();
  const outcomes = await mapConcurrently([...Array(count).keys()], AT_ONCE, async (index) =>
    index % BAD_OF === BAD_OF - 1
      ? outcomeOfBad(client, bad[Math.floor(index / BAD_OF) % bad.length] ?? mended)
      : outcomeOfGood(client, 1 + (index % 7)),
  );
  const good = outcomes.filter(({ kind }) => kind === "good");
  const right = good.filter(({ fault }) => fault === undefined).length;
  return {
    faults: [
      ...outcomes.flatMap(({ fault }) => (fault === undefined ? [] : [fault])),
      ...(isAlive(service.pid) ? [] : ["the service ended"]),
    ],
    slow: [],
    figures: [
      `${right} of ${good.length} good documents right, beside ${count - good.length} bad ones, ${AT_ONCE} at once, in ${seconds(performance.now() - started)}`,
    ],
  };
}

interface Outcome {
  readonly kind: "good" | "bad";
  readonly fault?: string;
}

async function outcomeOfGood(client: RestClient, pages: number): Promise<Outcome> {
  const document = textDocument(pages);
  const hash = await client.submit(document.bytes, { mode: "native_text" });
  const { status, message } = await client.waitUntilSettled(hash, SETTLE_MS);
  if (status !== "processed") return { kind: "good", fault: `a good document is ${status}: ${message}` };
  const { result_text: text } = await client.retrieve(hash);
  const isRight = wordsIn(text.replaceAll("<<<", "")).join(" ") === wordsOn(document.pages).join(" ");
  return isRight ? { kind: "good" } : { kind: "good", fault: "a good document is misread" };
}

/** Rejected or finished, with a reason, and never a 5xx. */
async function outcomeOfBad(client: RestClient, bytes: Uint8Array): Promise<Outcome> {
  const query = { mode: "native_text" };
  const answer = await client.request("/whisper", { method: "POST", body: Buffer.from(bytes), query });
  const body: unknown = await answer.json();
  if (answer.status >= 500) return { kind: "bad", fault: `a bad document was answered ${answer.status}` };
  if (!answer.ok || typeof body !== "object" || body === null || !("whisper_hash" in body)) {
    return { kind: "bad" };
  }
  const { status, message } = await client.waitUntilSettled(String(body.whisper_hash), SETTLE_MS);
  if (status === "error" && message === "")
    return { kind: "bad", fault: "a document failed without a reason" };
  return { kind: "bad" };
}
