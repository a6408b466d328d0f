import { expect, test } from "vitest";
import { ExtractionError } from "../../../extraction/failure/extraction-error.ts";
import type { PageStructure } from "../../../extraction/structure/model/page-structure.ts";
import { CALLER, jobWorld, NEVER, opened, page, refusal, submission } from "../../testing/job-world.ts";
import { aPageRead } from "../../testing/records.ts";
import type { Job } from "../job.ts";
import type { ExtractionEvent, TextExtractor } from "../work/text-extractor.ts";

function structureOf(text: string): string {
  const structure: PageStructure = {
    version: 1,
    blocks: [
      {
        kind: "text",
        lines: [{ text, x0: 10, y0: 300, x1: 90, y1: 310 }],
        style: { size: 10, bold: false, italic: false, monospaced: false },
        column: { x0: 10, x1: 90 },
      },
    ],
    note: "",
  };
  return JSON.stringify(structure);
}

const TEXTS = ["Apples", "Harbour", "Zebra"];

/** Three pages: the second was recognised, so its structure is found with its text. `again` is what a second reading yields. */
class Documents implements TextExtractor {
  readonly skips: (readonly number[])[] = [];
  again: ExtractionEvent | Error | undefined;

  async *pages(
    ...[_path, { blocks }, { skip }]: Parameters<TextExtractor["pages"]>
  ): ReturnType<TextExtractor["pages"]> {
    this.skips.push(skip);
    yield opened([1, 2, 3]);
    for (const number of [1, 2, 3].filter((one) => !skip.includes(one))) {
      if (number === 3 && blocks && this.again instanceof Error) throw this.again;
      const isKept = blocks || number === 2;
      yield page(
        aPageRead(
          number,
          isKept ? { structure: structureOf(`${TEXTS[number - 1]} has a sentence of its own.`) } : {},
        ),
      );
    }
  }
}

async function processed(documents: Documents): Promise<ReturnType<typeof jobWorld> & { readonly job: Job }> {
  const world = jobWorld(documents);
  const { id } = await world.application.jobs.submit(CALLER, submission());
  await world.application.jobs.run(id, NEVER);
  return { ...world, job: await world.application.jobs.find(CALLER, { id }) };
}

test("the structure is found when it is first asked for, for the pages that have none, and kept", async () => {
  const documents = new Documents();
  const { application, queue, job } = await processed(documents);
  const asked = [
    application.jobs.structure(job).text("markdown"),
    application.jobs.structure(job).text("plain"),
  ];
  await expect.poll(() => queue.structureIds).toContain(job.id);
  await application.jobs.findStructure(job.id, NEVER);
  expect(await Promise.all(asked)).toEqual([
    TEXTS.map((word) => `${word} has a sentence of its own.\n`).join("\n"),
    expect.stringContaining("Zebra"),
  ]);
  expect(documents.skips).toEqual([[], [2]]);
  await application.jobs.structure(job).blocks({ offset: 0, limit: 9 });
  await application.jobs.findStructure(job.id, NEVER);
  expect(documents.skips).toHaveLength(2);
});

test("pages whose structure cannot be found do not keep callers waiting, and the blocks say why", async () => {
  const documents = new Documents();
  documents.again = new ExtractionError("DAMAGED_DOCUMENT", "The third page is broken.");
  const { application, queue, job } = await processed(documents);
  const asked = application.jobs.structure(job).text("blocks");
  await expect.poll(() => queue.structureIds).toContain(job.id);
  await application.jobs.findStructure(job.id, NEVER);
  expect(await asked).toContain("The third page is broken. Pages: 3.");
});

test("a structure that was not found before the text was deleted is gone", async () => {
  const { application, job } = await processed(new Documents());
  await application.jobs.retrieveText(CALLER, { id: job.id });
  const after = await application.jobs.find(CALLER, { id: job.id });
  expect(await refusal(application.jobs.structure(after).text("markdown"))).toBe("ALREADY_DELIVERED");
});
