import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import type { Caller } from "../access/model/caller.ts";
import type { Job } from "../jobs/job.ts";
import { aKeyCaller, anOrganization } from "../testing/records.ts";
import { RunWorld, WEB_DOCUMENT } from "../testing/run-world.ts";
import { UNLIMITED, type OrganizationLimits } from "./organization-limits.ts";

const PDF = "%PDF-1.7 made for a test";

let world: RunWorld;
beforeEach(async () => {
  world = new RunWorld();
  await world.database.transaction(({ organizations }) =>
    organizations.insert(anOrganization({ id: world.organizationId, slug: "press" })),
  );
});

async function limit(limits: Partial<OrganizationLimits>): Promise<void> {
  await world.application.limits.set(world.manager, "press", { ...UNLIMITED, ...limits });
}

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

function submit(
  caller: Caller = world.manager,
  facts: { readonly idempotencyKey?: string } = {},
): Promise<Job> {
  const document = { name: "a.pdf", content: bytes(PDF) };
  return world.application.jobs.submit(caller, { document, options: {}, tag: "", ...facts });
}

/** What is refused, with the words of the refusal. */
const refused = (limitName: keyof OrganizationLimits, message: string): object => ({
  name: "DomainError",
  code: "QUOTA_EXCEEDED",
  limit: limitName,
  message: expect.stringContaining(message),
});

describe("pages of a day", () => {
  test("that are used up close the organization to all its callers until the next day", async () => {
    await limit({ pagesPerDay: 2 });
    for (let count = 0; count < 2; count += 1) await submit();
    await submit(aKeyCaller({ organizationId: world.organizationId }));
    await world.work();
    const callers = [world.manager, aKeyCaller({ organizationId: world.organizationId })];
    for (const caller of callers) {
      await expect(submit(caller)).rejects.toMatchObject({
        ...refused("pagesPerDay", "daily quota of 2 pages (UTC): 3 were read"),
        retryAfterSeconds: expect.any(Number),
      });
    }
    await expect(submit()).rejects.toThrow("begins again at 2026-01-03T00:00:00.000Z");
    expect(await submit(aKeyCaller())).toMatchObject({ status: "accepted" });
    world.now = new Date("2026-01-03T00:00:00Z");
    expect(await submit()).toMatchObject({ status: "accepted" });
  });
});

describe("documents in flight", () => {
  test("are never more than the limit, however many are submitted at once", async () => {
    await limit({ documentsInFlight: 3 });
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => submit()));
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    const first = answers.find((answer) => answer.status === "rejected");
    expect(first?.reason).toMatchObject({
      ...refused("documentsInFlight", "is 3, and there would be "),
      retryAfterSeconds: 5,
    });
    // What was received of the others is deleted.
    expect(world.objects.keys()).toHaveLength(3);
    await world.work();
    expect(await submit()).toMatchObject({ status: "accepted" });
  });

  test("also count when they are read again, or must be fetched; a repeated submission is answered", async () => {
    const { jobs } = world.application;
    const { id } = await submit(world.manager, { idempotencyKey: "once" });
    await limit({ documentsInFlight: 1 });
    expect(await submit(world.manager, { idempotencyKey: "once" })).toMatchObject({ id });
    await expect(submit(world.manager, { idempotencyKey: "twice" })).rejects.toMatchObject(
      refused("documentsInFlight", "there would be 2"),
    );
    await expect(jobs.resubmit(world.manager, { id }, { options: {} })).rejects.toMatchObject(
      refused("documentsInFlight", "there would be 2"),
    );
    const fetched = jobs.submit(world.manager, { document: { url: WEB_DOCUMENT }, options: {}, tag: "" });
    await expect(fetched).rejects.toMatchObject(refused("documentsInFlight", "there would be 2"));
    await jobs.cancel(world.manager, { id });
    expect(await submit()).toMatchObject({ status: "accepted" });
  });
});

describe("bytes that are kept", () => {
  test("count once for each file, and have room again when documents are deleted", async () => {
    const { jobs, uploads, limits } = world.application;
    await limit({ bytesKept: 2 * PDF.length });
    const first = await submit();
    const document = { name: "b.pdf", content: bytes(PDF) };
    const { id: uploadId } = await uploads.receive(world.manager, document);
    await jobs.submit(world.manager, { document: { uploadId }, options: {}, tag: "" });
    await world.work();
    expect(await limits.find(world.manager)).toMatchObject({ bytesKept: { used: 2 * PDF.length } });
    await expect(submit()).rejects.toMatchObject(
      refused("bytesKept", "when documents are deleted or expire"),
    );
    const another = uploads.receive(world.manager, { name: "c.pdf", content: bytes(PDF) });
    await expect(another).rejects.toMatchObject(refused("bytesKept", ""));
    expect(world.objects.keys()).toHaveLength(2);
    await jobs.remove(world.manager, { id: first.id });
    expect(await submit()).toMatchObject({ status: "accepted" });
  });

  test("that a fetched document exceeds fail its job", async () => {
    await limit({ bytesKept: PDF.length - 1 });
    const { jobs } = world.application;
    const { id } = await jobs.submit(world.manager, {
      document: { url: WEB_DOCUMENT },
      options: {},
      tag: "",
    });
    await jobs.fetch({ jobId: id, failures: 0 }, new AbortController().signal);
    expect(await jobs.find(world.manager, { id })).toMatchObject({
      status: "failed",
      statusMessage: expect.stringContaining("Documents kept: the limit of this organization is 0 MB"),
    });
    expect(world.objects.keys()).toEqual([]);
  });
});

