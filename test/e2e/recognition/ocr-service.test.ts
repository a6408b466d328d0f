import { createExtractor } from "@galley/core";
import { createServer, type Server } from "node:http";
import { boundPort } from "@galley/core/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { letter } from "../../fixtures/business.ts";
import { createRestClient, type RestClient } from "../../support/clients/rest-client.ts";
import { type RunningService, startService } from "../../support/service.ts";

let ocr: Server;
let origin: string;
let service: RunningService;
let client: RestClient;
let scan: Uint8Array;
/** The current response of the OCR service. */
let answer = { status: 200, body: "" };

beforeAll(async () => {
  ocr = createServer((request, response) => {
    if (request.url === "/hang") return;
    request.resume().on("end", () => response.writeHead(answer.status).end(answer.body));
  });
  const port = await new Promise<number>((resolve) => {
    ocr.listen(0, "127.0.0.1", () => {
      resolve(boundPort(ocr));
    });
  });
  origin = `http://127.0.0.1:${port}`;
  service = await startService({
    env: { GALLEY_OCR_URL: `${origin}/read`, GALLEY_OUTBOUND_ALLOW: "127.0.0.1/32" },
  });
  client = createRestClient(service);
  await using extractor = createExtractor({ threads: 1 });
  scan = (await extractor.renderPage(letter().bytes, 1, { dpi: 150, grey: true })).png;
});
afterAll(async () => {
  ocr.closeAllConnections();
  ocr.close();
  await service[Symbol.asyncDispose]();
});

test("scans are read by the OCR service in GALLEY_OCR_URL", async () => {
  answer = {
    status: 200,
    body: JSON.stringify({ words: [{ text: "Handwritten", box: [100, 100, 300, 130], confidence: 0.9 }] }),
  };
  const hash = await client.submit(scan);
  expect((await client.waitUntilSettled(hash)).status).toBe("processed");
  expect((await client.retrieve(hash)).result_text).toContain("Handwritten");
});

test("if it fails, the built-in recogniser reads the page, and the page's message says so", async () => {
  answer = { status: 500, body: "" };
  const hash = await client.submit(scan);
  const { status, detail } = await client.waitUntilSettled(hash);
  expect(status).toBe("processed");
  expect(detail[0]?.message).toContain("The OCR service could not be used: It responded with status 500.");
  expect((await client.retrieve(hash)).result_text).toContain("Harbour master");
});

test("a service that hangs is given up", { timeout: 120_000 }, async () => {
  await using hanging = await startService({
    env: {
      GALLEY_OCR_URL: `${origin}/hang`,
      GALLEY_OCR_TIMEOUT_S: "1",
      GALLEY_OUTBOUND_ALLOW: "127.0.0.1/32",
    },
  });
  const rest = createRestClient(hanging);
  const hash = await rest.submit(scan);
  const { status, detail } = await rest.waitUntilSettled(hash);
  expect([status, detail[0]?.message]).toEqual([
    "processed",
    expect.stringMatching(/The OCR service could not be used: /),
  ]);
  expect((await rest.retrieve(hash)).result_text).toContain("Harbour master");
});

const wordAt = (text: string, x: number, y: number): unknown => ({ text, box: [x, y, x + 11, y + 12] });

test("words outside the page and invalid ones are left out, and 10,000 others are kept", async () => {
  const words = [
    ...Array.from({ length: 10_000 }, (_, index) =>
      wordAt(`w${index}`, 10 + 12 * (index % 100), 10 + 16 * Math.floor(index / 100)),
    ),
    wordAt("outside", 99_000, 100),
    wordAt("negative", -500, -500),
  ];
  answer = { status: 200, body: JSON.stringify({ words }) };
  const hash = await client.submit(scan);
  expect((await client.waitUntilSettled(hash)).status).toBe("processed");
  const { result_text } = await client.retrieve(hash);
  expect(result_text).toContain("w9999");
  expect(result_text).not.toMatch(/outside|negative/);
});

test.each([
  ["rubbish", 200, "\u0000\u0001 <html>"],
  ["words that are none", 200, JSON.stringify({ words: [{ box: "everywhere" }, 7] })],
  ["status 429", 429, ""],
])("if it returns %s, the built-in recogniser reads the page", async (_, status, body) => {
  answer = { status, body };
  const hash = await client.submit(scan);
  const { detail } = await client.waitUntilSettled(hash);
  expect(detail[0]?.message).toContain("The OCR service could not be used: ");
  expect((await client.retrieve(hash)).result_text).toContain("Harbour master");
});
