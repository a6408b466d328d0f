import { createExtractor } from "@galley/core";
import { createServer, type Server } from "node:http";
import { boundPort } from "@galley/core/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { letter } from "../../fixtures/business.ts";
import { createRestClient, type RestClient } from "../../support/clients/rest-client.ts";
import { type RunningService, startService } from "../../support/service.ts";

let ocr: Server;
let service: RunningService;
let client: RestClient;
let scan: Uint8Array;
/** The current response of the OCR service. */
let answer = { status: 200, body: "" };

beforeAll(async () => {
  ocr = createServer((request, response) => {
    request.resume().on("end", () => response.writeHead(answer.status).end(answer.body));
  });
  const port = await new Promise<number>((resolve) => {
    ocr.listen(0, "127.0.0.1", () => {
      resolve(boundPort(ocr));
    });
  });
  service = await startService({
    env: { GALLEY_OCR_URL: `http://127.0.0.1:${port}/read`, GALLEY_OUTBOUND_ALLOW: "127.0.0.1/32" },
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
