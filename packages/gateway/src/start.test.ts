import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

/** The built program: the source of the GraphQL API does not run as it is. */
const MAIN = fileURLToPath(new URL("../dist/main.js", import.meta.url));

interface Run {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the program as a person would, with no environment but what is given. */
function main(arguments_: readonly string[], environment: Readonly<Record<string, string>> = {}): Run {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...arguments_], {
    env: environment,
    encoding: "utf8",
  });
  return { exitCode: status, stdout, stderr };
}

test("wrong variables stop the start with one line each, on standard error", () => {
  const run = main([], { PORT: "http", GALLEY_ROLE: "server" });
  expect(run).toEqual({
    exitCode: 1,
    stdout: "",
    stderr:
      "PORT is http; expected a whole number from 0 to 65535.\n" +
      "GALLEY_ROLE is server; expected one of all, serve, work.\n",
  });
});

test("--print-config prints every variable and no secret", () => {
  const run = main(["--print-config"], { PORT: "9000", GALLEY_SERVICE_KEY: "open-sesame-open-sesame" });
  expect(run).toMatchObject({ exitCode: 0, stderr: "" });
  expect(run.stdout).toMatch(/^PORT +9000 +set +\S/m);
  expect(run.stdout).toMatch(/^GALLEY_SERVICE_KEY +\(hidden\) +set +\S/m);
  expect(run.stdout).toMatch(/^DATABASE_URL +embedded +default +\S/m);
  expect(run.stdout).not.toContain("open-sesame");
});

test("--print-config refuses what a start would refuse", () => {
  expect(main(["--print-config"], { PORT: "http" })).toMatchObject({ exitCode: 1, stdout: "" });
});

test("--help tells how it is called", () => {
  expect(main(["--help"])).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("--print-config") });
});

test.each([["--port=80"], ["serve"]])("%s is refused with the usage", (argument) => {
  const run = main([argument]);
  expect(run).toMatchObject({ exitCode: 1, stdout: "" });
  expect(run.stderr).toContain(argument.replace(/=.*/, ""));
  expect(run.stderr).toContain("Usage:");
});

test("a database that cannot be reached stops the start with a message and no stack", () => {
  const run = main([], {
    DATABASE_URL: "postgresql://u:open-sesame@127.0.0.1:1/d",
    GALLEY_ROLE: "serve",
    PORT: "0",
  });
  expect(run.exitCode).toBe(1);
  expect(run.stderr).toMatch(/Galley cannot start: .*127\.0\.0\.1:1/);
  expect(run.stderr).not.toMatch(/ {4}at |open-sesame/);
});

/** A folder that is there and takes no files, whoever asks. */
const READ_ONLY = "/sys/kernel";

test.skipIf(process.platform !== "linux")("a read-only data folder is named with its variable", () => {
  const run = main([], { GALLEY_DATA_DIR: READ_ONLY, PORT: "0" });
  expect(run.exitCode).toBe(1);
  expect(run.stderr).toMatch(
    /^Galley cannot start: The data folder \/sys\/kernel cannot be used \(E\w+\)\. Set GALLEY_DATA_DIR to a folder that can be written/,
  );
});
