import { jobOptionsOf } from "@galley/core/domain";
import { aJob, anOrganization } from "@galley/core/testing";
import type { MikroORM } from "@mikro-orm/postgresql";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createRecordsOnly } from "./database.ts";
import { migrate } from "./migrate.ts";
import { openOrm } from "./open-orm.ts";
import { createTestDatabase } from "./testing/test-database.ts";

let orm: MikroORM;
const opened = new AsyncDisposableStack();
const organization = anOrganization();

beforeAll(async () => {
  const { url } = opened.use(await createTestDatabase());
  orm = opened.adopt(openOrm(url, pino({ level: "silent" })), (open) => open.close());
  await migrate(orm);
  await createRecordsOnly(orm).transaction((records) => records.organizations.insert(organization));
});
afterAll(() => opened.disposeAsync());

test.each([
  [{}, {}],
  [
    { mode: "native_text", lang: "deu", renditions: ["markdown"] },
    { mode: "native_text", lang: "deu", renditions: ["markdown"] },
  ],
])("of the options %j of a job, only those without their default are stored", async (given, expected) => {
  const options = jobOptionsOf(given);
  const job = { ...aJob(organization.id), options };
  const database = createRecordsOnly(orm);
  await database.transaction(({ jobs }) => jobs.insert(job));
  const stored = await orm.em.fork().execute("select options from job where id = ?", [job.id]);
  expect(stored).toEqual([{ options: expected }]);
  expect((await database.records.jobs.find(job.id))?.options).toEqual(options);
});

test("options that an earlier version stored with their defaults are read as they are", async () => {
  const options = jobOptionsOf({ mode: "table" });
  const job = { ...aJob(organization.id), options };
  const database = createRecordsOnly(orm);
  await database.transaction(({ jobs }) => jobs.insert(job));
  await orm.em.fork().execute("update job set options = ? where id = ?", [JSON.stringify(options), job.id]);
  expect((await database.records.jobs.find(job.id))?.options).toEqual(options);
});

test("if a default changes, a migration must add the earlier one to the stored options of jobs and workflows", () => {
  expect(jobOptionsOf({})).toEqual({
    mode: "form",
    outputMode: "layout_preserving",
    textOrder: "reading_order",
    pageSeparator: "<<<",
    pages: "",
    medianFilterSize: 0,
    gaussianBlurRadius: 0,
    lineTolerance: 0.4,
    lineStrategy: "left-priority",
    horizontalStretchFactor: 1,
    markVerticalLines: false,
    markHorizontalLines: false,
    recognition: "as_needed",
    lang: "eng",
    missingLanguages: "refuse",
    ocrEngine: "default",
    handwriting: "default",
    addLineNumbers: false,
    allowRotatedText: true,
    watermarkAngleThreshold: 25,
    hiddenText: "keep",
    annotationText: "keep",
    remarkText: "drop",
    ignoreVerticalText: false,
    derotateThreshold: 10,
    minTableWidth: 0,
    wordConfidenceThreshold: 0.3,
    includeLineConfidence: false,
    checkboxConfidenceThreshold: 0.3,
    blocks: false,
    renditions: [],
    attachments: "list",
  });
});
