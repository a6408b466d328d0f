import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

/** Runs a program with a log and returns its lines. */
function linesOf(program: string): readonly unknown[] {
  const log = new URL("./log.ts", import.meta.url).href;
  const baggage = new URL("../baggage.ts", import.meta.url).href;
  const imports = `import { createLog } from ${JSON.stringify(log)}; import * as baggage from ${JSON.stringify(baggage)};`;
  const source = `${imports} const { withBaggage, withoutBaggage } = baggage; ${program}`;
  const { stderr, stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", source], {
    encoding: "utf8",
  });
  expect(stdout).toBe("");
  return stderr
    .split("\n")
    .filter(Boolean)
    .map((line): unknown => JSON.parse(line));
}

test("lines are JSON on standard error with the ids of the request and the job", () => {
  const lines = linesOf(`
    const log = createLog("info");
    log.debug("left out");
    withBaggage({ requestId: "r" }, () => withBaggage({ jobId: "j" }, () => log.info("inside")));
    withBaggage({ requestId: "r" }, () => withoutBaggage(() => log.info("beside")));
    log.info("outside");
  `);
  expect(lines).toMatchObject([
    { level: "info", msg: "inside", requestId: "r", jobId: "j", time: expect.stringMatching(/^\d{4}-.*Z$/) },
    { level: "info", msg: "beside" },
    { level: "info", msg: "outside" },
  ]);
  for (const line of lines.slice(1)) expect(line).not.toHaveProperty("requestId");
});

test("an error is logged with its stack and cause, but without quoted data and attached properties", () => {
  const lines = linesOf(`
    const cause = Object.assign(new Error("driver"), { code: "23505", detail: "row of a customer", query: "insert" });
    const long = "select " + "x".repeat(5000) + " text of a document";
    createLog("info").error({ err: new Error(long, { cause }) }, "failed");
  `);
  expect(lines).toMatchObject([
    { msg: "failed", err: { type: "Error", cause: { code: "23505", message: "driver" } } },
  ]);
  expect(JSON.stringify(lines)).toContain("    at file:");
  expect(JSON.stringify(lines)).not.toMatch(/customer|insert|text of a document/);
});

test("what a library made of an error is logged as an error", () => {
  const lines = linesOf(
    `createLog("info").error({ err: { message: "lost", code: 7, row: "customer" } }, "failed");`,
  );
  expect(lines).toMatchObject([{ err: { message: "lost", code: 7 } }]);
  expect(JSON.stringify(lines)).not.toContain("customer");
});
