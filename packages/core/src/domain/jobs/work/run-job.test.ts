import { expect, test, vi } from "vitest";
import { ExtractionError } from "../../../extraction/failure/extraction-error.ts";
import { DomainError } from "../../domain-error.ts";
import type { ExtractionEvent, TextExtractor } from "./text-extractor.ts";
import { aPageFailed, aPageRead } from "../../testing/records.ts";
import {
  CALLER,
  NEVER,
  opened,
  page,
  scriptedExtractor,
  jobWorld,
  submission,
  refusal,
} from "../../testing/job-world.ts";

test("a run stores the pages and settles the job", async () => {
  const { application } = jobWorld(
    scriptedExtractor([opened([1, 2]), page(aPageRead(2)), page(aPageRead(1))]),
  );
  const { id } = await application.jobs.submit(CALLER, submission());
  await application.jobs.run(id, NEVER);
  const job = await application.jobs.find(CALLER, { id });
  expect(job).toMatchObject({
    status: "processed",
    statusMessage: "",
    pageCount: 9,
    pagesSelected: 2,
    pagesDone: 2,
  });
  const pages = await application.jobs.pages(job, { after: 0, limit: 10 });
  expect(pages.map(({ outcome }) => outcome.number)).toEqual([1, 2]);
});

test("a database that is away for a moment costs no second reading", async () => {
  let refusals = 0;
  let readings = 0;
  const extractor: TextExtractor = {
    async *pages() {
      readings += 1;
      refusals = 2;
      yield opened([1]);
      yield page(aPageRead(1));
    },
  };
  const { application } = jobWorld(extractor, (database) => ({
    ...database,
    async transaction(work, durability) {
      if (refusals > 0) {
        refusals -= 1;
        throw new DomainError("UNAVAILABLE", "The database cannot be reached.");
      }
      return database.transaction(work, durability);
    },
  }));
  const { id } = await application.jobs.submit(CALLER, submission());
  await application.jobs.run(id, NEVER);
  expect({ readings, refusals }).toEqual({ readings: 1, refusals: 0 });
  expect((await application.jobs.find(CALLER, { id })).status).toBe("processed");
});

test("a second run goes on with the pages that are missing", async () => {
  const broken = new Error("the machine went away");
  const events: (ExtractionEvent | Error)[] = [
    opened([1, 2, 3]),
    page(aPageRead(1)),
    page(aPageRead(2)),
    broken,
  ];
  const extractor = scriptedExtractor(events);
  const { application } = jobWorld(extractor);
  const { id } = await application.jobs.submit(CALLER, submission());
  await expect(application.jobs.run(id, NEVER)).rejects.toThrow(broken);
  expect((await application.jobs.find(CALLER, { id })).status).toBe("processing");
  events.splice(3, 1, page(aPageRead(3)));
  await application.jobs.run(id, NEVER);
  expect(extractor.skipped).toEqual([1, 2]);
  expect(await application.jobs.find(CALLER, { id })).toMatchObject({ status: "processed", pagesDone: 3 });
});

test("a job is not settled without the pages that a crash of the database has undone; the next run reads them", async () => {
  const numbers = Array.from({ length: 130 }, (_, index) => index + 1);
  const extractor = scriptedExtractor([opened(numbers), ...numbers.map((number) => page(aPageRead(number)))]);
  let isUndone = false;
  const { application } = jobWorld(extractor, (database) => ({
    ...database,
    async transaction(work, durability) {
      if (!durability?.mayBeUndone || isUndone) return database.transaction(work, durability);
      isUndone = true;
      const nothing = (): Promise<void> => Promise.resolve();
      return database.transaction((records) => {
        const jobs = { ...records.jobs, update: nothing };
        const pages = { ...records.pages, insertNew: nothing };
        return work({ ...records, jobs, pages });
      }, durability);
    },
  }));
  const { id } = await application.jobs.submit(CALLER, submission());
  await expect(application.jobs.run(id, NEVER)).rejects.toThrow(/lost others in a crash/);
  expect(isUndone).toBe(true);
  expect(await application.jobs.find(CALLER, { id })).toMatchObject({ settledAt: null });
  await application.jobs.run(id, NEVER);
  const job = await application.jobs.find(CALLER, { id });
  expect(job).toMatchObject({ status: "processed", pageCount: 9, pagesSelected: 130, pagesDone: 130 });
  const pages = await application.jobs.pages(job, { after: 0, limit: 200 });
  expect(pages.map(({ outcome }) => outcome.number)).toEqual(numbers);
});

