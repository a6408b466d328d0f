import { expect, test } from "vitest";
import { aPageRead } from "../../testing/records.ts";
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

test("the text is handed out once; line places stay", async () => {
  const { application } = jobWorld(scriptedExtractor([opened([1]), page(aPageRead(1))]));
  const { id } = await application.jobs.submit(CALLER, submission());
  expect(await refusal(application.jobs.retrieveText(CALLER, { id }))).toBe("NOT_READY");
  await application.jobs.run(id, NEVER);
  const before = await application.jobs.highlights(CALLER, { id }, undefined);
  const {
    content: { text, lines },
    job,
  } = await application.jobs.retrieveText(CALLER, { id });
  expect(text).toContain("Invoice  42");
  expect(lines).toHaveLength(text.split("\n").length);
  expect(job.status).toBe("retrieved");
  expect(await refusal(application.jobs.retrieveText(CALLER, { id }))).toBe("ALREADY_DELIVERED");
  expect(await application.jobs.highlights(CALLER, { id }, undefined)).toEqual(before);
  expect(before.map(({ metadata }) => metadata)).toEqual(lines);
  const [stored] = await application.jobs.pages(job, { after: 0, limit: 1 });
  expect(JSON.stringify(stored)).not.toContain("Invoice");
});

test("of two callers who take the text at once, one gets it", async () => {
  const { application } = jobWorld(scriptedExtractor([opened([1]), page(aPageRead(1))]));
  const { id } = await application.jobs.submit(CALLER, submission());
  await application.jobs.run(id, NEVER);
  const taken = [1, 2].map(() => application.jobs.retrieveText(CALLER, { id }));
  const results = await Promise.allSettled(taken);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("lines are selected by number and clipped; nonsense is refused by name", async () => {
  const { application } = jobWorld(scriptedExtractor([opened([1]), page(aPageRead(1))]));
  const { id } = await application.jobs.submit(CALLER, submission());
  await application.jobs.run(id, NEVER);
  const lines = await application.jobs.highlights(CALLER, { id }, "0-2,4-999999999");
  expect(lines.map(({ number }) => number)).toEqual([0, 1, 2, 4, 5]);
  const nonsense = application.jobs.highlights(CALLER, { id }, "first");
  await expect(nonsense).rejects.toMatchObject({ code: "BAD_INPUT", field: "lines" });
});

test("an opened text counts as retrieved once it is marked; until then it can be retrieved again", async () => {
  const { application } = jobWorld(scriptedExtractor([opened([1]), page(aPageRead(1))]));
  const { id } = await application.jobs.submit(CALLER, submission());
  expect(await refusal(application.jobs.openText(CALLER, { id }))).toBe("NOT_READY");
  await application.jobs.run(id, NEVER);
  await application.jobs.openText(CALLER, { id });
  expect((await application.jobs.find(CALLER, { id })).status).toBe("processed");
  const [first, second] = await Promise.all([1, 2].map(() => application.jobs.openText(CALLER, { id })));
  expect(first?.content.text).toContain("Invoice  42");
  await first?.markDelivered();
  expect((await application.jobs.find(CALLER, { id })).status).toBe("retrieved");
  expect(await refusal(second?.markDelivered() ?? Promise.resolve())).toBe("ALREADY_DELIVERED");
  expect(await refusal(application.jobs.openText(CALLER, { id }))).toBe("ALREADY_DELIVERED");
});

test("a caller who leaves before an opened text is marked has not retrieved it", async () => {
  const { application } = jobWorld(scriptedExtractor([opened([1]), page(aPageRead(1))]));
  const { id } = await application.jobs.submit(CALLER, submission());
  await application.jobs.run(id, NEVER);
  const left = new AbortController();
  const { markDelivered } = await application.jobs.openText(CALLER, { id }, { signal: left.signal });
  left.abort(new Error("left"));
  await expect(markDelivered()).rejects.toThrow("left");
  expect((await application.jobs.find(CALLER, { id })).status).toBe("processed");
});
