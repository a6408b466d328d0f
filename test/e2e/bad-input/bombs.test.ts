import { existsSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { letter } from "../../fixtures/business.ts";
import { pictureBomb, pngBomb, tiffBomb } from "../../fixtures/bombs/pictures.ts";
import { flateBomb, lzwBomb, objectStreamBomb, runLengthBomb } from "../../fixtures/bombs/streams.ts";
import {
  crossReferenceLoop,
  millionPages,
  outlineLoop,
  pageTreeLoop,
} from "../../fixtures/bombs/structures.ts";
import { createRestClient, type RestClient } from "../../support/clients/rest-client.ts";
import { startService, type RunningService } from "../../support/service.ts";

const GB = 1024 * 1024 * 1024;

/** Time limit for a job with a bomb. */
const SETTLE_MS = 30_000;
const MAX_GROWTH_MB = 50;

interface Bomb {
  readonly name: string;
  readonly document: () => Uint8Array;
  readonly mode: "native_text" | "low_cost";
  /** The job's message, or that of its page. */
  readonly message: RegExp;
}

const LEFT_OUT = /inflates to more than 64 MB was left out/;
const TOO_MANY_PIXELS = /65500 × 65500 pixels[;,] .*\d+ megapixels/;
const text = (name: string, document: () => Uint8Array, message: RegExp): Bomb => ({
  name,
  document,
  mode: "native_text",
  message,
});
const picture = (name: string, document: () => Uint8Array): Bomb => ({
  name,
  document,
  mode: "low_cost",
  message: TOO_MANY_PIXELS,
});

const BOMBS: readonly Bomb[] = [
  text("1 GB deflated once", () => flateBomb(GB, 1), LEFT_OUT),
  text("1 GB deflated twice", () => flateBomb(GB, 2), LEFT_OUT),
  text("1 GB deflated three times", () => flateBomb(GB, 3), LEFT_OUT),
  text("1 GB in LZW", () => lzwBomb(GB), LEFT_OUT),
  text("1 GB in runs", () => runLengthBomb(GB), LEFT_OUT),
  text("objects in a stream of 1 GB", () => objectStreamBomb(GB), /structure inflates to far more/),
  text("a million pages", () => millionPages({ Count: 1_000_000 }), /at most 5000/),
  text("a page tree in circles", pageTreeLoop, /damaged|no pages/),
  picture("a PNG of 65,500 pixels squared", pngBomb),
  picture("a TIFF of 65,500 pixels squared", tiffBomb),
  picture("a page with such a picture, deflated", () => pictureBomb("Flate")),
  picture("a page with such a picture in JBIG2", () => pictureBomb("JBIG2")),
  picture("a page with such a picture in JPEG 2000", () => pictureBomb("JPX")),
];

let service: RunningService;
let client: RestClient;

beforeAll(async () => {
  service = await startService({ env: { LOG_LEVEL: "error" } });
  client = createRestClient(service);
  await readLetter();
  return () => service[Symbol.asyncDispose]();
});

describe("a small file with huge content gets a plain error message, and the next document is read correctly", () => {
  test.each(BOMBS)("$name", async ({ document, mode, message }) => {
    const before = residentMb(service.pid);
    const hash = await client.submit(document(), { mode });
    const { status, message: told, detail } = await client.waitUntilSettled(hash, SETTLE_MS);
    expect(["error", "processed"]).toContain(status);
    expect([told, ...detail.map((page) => page.message)].join("\n")).toMatch(message);
    expect(await readLetter()).toContain("Harbour master");
    expect(residentMb(service.pid) - before).toBeLessThan(MAX_GROWTH_MB);
  });
});

test.each([
  ["an outline in circles", outlineLoop],
  ["cross-references in circles", crossReferenceLoop],
])("a document with %s is read", async (_, document) => {
  expect(await textOf(document())).toContain("Harbour master");
});

test("a page tree with more pages than it declares is read as far as it declares", async () => {
  const hash = await client.submit(millionPages({ Count: 3 }), { mode: "native_text" });
  const { status, detail } = await client.waitUntilSettled(hash, SETTLE_MS);
  expect({ status, pages: detail.length }).toEqual({ status: "processed", pages: 3 });
});

test("a text of comments does not stop the service", async () => {
  const hash = await client.submit(new TextEncoder().encode(`${"<!---->".repeat(500)}x`), {
    mode: "native_text",
  });
  expect(await client.waitUntilSettled(hash, SETTLE_MS)).toMatchObject({ status: "processed" });
  expect(await readLetter()).toContain("Harbour master");
});

const readLetter = (): Promise<string> => textOf(letter().bytes);

async function textOf(document: Uint8Array): Promise<string> {
  const hash = await client.submit(document, { mode: "native_text" });
  await client.waitUntilSettled(hash, SETTLE_MS);
  return (await client.retrieve(hash)).result_text;
}

/** Resident memory of a process in MB; 0 if the system does not report it. */
function residentMb(pid: number): number {
  const file = `/proc/${pid}/status`;
  const status = existsSync(file) ? readFileSync(file, "utf8") : "";
  return Number(/VmRSS:\s*(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}
