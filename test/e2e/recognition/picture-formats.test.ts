import { readFile } from "node:fs/promises";
import { DEGRADATIONS, degradedPage } from "@galley/core/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { letter } from "../../fixtures/business.ts";
import { createRestClient, type RestClient } from "../../support/clients/rest-client.ts";
import { type RunningService, startService } from "../../support/service.ts";

let service: RunningService;
let client: RestClient;

beforeAll(async () => {
  service = await startService();
  client = createRestClient(service);
});
afterAll(() => service[Symbol.asyncDispose]());

/** The text that the service recognises in the image. */
async function textOf(image: Uint8Array): Promise<string> {
  const hash = await client.submit(image, { mode: "low_cost" });
  expect((await client.waitUntilSettled(hash)).status).toBe("processed");
  return (await client.retrieve(hash)).result_text;
}

test("a JPEG 2000 is recognised", async () => {
  const file = await readFile(new URL("../../fixtures/documents/invoice.jp2", import.meta.url));
  expect(await textOf(file)).toContain("Invoice 4711 total 92.50");
  expect(await textOf(file.subarray(file.indexOf("jp2c") + 4))).toContain("Invoice 4711 total 92.50");
});

test("a JPEG 2000 without a picture fails, and says why", async () => {
  const file = await readFile(new URL("../../fixtures/documents/invoice.jp2", import.meta.url));
  const hash = await client.submit(file.subarray(0, file.indexOf("jp2c")));
  expect(await client.waitUntilSettled(hash)).toMatchObject({
    status: "error",
    message: expect.stringContaining("The image is damaged"),
  });
});

test("a PGM, as scanners write it, is recognised", async () => {
  const scanning = DEGRADATIONS["scan at 200 dpi"];
  if (!scanning) throw new Error("There is no such degradation.");
  const { width, height, data } = (await degradedPage(letter().bytes, 1, scanning)).image;
  const pgm = Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), data]);
  expect(await textOf(pgm)).toContain("Harbour master");
});
