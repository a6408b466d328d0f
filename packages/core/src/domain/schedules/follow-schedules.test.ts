import { beforeEach, describe, expect, test } from "vitest";
import { RunWorld } from "../testing/run-world.ts";
import type { Pipeline } from "../pipelines/pipeline.ts";

const NEVER = new AbortController().signal;
const HOURLY = { cron: "0 * * * *" } as const;

let world: RunWorld;
beforeEach(() => {
  world = new RunWorld();
  world.now = new Date("2026-05-04T09:30:00Z");
});

/** Processes the schedules at a time of that day. */
async function lookAt(time: string): Promise<void> {
  world.now = new Date(`2026-05-04T${time}Z`);
  await world.application.runs.followSchedules(NEVER);
}

async function slotsOf({ id: pipelineId }: Pipeline): Promise<readonly unknown[]> {
  const runs = await world.database.records.runs.list({ pipelineId, offset: 0, limit: 100 });
  return runs.map(({ slot }) => slot?.toISOString().slice(11, 16)).toReversed();
}

describe("a slot", () => {
  test("is run once, however often somebody looks", async () => {
    const pipeline = await world.pipeline({ ...HOURLY, allowOverlap: true });
    for (const time of ["09:45:00", "09:59:59", "10:00:00", "10:00:00", "10:00:59", "10:30:00", "11:01:30"]) {
      await lookAt(time);
    }
    expect(await slotsOf(pipeline)).toEqual(["10:00", "11:00"]);
  });

  test("is run once by any number of replicas that look at the same time", async () => {
    const pipelines = await Promise.all([1, 2, 3].map(() => world.pipeline(HOURLY)));
    world.now = new Date("2026-05-04T10:00:00Z");
    await Promise.all([1, 2, 3, 4].map(() => world.application.runs.followSchedules(NEVER)));
    for (const pipeline of pipelines) expect(await slotsOf(pipeline)).toEqual(["10:00"]);
    expect(world.queue.runIds).toHaveLength(3);
  });

  test("that comes some minutes late, since a replica was killed, is run", async () => {
    const pipeline = await world.pipeline(HOURLY);
    await lookAt("10:04:59");
    expect(await slotsOf(pipeline)).toEqual(["10:00"]);
  });

  test("that comes together with others, since a replica was killed, is run beside them where runs may overlap", async () => {
    const pipeline = await world.pipeline({ cron: "* * * * *", allowOverlap: true });
    for (const time of ["09:31:00", "09:33:10", "09:34:00"]) await lookAt(time);
    const slots = (await slotsOf(pipeline)).map(String).toSorted();
    expect(slots).toEqual(["09:31", "09:32", "09:33", "09:34"]);
    expect(await world.database.records.pipelines.find(pipeline.id)).toMatchObject({ runCount: 4 });
  });

  test("is left out while the run before is under way", async () => {
    const pipeline = await world.pipeline(HOURLY);
    await lookAt("10:00:00");
    await lookAt("11:00:00");
    await world.work();
    await lookAt("11:00:30");
    await lookAt("12:00:00");
    expect(await slotsOf(pipeline)).toEqual(["10:00", "12:00"]);
  });

  test("is of the pipeline's own time zone", async () => {
    const pipeline = await world.pipeline({ cron: "0 12 * * *", timeZone: "Europe/Berlin" });
    await lookAt("09:59:00");
    await lookAt("10:00:00");
    expect(await slotsOf(pipeline)).toEqual(["10:00"]);
  });

  test("is told by its run", async () => {
    const pipeline = await world.pipeline(HOURLY);
    await lookAt("10:00:00");
    const [run] = await world.database.records.runs.list({ pipelineId: pipeline.id, offset: 0, limit: 1 });
    expect(run).toMatchObject({ trigger: "scheduled", status: "pending" });
    expect(await world.database.records.pipelines.find(pipeline.id)).toMatchObject({ runCount: 1 });
  });
});

describe("slots that nobody looked at", () => {
  test("are left out", async () => {
    const pipeline = await world.pipeline(HOURLY);
    await lookAt("09:45:00");
    await lookAt("13:30:00");
    await lookAt("14:00:00");
    expect(await slotsOf(pipeline)).toEqual(["14:00"]);
  });

  test("are made up for by one run where that is wanted", async () => {
    const pipeline = await world.pipeline({ ...HOURLY, missedSlots: "run_once" });
    await lookAt("09:45:00");
    await lookAt("13:30:00");
    await lookAt("13:31:00");
    expect(await slotsOf(pipeline)).toEqual(["10:00"]);
    await world.work();
    await lookAt("14:00:00");
    expect(await slotsOf(pipeline)).toEqual(["10:00", "14:00"]);
  });
});

describe("a schedule", () => {
  test("that is paused has no slots, and those of the pause are not made up for", async () => {
    const pipeline = await world.pipeline({ ...HOURLY, missedSlots: "run_once" });
    await lookAt("09:45:00");
    const change = (facts: Partial<Pipeline>): Promise<boolean> =>
      world.database.transaction(({ pipelines }) =>
        pipelines.update(pipeline.id, { ...facts, updatedAt: world.now }),
      );
    await change({ active: false });
    await lookAt("10:00:00");
    await lookAt("12:30:00");
    await change({ active: true });
    await lookAt("12:31:00");
    expect(await slotsOf(pipeline)).toEqual([]);
    await lookAt("13:00:00");
    expect(await slotsOf(pipeline)).toEqual(["13:00"]);
  });

  test("that was changed is followed from then on", async () => {
    const pipeline = await world.pipeline(HOURLY);
    await lookAt("09:45:00");
    await world.database.transaction(({ pipelines }) =>
      pipelines.update(pipeline.id, { cron: "45 * * * *", updatedAt: world.now }),
    );
    await lookAt("10:00:00");
    await lookAt("10:45:00");
    expect(await slotsOf(pipeline)).toEqual(["10:45"]);
  });

  test("that cannot be followed keeps no other from its time", async () => {
    await world.pipeline({ cron: "nonsense" });
    const pipeline = await world.pipeline(HOURLY);
    await expect(lookAt("10:00:00")).rejects.toThrow("Some schedules could not be processed.");
    expect(await slotsOf(pipeline)).toEqual(["10:00"]);
  });
});
