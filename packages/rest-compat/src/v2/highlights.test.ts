import { aPageRead } from "@galley/core/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startRestWorld, type RestWorld } from "../testing/rest-world.ts";

let world: RestWorld;
beforeAll(async () => {
  world = await startRestWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const NUMBERED = { add_line_nos: "true" } as const;

/** Lines 0, 1 and 3 of its text are blank, 2 and 4 are not; line 5 is the separator. */
const PAGE = aPageRead(1);

function highlights(handle: string, query: Readonly<Record<string, string>>): Promise<Response> {
  return world.get("/highlights", { whisper_hash: handle, ...query });
}

test("a line has its place in pixels and percent, a blank one zeros", async () => {
  const { handle } = await world.read([PAGE], NUMBERED);
  const answer = await highlights(handle, { lines: "2-3" });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({
    2: {
      page: 0,
      base_y: 338,
      base_y_percent: 10.6692,
      height: 40,
      height_percent: 1.2626,
      page_height: 3168,
      raw: [0, 338, 40, 3168],
    },
    3: {
      page: 0,
      base_y: 0,
      base_y_percent: 0,
      height: 0,
      height_percent: 0,
      page_height: 0,
      raw: [0, 0, 0, 0],
    },
  });
});

test.each([
  [{ lines: "4" }, [4]],
  [{ lines: "0,2-3" }, [0, 2, 3]],
  [{ lines: " 4- " }, [4, 5]],
  [{ lines: "1-5000" }, [1, 2, 3, 4, 5]],
  [{ lines: "100-" }, []],
  [{ lines: "all" }, [0, 1, 2, 3, 4, 5]],
  [{ lines: "ALL" }, [0, 1, 2, 3, 4, 5]],
  [{ extract_all_lines: "True" }, [0, 1, 2, 3, 4, 5]],
  [{ extract_all_lines: "true", lines: "" }, [0, 1, 2, 3, 4, 5]],
  [{ extract_all_lines: "true", lines: "3" }, [0, 1, 2, 3, 4, 5]],
  [{ extract_all_lines: "false", lines: "3", mode: "form" }, [3]],
])("%j selects lines %j", async (query, numbers) => {
  const { handle } = await world.read([PAGE], NUMBERED);
  const answer = await highlights(handle, query);
  expect(Object.keys(Object(await answer.json())).map(Number)).toEqual(numbers);
});

test("highlights are the same after the text was retrieved", async () => {
  const { handle } = await world.read([PAGE], NUMBERED);
  const before = await (await highlights(handle, { lines: "all" })).json();
  await world.get("/whisper-retrieve", { whisper_hash: handle });
  expect(await (await highlights(handle, { lines: "all" })).json()).toEqual(before);
});

test("a line confidence is there where it was asked for", async () => {
  const { handle } = await world.read([PAGE], { ...NUMBERED, include_line_confidence: "true" });
  expect(await (await highlights(handle, { lines: "2-4" })).json()).toMatchObject({
    2: { confidence: 1 },
    3: { confidence: 0 },
    4: { confidence: 0.5, raw: [0, 481, 40, 3168] },
  });
});

test("jobs without numbered lines, without a text, or unknown have no line metadata", async () => {
  const unnumbered = await world.read([PAGE]);
  const accepted = await world.submitted(NUMBERED);
  const failed = await world.submitted(NUMBERED);
  await world.application.jobs.giveUp(failed.id);
  for (const handle of [unnumbered.handle, accepted.handle, failed.handle, "00000000|0"]) {
    const answer = await highlights(handle, { lines: "1" });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({ message: "Line metadata not found" });
  }
});

test.each([
  {},
  { lines: "" },
  { lines: "x" },
  { lines: "1-2-3" },
  { lines: "7-3" },
  { lines: "1", extract_all_lines: "x" },
])("%j is refused with 400 and names the parameter", async (query) => {
  const { handle } = await world.read([PAGE], NUMBERED);
  const answer = await highlights(handle, query);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toEqual({ message: expect.stringMatching(/^(lines|extract_all_lines): /) });
});