test("pages that another run has stored meanwhile are counted once", async () => {
  const goOn = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const first = [opened([1, 2, 3]), page(aPageRead(1)), goOn, page(aPageRead(2)), page(aPageRead(3))];
  const second = [opened([1, 2, 3]), page(aPageRead(2)), end];
  const runs = [first, second];
  const { application } = jobWorld({
    async *pages() {
      for (const step of runs.shift() ?? []) {
        if ("promise" in step) await step.promise;
        else yield step;
      }
    },
  });
  const { id } = await application.jobs.submit(CALLER, submission());
  const storedPages = (pagesDone: number): Promise<void> =>
    vi.waitFor(async () => expect(await application.jobs.find(CALLER, { id })).toMatchObject({ pagesDone }));
  const firstRun = application.jobs.run(id, NEVER);
  await storedPages(1);
  const secondRun = application.jobs.run(id, NEVER);
  await storedPages(2);
  goOn.resolve();
  await firstRun;
  end.resolve();
  await secondRun;
  const job = await application.jobs.find(CALLER, { id });
  expect(job).toMatchObject({ status: "processed", pagesDone: 3 });
  expect(await application.jobs.pages(job, { after: 0, limit: 10 })).toHaveLength(3);
});

test("a job that is cancelled in the moment before its pages are stored stays cancelled", async () => {
  const cancelled = Promise.withResolvers<void>();
  const { application } = jobWorld({
    async *pages() {
      yield opened([1]);
      await application.jobs.cancel(CALLER, { id: job.id });
      cancelled.resolve();
      yield page(aPageRead(1));
    },
  });
  const job = await application.jobs.submit(CALLER, submission());
  await Promise.all([application.jobs.run(job.id, NEVER), cancelled.promise]);
  expect(await application.jobs.find(CALLER, { id: job.id })).toMatchObject({
    status: "cancelled",
    pagesDone: 0,
  });
  expect(await application.jobs.pages(job, { after: 0, limit: 10 })).toEqual([]);
});

test("a run of a settled job does nothing", async () => {
  const extractor = scriptedExtractor([opened([1]), page(aPageRead(1))]);
  const { application } = jobWorld(extractor);
  const { id } = await application.jobs.submit(CALLER, submission());
  await application.jobs.run(id, NEVER);
  const job = await application.jobs.find(CALLER, { id });
  await application.jobs.run(id, NEVER);
  expect(await application.jobs.find(CALLER, { id })).toEqual(job);
});

test.each<[string, readonly (ExtractionEvent | Error)[], string, string]>([
  [
    "cannot be opened",
    [new ExtractionError("DAMAGED_DOCUMENT", "It is damaged.")],
    "failed",
    "It is damaged.",
  ],
  [
    "needs a password, and was sent without one,",
    [new ExtractionError("PASSWORD_REQUIRED", "Pass its password.")],
    "failed",
    expect.stringMatching(/no password was given.*document_password.*documentPassword/),
  ],
  [
    "has no page that can be read",
    [opened([1]), page(aPageFailed(1, { message: "Page 1 is cut off." }))],
    "failed",
    "No page could be read. Page 1 is cut off.",
  ],
  [
    "has some pages that cannot be read",
    [opened([1, 2, 3]), page(aPageRead(1)), page(aPageFailed(3)), page(aPageFailed(2))],
    "processed",
    "2 of 3 pages could not be read: 2, 3.",
  ],
  [
    "has none of the selected pages",
    [opened([])],
    "failed",
    "The selection 12- matches none of the document's 9 pages.",
  ],
])("a document that %s says so", async (_, events, status, statusMessage) => {
  const { application } = jobWorld(scriptedExtractor(events));
  const { id } = await application.jobs.submit(CALLER, submission({ options: { pages: "12-" } }));
  await application.jobs.run(id, NEVER);
  expect(await application.jobs.find(CALLER, { id })).toMatchObject({ status, statusMessage });
});

test("a cancelled job stops its run and stays cancelled", async () => {
  const reached = Promise.withResolvers<void>();
  const extractor: TextExtractor = {
    async *pages(_path, _options, { signal }) {
      yield opened([1, 2]);
      reached.resolve();
      await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    },
  };
  const { application } = jobWorld(extractor);
  const { id } = await application.jobs.submit(CALLER, submission());
  const run = application.jobs.run(id, NEVER);
  await reached.promise;
  await application.jobs.cancel(CALLER, { id });
  await run;
  expect((await application.jobs.find(CALLER, { id })).status).toBe("cancelled");
  expect(await refusal(application.jobs.cancel(CALLER, { id }))).toBe("CONFLICT");
});

test("a run that is stopped leaves the job unsettled, even if the extractor ends as if it were done", async () => {
  const stop = new AbortController();
  const extractor: TextExtractor = {
    async *pages() {
      yield opened([1, 2]);
      yield page(aPageRead(1));
      stop.abort(new Error("the service stops"));
    },
  };
  const { application } = jobWorld(extractor);
  const { id } = await application.jobs.submit(CALLER, submission());
  await expect(application.jobs.run(id, stop.signal)).rejects.toThrow("the service stops");
  expect((await application.jobs.find(CALLER, { id })).status).toBe("accepted");
});

test("a job that is tried too often is given up with a message", async () => {
  const { application } = jobWorld(scriptedExtractor([]));
  const { id } = await application.jobs.submit(CALLER, submission());
  await application.jobs.giveUp(id);
  const job = await application.jobs.find(CALLER, { id });
  expect(job.status).toBe("failed");
  expect(job.statusMessage).not.toBe("");
});
