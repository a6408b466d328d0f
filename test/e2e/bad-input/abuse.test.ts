import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { letter } from "../../fixtures/business.ts";
import { callManagement } from "../../support/clients/management-client.ts";
import { processorMs } from "../../support/processor-time.ts";
import { createRestClient, type RestClient } from "../../support/clients/rest-client.ts";
import { startService, type RunningService } from "../../support/service.ts";

const PASSWORD = "hunter2-of-a-connector-51f0";
const WEBHOOK_TOKEN = "bearer-of-a-webhook-9c2e";

let service: RunningService;
let client: RestClient;

beforeAll(async () => {
  service = await startService({ env: { LOG_LEVEL: "trace", GALLEY_OUTBOUND_ALLOW: "127.0.0.0/8" } });
  client = createRestClient(service);
});
afterAll(() => service[Symbol.asyncDispose]());

/** Expects neither a 5xx nor an empty body; records the response for the search for secrets. */
const answers: string[] = [];

async function statusOf(answer: Promise<Response>): Promise<number> {
  const response = await answer;
  const text = await response.text();
  answers.push(text, JSON.stringify([...response.headers]));
  return response.status;
}

describe("an absurdly large selection or text is rejected, or costs no more than another", () => {
  const submit = (query: Readonly<Record<string, string>>): Promise<number> =>
    statusOf(
      client.request("/whisper", {
        method: "POST",
        body: Buffer.from(letter().bytes),
        query: { mode: "native_text", ...query },
      }),
    );

  test.each<[string, Readonly<Record<string, string>>, readonly number[]]>([
    ["a range of a thousand million pages", { pages_to_extract: "1-999999999" }, [202]],
    ["a page beyond all numbers", { pages_to_extract: "999999999999999999999-" }, [202]],
    ["ten thousand commas", { pages_to_extract: ",".repeat(10_000) }, [400, 431]],
    ["five thousand pages and a comma too many", { pages_to_extract: "1,".repeat(2500) }, [400, 431]],
    ["a separator of ten thousand characters", { page_separator: "x".repeat(10_000) }, [400]],
    ["a tag of ten thousand characters", { tag: "t".repeat(10_000) }, [400]],
    ["two thousand languages", { lang: "eng+".repeat(2000) }, [400]],
  ])("%s", async (_, query, statuses) => {
    expect(statuses).toContain(await submit(query));
  });

  test("a request head over the size limit", async () => {
    expect(await submit({ pages_to_extract: ",".repeat(100_000) })).toBe(431);
  });

  test("a search for a megabyte", async () => {
    const v1 = (path: string, body: Uint8Array | string): Promise<Response> =>
      fetch(`${service.url}/v1${path}`, {
        method: "POST",
        headers: { "service-key": service.serviceKey },
        body: Buffer.from(body),
      });
    const query = "processing_mode=text&output_mode=line-printer&store_metadata_for_highlighting=true";
    const read = await v1(`/whisper?${query}`, letter().bytes);
    const hash = encodeURIComponent(read.headers.get("whisper-hash") ?? "");
    await read.text();
    const before = processorMs(service.pid);
    const found = await statusOf(v1(`/highlight-data?whisper-hash=${hash}`, "a".repeat(1024 * 1024)));
    expect(found).toBeGreaterThanOrEqual(400);
    expect(found).toBeLessThan(500);
    // Reading a megabyte takes some time; a search that multiplies it would take minutes.
    expect(processorMs(service.pid) - before).toBeLessThan(1000);
  });
});

