import { expect, test } from "vitest";
import type { PageStructure, PageTextBlock } from "../../extraction/structure/model/page-structure.ts";
import type { ExtractionEvent } from "../jobs/work/text-extractor.ts";
import { aPageRead } from "../testing/records.ts";
import { CALLER, TARGET, WebhookWorld } from "../testing/webhook-world.ts";

/** A document with one paragraph. */
function aDocument(text: string): readonly ExtractionEvent[] {
  const block: PageTextBlock = {
    kind: "text",
    lines: [{ text, x0: 10, y0: 10, x1: 90, y1: 20 }],
    style: { size: 10, bold: false, italic: false, monospaced: false },
    column: { x0: 10, x1: 90 },
  };
  const structure: PageStructure = { version: 1, blocks: [block], note: "" };
  return [
    { kind: "opened", pageCount: 1, pages: [1] },
    { kind: "page", outcome: aPageRead(1, { structure: JSON.stringify(structure) }) },
  ];
}

test("a webhook with a format gets this rendition, also after the text has expired", async () => {
  const world = new WebhookWorld(aDocument("Grüße."));
  const job = await world.settledJob("markdown");
  expect(job.options).toMatchObject({ blocks: false, renditions: ["markdown"] });
  world.now = new Date(world.now.getTime() + 120_000);
  await world.attempt();
  const rendition = { format: "markdown", content: "Grüße.\n", message: "" };
  expect(JSON.parse(world.ports.sent.at(-1)?.body ?? "")).toMatchObject({ rendition });
  const delivery = await world.delivery(job);
  expect(delivery?.attempts[0]?.request?.body).toContain('"content":null');
});

test("a rendition that is too large for a message is left out, with the reason", async () => {
  const world = new WebhookWorld(aDocument("word ".repeat(200_001)));
  await world.settledJob("plain");
  await world.attempt();
  expect(JSON.parse(world.ports.sent.at(-1)?.body ?? "")).toMatchObject({
    rendition: { format: "plain", content: null, message: expect.stringMatching(/more than 1000000 char/u) },
  });
});

test("a webhook whose format was changed after the submission gets the reason in place of the rendition", async () => {
  const world = new WebhookWorld();
  await world.settledJob();
  await world.application.webhooks.update(CALLER, { name: TARGET.name, format: "chunks" });
  await world.attempt();
  expect(JSON.parse(world.ports.sent.at(-1)?.body ?? "")).toMatchObject({
    rendition: { format: "chunks", content: null, message: expect.stringContaining("does not keep") },
  });
});
