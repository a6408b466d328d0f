import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { letter } from "../../fixtures/business.ts";
import { createRestClient, type RestClient } from "../../support/clients/rest-client.ts";
import { startService, type RunningService } from "../../support/service.ts";

let service: RunningService;
let client: RestClient;

beforeAll(async () => {
  service = await startService({ env: { GALLEY_MAX_UPLOAD_MB: "1" } });
  client = createRestClient(service);
});
afterAll(() => service[Symbol.asyncDispose]());

interface Sent {
  readonly path?: string;
  readonly method?: string;
  readonly key?: string;
}

async function send(
  encoding: string,
  body: Uint8Array,
  { path = "/api/v2/whisper?mode=native_text", method = "POST", key = service.serviceKey }: Sent = {},
): Promise<readonly [status: number, answer: unknown]> {
  const response = await fetch(`${service.url}${path}`, {
    method,
    headers: {
      "content-encoding": encoding,
      ...(path.startsWith("/api/v1/")
        ? { authorization: `Bearer ${key}`, "content-type": "application/json" }
        : { "service-key": key }),
    },
    body: Buffer.from(body),
  });
  return [response.status, await response.json()];
}

const bytes = letter().bytes;

test.each([
  ["gzip", gzipSync(bytes)],
  ["GZIP", gzipSync(bytes)],
  ["x-gzip", gzipSync(bytes)],
  ["deflate", deflateSync(bytes)],
  ["br", brotliCompressSync(bytes)],
  ["identity", bytes],
])("a document in the encoding %s is read as the document itself", async (encoding, body) => {
  const plain = await client.submit(bytes, { mode: "native_text" });
  const [status, answer] = await send(encoding, body);
  expect([status, answer]).toEqual([202, expect.objectContaining({ status: "processing" })]);
  // The second half is the MD5 of the document.
  const [, md5] = plain.split("|");
  expect(answer).toMatchObject({ whisper_hash: expect.stringMatching(new RegExp(`[|]${md5}$`)) });
});

test("version 1, uploads and the management API decode bodies, too", async () => {
  const body = gzipSync(bytes);
  const v1 = await fetch(`${service.url}/v1/whisper?processing_mode=text&output_mode=line-printer`, {
    method: "POST",
    headers: { "service-key": service.serviceKey, "content-encoding": "gzip" },
    body: Buffer.from(body),
  });
  expect([v1.status, (await v1.text()).length > 100]).toEqual([200, true]);
  const upload = await send("gzip", body, { path: "/uploads/letter.pdf", method: "PUT" });
  expect(upload).toEqual([201, expect.objectContaining({ bytes: bytes.length })]);
  const json = gzipSync(JSON.stringify({ workflow_name: "compressed" }));
  const path = `/api/v1/service/default/workflow/`;
  const workflow = await send("gzip", json, { path, key: service.accessToken });
  expect(workflow).toEqual([201, expect.objectContaining({ workflow_name: "compressed" })]);
});

test.each([
  ["another encoding", "zstd", bytes, [415, "expected one of gzip, deflate, br"]],
  ["two encodings", "gzip, br", gzipSync(bytes), [415, "expected one of gzip, deflate, br"]],
  ["a body that is not compressed", "gzip", bytes, [400, "the body is not valid gzip"]],
  ["half a body", "gzip", gzipSync(bytes).subarray(0, 500), [400, "the body is not valid gzip"]],
  ["a bomb", "gzip", gzipSync("%PDF-1.7".padEnd(64 * 1024 * 1024)), [413, ""]],
] as const)("%s is rejected with the reason", async (_what, encoding, body, [status, reason]) => {
  const rejected = await send(encoding, body);
  expect(rejected).toEqual([status, { message: expect.stringContaining(reason) }]);
  const [ofUpload] = await send(encoding, body, { path: "/uploads/a.pdf", method: "PUT" });
  expect(ofUpload).toBe(status);
});

test("the encoding of an empty body does not count", async () => {
  const [status, answer] = await send("gzip", new Uint8Array());
  expect([status, answer]).toEqual([400, { message: expect.stringContaining("empty") }]);
});
