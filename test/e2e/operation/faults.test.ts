import { test } from "vitest";
import { readAmongBad } from "../../faults/scenarios/bad-documents.ts";
import { withDatabaseAway } from "../../faults/scenarios/database-away.ts";
import { fillDisk } from "../../faults/scenarios/disk-full.ts";
import type { Findings } from "../../faults/findings.ts";

/**
 * Short versions of the `test:faults` suites, without time limits; kills and restarts have tests of their
 * own.
 */
const SUITES: readonly (readonly [rule: string, suite: () => Promise<Findings>])[] = [
  ["among bad documents, every good one is read right", () => readAmongBad(20)],
  [
    "while the database is away, callers get 503 with Retry-After; afterwards everything is read",
    () => withDatabaseAway(1000),
  ],
  ["a full disk refuses documents until there is room", fillDisk],
];

test.for(SUITES)("%s", { timeout: 180_000 }, async ([, suite], { expect }) => {
  const { faults } = await suite();
  expect(faults).toEqual([]);
});
