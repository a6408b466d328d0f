import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { DomainErrorCode } from "../domain-error.ts";
import { aPageRead } from "../testing/records.ts";
import type { Submission } from "./jobs.ts";
import {
  CALLER,
  STRANGER,
  NEVER,
  opened,
  page,
  scriptedExtractor,
  jobWorld,
  pdf,
  submission,
  refusal,
} from "../testing/job-world.ts";

test("a submitted document is accepted, queued and found by its handle", async () => {
  const { application, queue } = jobWorld(scriptedExtractor([]));
  const job = await application.jobs.submit(CALLER, submission());
  expect(job).toMatchObject({
    status: "accepted",
    pagesDone: 0,
    file: { bytes: 24, mediaType: "application/pdf" },
  });
  expect(job.handle).toMatch(/^[0-9a-f]{8}\|[0-9a-f]{32}$/);
  expect(queue.jobIds).toEqual([job.id]);
  expect(await application.jobs.find(CALLER, { handle: job.handle })).toEqual(job);
});

test("equal documents get different handles with the same digest", async () => {
  const { application } = jobWorld(scriptedExtractor([]));
  const first = await application.jobs.submit(CALLER, submission());
  const second = await application.jobs.submit(CALLER, submission());
  expect(first.handle).not.toBe(second.handle);
  expect(first.handle.split("|")[1]).toBe(second.handle.split("|")[1]);
});

test.each<[DomainErrorCode, Partial<Submission>]>([
  ["BAD_INPUT", { document: { name: "empty.pdf", content: pdf("") } }],
  ["UNSUPPORTED_DOCUMENT", { document: { name: "a.rar", content: pdf("Rar!\x1a\x07") } }],
  ["TOO_LARGE", { document: { name: "a.pdf", content: pdf(`%PDF-1.7${"x".repeat(10_000)}`) } }],
  ["TOO_LARGE", { document: { name: "a.pdf", content: pdf(), declaredBytes: 2 ** 30 } }],
  ["BAD_INPUT", { options: { pages: "x" } }],
  ["BAD_INPUT", { tag: "t".repeat(256) }],
  ["NOT_FOUND", { document: { uploadId: randomUUID() } }],
])("%s refuses a submission, and nothing is queued", async (code, facts) => {
  const { application, queue } = jobWorld(scriptedExtractor([]));
  expect(await refusal(application.jobs.submit(CALLER, submission(facts)))).toBe(code);
  expect(queue.jobIds).toEqual([]);
});

test("a wrong option is named", async () => {
  const { application } = jobWorld(scriptedExtractor([]));
  const wrong = application.jobs.submit(CALLER, submission({ options: { wordConfidenceThreshold: 2 } }));
  await expect(wrong).rejects.toMatchObject({ code: "BAD_INPUT", field: "wordConfidenceThreshold" });
});

test("an upload can be submitted as often as wanted, by its own organization only", async () => {
  const { application } = jobWorld(scriptedExtractor([]));
  const upload = await application.uploads.receive(CALLER, { name: "a.pdf", content: pdf() });
  const again = submission({ document: { uploadId: upload.id } });
  expect((await application.jobs.submit(CALLER, again)).file).toEqual(upload.file);
  expect((await application.jobs.submit(CALLER, again)).file).toEqual(upload.file);
  expect(await refusal(application.jobs.submit(STRANGER, again))).toBe("NOT_FOUND");
});

test("a job of another organization is as good as not there", async () => {
  const { application } = jobWorld(scriptedExtractor([]));
  const { id, handle } = await application.jobs.submit(CALLER, submission());
  expect(await refusal(application.jobs.find(STRANGER, { id }))).toBe("NOT_FOUND");
  expect(await refusal(application.jobs.find(STRANGER, { handle }))).toBe("NOT_FOUND");
  expect(await refusal(application.jobs.cancel(STRANGER, { id }))).toBe("NOT_FOUND");
  expect(await refusal(application.jobs.retrieveText(STRANGER, { id }))).toBe("NOT_FOUND");
});

test("jobs are listed newest first, in parts, by status", async () => {
  const { application } = jobWorld(scriptedExtractor([opened([1]), page(aPageRead(1))]));
  const first = await application.jobs.submit(CALLER, submission());
  const second = await application.jobs.submit(CALLER, submission());
  await application.jobs.run(first.id, NEVER);
  const all = await application.jobs.list(CALLER, { statuses: [], limit: 1 });
  expect(all.hasMore).toBe(true);
  const rest = await application.jobs.list(CALLER, { statuses: [], limit: 5, after: all.jobs[0] });
  expect(new Set([...all.jobs, ...rest.jobs].map(({ id }) => id))).toEqual(new Set([first.id, second.id]));
  const accepted = await application.jobs.list(CALLER, { statuses: ["accepted"], limit: 5 });
  expect(accepted.jobs.map(({ id }) => id)).toEqual([second.id]);
  expect(await application.jobs.count(CALLER, { statuses: [] })).toBe(2);
  expect(await application.jobs.count(STRANGER, { statuses: [] })).toBe(0);
});