describe("a run of a pipeline", () => {
  test("waits with files for which there is no room, and reads all of them", async () => {
    for (let k = 0; k < 20; k += 1) world.files.set(`in/${k}.pdf`, `${PDF} ${k}`);
    await limit({ documentsInFlight: 2 });
    const run = await world.ran(await world.pipeline());
    expect(run).toMatchObject({ status: "completed", successfulFiles: 20 });
  });

  test("does not wait longer than a day", async () => {
    world.files.set("in/a.pdf", PDF);
    await limit({ documentsInFlight: 0 });
    const pipeline = await world.pipeline();
    const { id } = await world.application.runs.start(world.manager, pipeline.id);
    for (let count = 0; count < 5; count += 1) await world.step();
    const { runs } = world.application;
    expect(await runs.find(world.manager, id)).toMatchObject({ status: "executing" });
    world.now = new Date(world.now.getTime() + 24 * 3_600_000);
    await world.work();
    expect(await runs.find(world.manager, id)).toMatchObject({
      status: "error",
      errorMessage: expect.stringContaining(
        "in flight: the limit of this organization is 0, and there would be 1",
      ),
    });
  });

  test("fails files when the pages of the day are used up, and the next run takes them", async () => {
    world.files.set("in/a.pdf", PDF);
    const pipeline = await world.pipeline();
    await world.ran(pipeline);
    await limit({ pagesPerDay: 1 });
    world.files.set("in/b.pdf", `${PDF} b`);
    expect(await world.ran(pipeline)).toMatchObject({
      status: "partial",
      skippedFiles: 1,
      failedFiles: 1,
      errorMessage: expect.stringContaining("b.pdf: This organization has used up its daily quota"),
    });
    world.now = new Date("2026-01-03T00:00:00Z");
    expect(await world.ran(pipeline)).toMatchObject({ status: "completed", successfulFiles: 1 });
  });

  test("of posted files is accepted as a whole or not at all", async () => {
    const pipeline = await world.pipeline({}, { destination: "api" });
    await limit({ documentsInFlight: 1 });
    const { runs } = world.application;
    const posted = async function* posted(): AsyncGenerator<{
      name: string;
      content: AsyncGenerator<Uint8Array>;
    }> {
      for (const name of ["a.pdf", "b.pdf"]) yield { name, content: bytes(`${PDF} ${name}`) };
    };
    const post = runs.post(pipeline, { files: posted(), documentPassword: () => undefined });
    await expect(post).rejects.toMatchObject(refused("documentsInFlight", "there would be 2"));
    expect(await runs.count(world.manager, { pipelineId: pipeline.id })).toBe(0);
    expect(world.objects.keys()).toEqual([]);
  });
});

describe("limits", () => {
  test("are seen with what is used, and set back to the defaults of the service", async () => {
    const { limits } = world.application;
    await limit({ pagesPerDay: 10, documentsInFlight: 5 });
    await submit();
    expect(await limits.find(aKeyCaller({ organizationId: world.organizationId }))).toEqual({
      organization: "press",
      own: true,
      nextDay: new Date("2026-01-03T00:00:00Z"),
      pagesPerDay: { limit: 10, used: 0 },
      documentsInFlight: { limit: 5, used: 1 },
      bytesKept: { limit: null, used: PDF.length },
    });
    expect(await limits.set(world.manager, "press", undefined)).toMatchObject({
      own: false,
      pagesPerDay: { limit: null, used: 0 },
    });
  });

  test.each([
    ["pagesPerDay", -1],
    ["documentsInFlight", 1.5],
    ["bytesKept", -1],
  ])("of %s cannot be %d", async (field, value) => {
    await expect(limit({ [field]: value })).rejects.toMatchObject({ code: "BAD_INPUT", field });
  });

  test("are set by managers of the only organization, of several by nobody who is not named", async () => {
    const { limits } = world.application;
    const member: Caller = { ...world.manager, role: "member" };
    expect(await limits.operated(world.manager)).toEqual(["press"]);
    expect(await limits.operated(member)).toEqual([]);
    await expect(limits.set(member, "press", undefined)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(limits.set(world.manager, "none", undefined)).rejects.toMatchObject({ code: "NOT_FOUND" });
    const other = anOrganization({ slug: "other" });
    await world.database.transaction(({ organizations }) => organizations.insert(other));
    expect(await limits.operated(world.manager)).toEqual([]);
    await expect(limit({})).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(limits.find(world.manager, "other")).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  test("of all organizations are set by managers of the one that operates the service", async () => {
    const operated = new RunWorld({
      operator: "press",
      defaultLimits: { ...UNLIMITED, documentsInFlight: 0 },
    });
    const { limits, jobs } = operated.application;
    const other = anOrganization({ slug: "other" });
    await operated.database.transaction(async ({ organizations }) => {
      await organizations.insert(anOrganization({ id: operated.organizationId, slug: "press" }));
      await organizations.insert(other);
    });
    expect(await limits.operated(operated.manager)).toEqual(["other", "press"]);
    const foreign: Caller = { ...operated.manager, id: randomUUID(), organizationId: other.id };
    await expect(limits.set(foreign, "other", UNLIMITED)).rejects.toMatchObject({ code: "FORBIDDEN" });
    const submission = { options: {}, tag: "" };
    const submitted = (): Promise<Job> =>
      jobs.submit(foreign, { ...submission, document: { name: "a.pdf", content: bytes(PDF) } });
    await expect(submitted()).rejects.toMatchObject(
      refused("documentsInFlight", "is 0, and there would be 1"),
    );
    expect(await limits.set(operated.manager, "other", UNLIMITED)).toMatchObject({ organization: "other" });
    expect(await submitted()).toMatchObject({ status: "accepted" });
  });
});
