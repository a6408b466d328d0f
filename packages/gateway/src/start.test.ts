import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { boundPort } from "@galley/core/testing";
import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { startEmbeddedPostgres } from "./persistence/embedded-postgres.ts";

/** The built program: the source of the GraphQL API needs compilation. */
const MAIN = fileURLToPath(new URL("../dist/main.js", import.meta.url));

interface Run {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the program with only the given environment. */
function main(arguments_: readonly string[], environment: Readonly<Record<string, string>> = {}): Run {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...arguments_], {
    env: environment,
    encoding: "utf8",
  });
  return { exitCode: status, stdout, stderr };
}

/** Every line of standard error is JSON, whatever wrote it. */
function messagesOf({ stderr }: Pick<Run, "stderr">): readonly string[] {
  const lines = stderr.split("\n").filter((line) => line !== "");
  return lines.map((line) => z.object({ level: z.string(), msg: z.string() }).parse(JSON.parse(line)).msg);
}

test("invalid variables stop the start with one line each on standard error", () => {
  const run = main([], { PORT: "http", GALLEY_ROLE: "server" });
  expect(run).toMatchObject({ exitCode: 1, stdout: "" });
  expect(messagesOf(run)).toEqual([
    "PORT is http; expected a whole number from 0 to 65535.",
    "GALLEY_ROLE is server; expected one of all, serve, work.",
  ]);
});

test("warnings, output of libraries and unexpected errors are log lines", async () => {
  // Runs beside the service, like a misbehaving library.
  const misbehaving = `setTimeout(() => {
    process.emitWarning("a warning", "SomeWarning");
    console.error("an %s", "error");
    console.warn("a warning of a library");
    Promise.reject(new Error("nobody waits for it"));
  }, 1500).unref();`;
  const server = createServer((socket) => socket.on("error", () => socket.destroy())).listen(0, "127.0.0.1");
  await once(server, "listening");
  const port = boundPort(server);
  const child = spawn(process.execPath, ["--import", `data:text/javascript,${misbehaving}`, MAIN], {
    // A database that never responds keeps it starting.
    env: { DATABASE_URL: `postgresql://u:p@127.0.0.1:${port}/d`, GALLEY_ROLE: "serve", PORT: "0" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const [exitCode] = await once(child, "close");
  server.close();
  expect(exitCode).toBe(1);
  const messages = messagesOf({ stderr });
  expect(messages.filter((message) => message === "library wrote to the console")).toHaveLength(2);
  expect(messages).toContain("Node.js warning");
  expect(messages.at(-1)).toBe("unhandledRejection");
});

test("--print-config prints every variable and no secret", () => {
  const run = main(["--print-config"], { PORT: "9000", GALLEY_SERVICE_KEY: "open-sesame-open-sesame" });
  expect(run).toMatchObject({ exitCode: 0, stderr: "" });
  expect(run.stdout).toMatch(/^PORT +9000 +set +\S/m);
  expect(run.stdout).toMatch(/^GALLEY_SERVICE_KEY +\(hidden\) +set +\S/m);
  expect(run.stdout).toMatch(/^DATABASE_URL +embedded +default +\S/m);
  expect(run.stdout).not.toContain("open-sesame");
});

test("--print-config rejects what a start would reject", () => {
  expect(main(["--print-config"], { PORT: "http" })).toMatchObject({ exitCode: 1, stdout: "" });
});

test("--help prints the usage", () => {
  expect(main(["--help"])).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("--print-config") });
});

test.each([["--port=80"], ["serve"]])("%s is rejected with the usage", (argument) => {
  const run = main([argument]);
  expect(run).toMatchObject({ exitCode: 1, stdout: "" });
  expect(run.stderr).toContain(argument.replace(/=.*/, ""));
  expect(run.stderr).toContain("Usage:");
});

test("an unreachable database stops the start with a message and no stack", () => {
  const run = main([], {
    DATABASE_URL: "postgresql://u:open-sesame@127.0.0.1:1/d",
    GALLEY_ROLE: "serve",
    PORT: "0",
  });
  expect(run.exitCode).toBe(1);
  expect(messagesOf(run)).toEqual([expect.stringMatching(/^Galley cannot start: .*127\.0\.0\.1:1/)]);
  expect(run.stderr).not.toMatch(/ {4}at |open-sesame/);
});

test("an embedded database that cannot be used is named with its log, not with DATABASE_URL", async () => {
  const folder = await mkdtemp(join(tmpdir(), "galley-start-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const postgres = await startEmbeddedPostgres(folder, { durable: false });
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  // A table of another program, where the service needs its own.
  await client.query("create table organization (other int)");
  await client.end();
  await postgres[Symbol.asyncDispose]();
  const run = main([], { GALLEY_DATA_DIR: folder, GALLEY_ROLE: "serve", PORT: "0" });
  expect(run.exitCode).toBe(1);
  const database = join(folder, "postgres");
  expect(messagesOf(run).at(-1)).toMatch(
    `Galley cannot start: The embedded database in ${database} cannot be used: `,
  );
  expect(messagesOf(run).at(-1)).toMatch(
    `Its log is ${join(database, "log")}. To use a PostgreSQL of your own, set DATABASE_URL.`,
  );
});

/** An existing folder that is not writable, even for root. */
const READ_ONLY = "/sys/kernel";

test.skipIf(process.platform !== "linux")("a read-only data folder is named with its variable", () => {
  const run = main([], { GALLEY_DATA_DIR: READ_ONLY, PORT: "0" });
  expect(run.exitCode).toBe(1);
  expect(messagesOf(run)).toEqual([
    expect.stringMatching(/The data folder \/sys\/kernel .*\(E\w+\).*GALLEY_DATA_DIR/),
  ]);
});
