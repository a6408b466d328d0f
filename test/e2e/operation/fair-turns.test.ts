import { createExtractor } from "@galley/core";
import { beforeAll, expect, test } from "vitest";
import { letter } from "../../fixtures/business.ts";
import { createDocument } from "../../fixtures/pdf/document.ts";
import { A4 } from "../../fixtures/pdf/geometry.ts";
import { createRestClient, type RestClient } from "../../support/clients/rest-client.ts";
import { startForAnotherOrganization, startService } from "../../support/service.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

/** Alone, the letter takes less than a second. Threads that are held are so for many times as long as this. */
const SETTLE_MS = 60_000;

const HELD_AFTER_MS = 2000;

/** A page of small type, which takes many seconds to recognise. */
let scan: Uint8Array;

beforeAll(async () => {
  const dense = createDocument();
  dense.page(A4, (page) => {
    for (let row = 0; row < 130; row += 1)
      page.text("The quick brown fox jumps over the lazy dog near the river bank ".repeat(3), {
        x: 20,
        y: 30 + row * 6,
        size: 5,
      });
  });
  await using extractor = createExtractor({ threads: 1 });
  scan = (await extractor.renderPage(dense.finish().bytes, 1, { dpi: 300 })).png;
});

const SLOW_TABLE = new TextEncoder().encode(`name,amount\n${"a,1\n".repeat(1_000_000)}`);

test.each([
  ["recognised pages", (): Uint8Array => scan],
  ["conversions", (): Uint8Array => SLOW_TABLE],
])(
  "a page of another organization does not wait for %s that hold all readers",
  { timeout: 240_000 },
  async (_, slow) => {
    await using folder = temporaryFolder();
    const other = await startForAnotherOrganization({ dataDir: folder.path });
    const { serviceKey } = other;
    await other.stop();
    await using service = await startService({ dataDir: folder.path, env: { GALLEY_THREADS: "2" } });
    const owner = createRestClient(service);
    const caller = createRestClient({ url: service.url, serviceKey });
    const held: string[] = [];
    for (const document of [slow(), slow(), slow(), slow()])
      held.push(await owner.submit(document, { mode: "low_cost" }));
    await new Promise((resolve) => setTimeout(resolve, HELD_AFTER_MS));
    const hash = await caller.submit(letter().bytes, { mode: "native_text" });
    expect(await caller.waitUntilSettled(hash, SETTLE_MS)).toMatchObject({ status: "processed" });
    expect(await statuses(owner, held)).toContain("processing");
    const again = await caller.submit(letter().bytes, { mode: "native_text" });
    expect(await caller.waitUntilSettled(again, SETTLE_MS)).toMatchObject({ status: "processed" });
  },
);

async function statuses(client: RestClient, hashes: readonly string[]): Promise<readonly string[]> {
  return Promise.all(hashes.map(async (hash) => (await client.status(hash)).status));
}
