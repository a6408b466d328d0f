import { request, type IncomingMessage } from "node:http";
import { once } from "node:events";
import { text as textOf } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { textDocument } from "../../fixtures/long.ts";
import { createRestClient } from "../../support/clients/rest-client.ts";
import { type RunningService, startService } from "../../support/service.ts";

/** Its text is larger than all buffers between the service and a caller that does not read. */
const PAGES = 2000;
const { bytes } = textDocument(PAGES);
const LAST_PAGE = `Page ${PAGES} of ${PAGES}`;

const retrievedSchema = z.object({ result_text: z.string() });

let service: RunningService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());

async function processed(): Promise<string> {
  const rest = createRestClient(service);
  const hash = await rest.submit(bytes, { mode: "native_text" });
  expect(await rest.waitUntilSettled(hash, 120_000)).toMatchObject({ status: "processed" });
  return hash;
}

/** A caller whose answer has begun, and who reads only when the test does. */
async function begun(hash: string): Promise<IncomingMessage> {
  const query = new URLSearchParams({ whisper_hash: hash }).toString();
  const call = request(`${service.url}/api/v2/whisper-retrieve?${query}`, {
    headers: { "service-key": service.serviceKey },
  }).end();
  const [answer]: IncomingMessage[] = await once(call, "response");
  if (!answer) throw new Error("There is no answer.");
  return answer;
}

async function lastPageIn(answer: IncomingMessage): Promise<string | undefined> {
  const { result_text } = retrievedSchema.parse(JSON.parse(await textOf(answer)));
  return result_text.match(/Page \d+ of \d+/gu)?.at(-1);
}

test("of two callers who retrieve one long text at once, one gets it whole and the other 400", async () => {
  const hash = await processed();
  const first = await begun(hash);
  const second = begun(hash);
  expect(await lastPageIn(first)).toBe(LAST_PAGE);
  const refused = await second;
  expect([refused.statusCode, JSON.parse(await textOf(refused))]).toEqual([
    400,
    { message: "Whisper already delivered" },
  ]);
}, 180_000);

test("if the first caller is disconnected, the second one gets the text", async () => {
  const hash = await processed();
  const first = await begun(hash);
  const second = begun(hash);
  first.destroy();
  expect(await lastPageIn(await second)).toBe(LAST_PAGE);
}, 180_000);