describe("a body that does not match its headers is the sender's mistake", () => {
  const PDF = "%PDF-1.7 and no more";

  test.each([
    ["chunks whose sizes are no numbers", "Transfer-Encoding: chunked", `zz\r\n${PDF}\r\n0\r\n\r\n`],
    ["a chunk longer than its size", "Transfer-Encoding: chunked", `3\r\n${PDF}\r\n0\r\n\r\n`],
    ["a size that is negative", "Content-Length: -5", PDF],
    ["a size that is no number", "Content-Length: many", PDF],
    ["two sizes", "Content-Length: 5\r\nContent-Length: 20", PDF],
    ["a size and chunks", "Content-Length: 5\r\nTransfer-Encoding: chunked", `5\r\n%PDF-\r\n0\r\n\r\n`],
  ])("%s", async (_, header, body) => {
    const answer = await rawAnswer(`POST /api/v2/whisper HTTP/1.1\r\n${header}\r\n`, body);
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(answer).toMatch(/\{"message":"[^"]+"/);
  });

  const WRONG_BODIES = [
    "",
    "{",
    "null",
    "[]",
    "7",
    '"text"',
    "[".repeat(100_000),
    '{"a":'.repeat(20_000),
    '{"__proto__":{"url":"x"}}',
    '{"constructor":{"prototype":{}}}',
    `{"name":"${"n".repeat(200_000)}"}`,
    '{"name":"\\ud800"}',
    '{"name":"\\u0000","url":"\\u0000"}',
    "\ufeff{}",
    "\u0000",
  ];

  test.each([
    "POST /connector/",
    "POST /workflow/",
    "POST /pipeline/",
    "POST /test_connectors/",
    "POST /notifications/",
  ])("JSON of any kind at %s", async (route) => {
    const [method = "", path] = route.split(" ");
    const statuses = await Promise.all(
      WRONG_BODIES.map((body) =>
        statusOf(
          fetch(`${service.url}/api/v1/service/default${path}`, {
            method,
            headers: {
              authorization: `Bearer ${service.accessToken}`,
              "content-type": "application/json",
            },
            body,
          }),
        ),
      ),
    );
    expect(statuses.filter((status) => status < 400 || status > 499)).toEqual([]);
  });

  test.each(["/whisper-manage-callback", "/whisper"])(
    "bytes of any kind at %s of version 2",
    async (path) => {
      const query = path === "/whisper" ? { url_in_post: "true" } : {};
      const statuses = await Promise.all(
        WRONG_BODIES.map((body) => statusOf(client.request(path, { method: "POST", body, query }))),
      );
      expect(statuses.filter((status) => status < 400 || status > 499)).toEqual([]);
    },
  );
});

test("logs, metrics, responses and the database on disk contain no secret that was used", async () => {
  const settings = {
    connectorName: "inside",
    host: "127.0.0.1",
    port: "1",
    username: "u",
    password: PASSWORD,
  };
  const body = {
    connector_id: "sftp|e68fa828-2988-4cce-9e3d-4285348e3227",
    connector_metadata: { ...settings, user_dir: "/" },
  };
  const tried = await callManagement(service, "POST /test_connectors/", body);
  expect(tried.status).toBeGreaterThanOrEqual(400);
  const created = await callManagement(service, "POST /connector/", { ...body, connector_name: "kept" });
  expect(created.status).toBe(201);
  const hook = { url: "http://127.0.0.1:1/", auth_token: WEBHOOK_TOKEN, webhook_name: "done" };
  await statusOf(client.request("/whisper-manage-callback", { method: "POST", body: JSON.stringify(hook) }));
  await statusOf(client.request("/whisper-status", { query: { whisper_hash: "none" } }));
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  expect(metrics).toContain("galley");

  expect(await service.stop()).toEqual({ exitCode: 0 });
  const seen = [service.logs(), metrics, JSON.stringify(tried.json), ...answers].join("\n");
  for (const secret of [PASSWORD, WEBHOOK_TOKEN, service.serviceKey, service.accessToken]) {
    expect(seen.includes(secret)).toBe(false);
    expect(filesWith(service.dataDir, secret)).toEqual([]);
  }
});

/** Files below the folder that contain the text, except the service's own file of first credentials. */
function filesWith(folder: string, text: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(text));
}

/** The complete response to a request whose head and body are sent unchanged. */
async function rawAnswer(head: string, body: string): Promise<string> {
  const socket = connect(Number(new URL(service.url).port), "127.0.0.1");
  let answer = "";
  socket.on("error", () => socket.destroy()).setEncoding("utf8");
  socket.on("data", (text: string) => (answer += text));
  await once(socket, "connect");
  socket.write(
    `${head}Host: galley\r\nService-Key: ${service.serviceKey}\r\nConnection: close\r\n\r\n${body}`,
  );
  await once(socket, "close");
  return answer;
}
