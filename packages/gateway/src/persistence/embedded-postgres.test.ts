import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from "node:child_process";
import { once } from "node:events";
import { chown, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { MikroORM } from "@mikro-orm/postgresql";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";

const HOLDER = fileURLToPath(new URL("./testing/hold-embedded-postgres.ts", import.meta.url));

/** No system has a name for this id. */
const NAMELESS = { uid: 54_321, gid: 54_321 };

const NOT_DURABLE = { durable: false } as const;

let parent: string;
let dataDir: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "galley-cluster-"));
  dataDir = join(parent, "not", "there", "yet");
});
afterEach(() => rm(parent, { recursive: true, force: true }));

test("data survives a restart, and the server stops in between", async () => {
  const first = await startEmbeddedPostgres(dataDir, NOT_DURABLE);
  await query(first.url, "create table kept as select 42 as answer");
  await first[Symbol.asyncDispose]();
  expect(await answers(first.url)).toBe(false);

  await using second = await startEmbeddedPostgres(dataDir, NOT_DURABLE);
  expect(await query(second.url, "select answer from kept")).toEqual([{ answer: 42 }]);
});

test("a password is required, in a file that only the owner can read", async () => {
  await using server = await startEmbeddedPostgres(dataDir, NOT_DURABLE);
  const wrong = new URL(server.url);
  wrong.password = "wrong";
  await expect(query(wrong.href, "select 1")).rejects.toThrow("password authentication failed");
  const { mode } = await stat(join(dataDir, "postgres", "password"));
  expect(mode & 0o777).toBe(0o600);
});

test("statements go through a socket that only the owner can open, in the folder of the database", async () => {
  await using server = await startEmbeddedPostgres(dataDir, NOT_DURABLE);
  const { hostname, port } = new URL(server.url);
  const folder = join(dataDir, "postgres");
  expect(decodeURIComponent(hostname)).toBe(folder);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  const socket = await stat(join(folder, `.s.PGSQL.${port}`));
  expect([socket.isSocket(), socket.mode & 0o777]).toEqual([true, 0o700]);
  const sql = "select inet_client_addr() as address";
  expect(await query(server.url, sql)).toEqual([{ address: null }]);
});

test.each([
  ["with blanks, commas, quotes and letters of other scripts", 'an "odd" folder, größer: 100 %'],
  ["that is too long for a socket", "long ".repeat(20).trim()],
])("the server is reached in a folder %s", async (_, name) => {
  dataDir = join(parent, name);
  await using server = await startEmbeddedPostgres(dataDir, NOT_DURABLE);
  await using second = await startEmbeddedPostgres(dataDir, NOT_DURABLE);
  expect(second.url).toBe(server.url);
  expect(new URL(server.url).hostname === "127.0.0.1").toBe(name.length > 80);
  expect(await query(second.url, "select 1 as one")).toEqual([{ one: 1 }]);
});

test("the socket of a killed server is removed", async () => {
  const folder = join(dataDir, "postgres");
  const sockets = async (): Promise<readonly string[]> =>
    (await readdir(folder)).filter((name) => name.startsWith(".s."));
  await (await startEmbeddedPostgres(dataDir, NOT_DURABLE))[Symbol.asyncDispose]();
  expect(await sockets()).toEqual([]);
  const gone = spawnSync("true").pid;
  await writeFile(join(folder, ".s.PGSQL.1.lock"), `${gone}\n`);
  await writeFile(join(folder, ".s.PGSQL.1"), "");
  await using server = await startEmbeddedPostgres(dataDir, NOT_DURABLE);
  const { port } = new URL(server.url);
  expect(await sockets()).toEqual([`.s.PGSQL.${port}`, `.s.PGSQL.${port}.lock`]);
});

test("text is sorted and case-folded alike on every machine", async () => {
  await using server = await startEmbeddedPostgres(dataDir, NOT_DURABLE);
  const sql = "select datlocprovider, datlocale from pg_database where datname = current_database()";
  expect(await query(server.url, sql)).toEqual([{ datlocprovider: "b", datlocale: "C.UTF-8" }]);
});

test("a second process joins the server, which keeps running when the first releases it", async () => {
  const first = await startEmbeddedPostgres(dataDir, NOT_DURABLE);
  const second = await startEmbeddedPostgres(dataDir, NOT_DURABLE);
  expect(second.url).toBe(first.url);
  await first[Symbol.asyncDispose]();
  expect(await query(second.url, "select 1 as one")).toEqual([{ one: 1 }]);
  await second[Symbol.asyncDispose]();
  expect(await answers(second.url)).toBe(false);
});

test("processes that start together share one cluster and one server", async () => {
  const holders = [await holder(), await holder(), await holder()];
  const urls = await Promise.all(holders.map(urlOf));
  expect(new Set(urls).size).toBe(1);
  await Promise.all(holders.map(kill));
});

test("the server stops after its process is killed, and the next start is clean", async () => {
  const victim = await holder();
  const url = await urlOf(victim);
  await query(url, "create table kept as select 42 as answer");
  const { pid } = await postmaster();
  await kill(victim);
  await using server = await startEmbeddedPostgres(dataDir, NOT_DURABLE);
  expect(await query(server.url, "select answer from kept")).toEqual([{ answer: 42 }]);
  // A start before the server notices that it is unused joins it.
  expect((await postmaster()).pid === pid || !isRunning(pid)).toBe(true);
});

test("a killed server is restarted at the same address for all its users, without data loss", async () => {
  const troubles: string[] = [];
  const first = await startEmbeddedPostgres(dataDir, { onTrouble: (said) => troubles.push(said) });
  const second = await startEmbeddedPostgres(dataDir);
  await query(first.url, "create table kept as select 42 as answer");
  for (const _ of [1, 2]) {
    process.kill((await postmaster()).pid, "SIGKILL");
    await expect
      .poll(() => query(first.url, "select answer from kept").catch(String), { timeout: 60_000 })
      .toEqual([{ answer: 42 }]);
  }
  expect(troubles[0]).toBe("the embedded database ended unexpectedly; restarting it");
  await first[Symbol.asyncDispose]();
  expect(await query(second.url, "select answer from kept")).toEqual([{ answer: 42 }]);
  await second[Symbol.asyncDispose]();
  expect(await answers(second.url)).toBe(false);
});

test("a pid file with the id of another program is not a server", async () => {
  await (await startEmbeddedPostgres(dataDir, NOT_DURABLE))[Symbol.asyncDispose]();
  const lines = [process.pid, "data", 0, 1, "", "127.0.0.1", "", "ready"];
  await writeFile(join(dataDir, "postgres", "data", "postmaster.pid"), lines.join("\n"));
  await using server = await startEmbeddedPostgres(dataDir, NOT_DURABLE);
  expect(await query(server.url, "select 1 as one")).toEqual([{ one: 1 }]);
});

test("a server without a watcher is stopped before another starts", async () => {
  const first = await startEmbeddedPostgres(dataDir, NOT_DURABLE);
  const { pid } = await postmaster();
  await rm(join(dataDir, "postgres", "alive"));
  await using second = await startEmbeddedPostgres(dataDir, NOT_DURABLE);
  expect(await query(second.url, "select 1 as one")).toEqual([{ one: 1 }]);
  expect(isRunning(pid)).toBe(false);
  await first[Symbol.asyncDispose]();
});

const MAY_BE_NAMELESS =
  process.getuid?.() === 0 &&
  worksNameless(process.execPath, "--eval", `fs.readFileSync(${JSON.stringify(HOLDER)})`);
const MAY_BE_NOBODY = worksNameless("unshare", "--user", "--map-user=65534", "--map-group=65534", "true");

describe.skipIf(!MAY_BE_NAMELESS)("a user id without a name", () => {
  test.skipIf(!MAY_BE_NOBODY)("sets up the server if the system allows a user namespace", async () => {
    const nameless = await holder(NAMELESS);
    expect(await query(await urlOf(nameless), "select 1 as one")).toEqual([{ one: 1 }]);
    await kill(nameless);
  });

  test("explains what to do otherwise", async () => {
    const nameless = await holder({ ...NAMELESS, env: { PATH: "" } });
    expect(nameless.stderr && (await text(nameless.stderr))).toMatch(
      new RegExp(`by user id ${NAMELESS.uid}, which has no name .* set DATABASE_URL`),
    );
  });
});

test.skipIf(process.platform !== "linux")(
  "a folder on a file system that allows no folders is rejected",
  async () => {
    const start = startEmbeddedPostgres("/proc/galley/data", NOT_DURABLE);
    await expect(start).rejects.toThrow(/\/proc\/galley\/data cannot be used \(ENOENT\).*GALLEY_DATA_DIR/);
  },
);

test("an unusable folder is named, with the variable to change", async () => {
  const file = join(parent, "file");
  await writeFile(file, "");
  const start = startEmbeddedPostgres(join(file, "data"), NOT_DURABLE);
  await expect(start).rejects.toThrow(/file\/data cannot be used \(ENOTDIR\).*GALLEY_DATA_DIR/);
});

function worksNameless(command: string, ...args: readonly string[]): boolean {
  return spawnSync(command, args, { ...NAMELESS, stdio: "ignore" }).status === 0;
}

async function query(url: string, sql: string): Promise<unknown> {
  const orm = new MikroORM({ clientUrl: url, entities: [], discovery: { warnWhenNoEntities: false } });
  try {
    return await orm.em.execute(sql);
  } finally {
    await orm.close();
  }
}

async function answers(url: string): Promise<boolean> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

async function holder(options: SpawnOptions = {}): Promise<ChildProcess> {
  const { uid, gid } = options;
  if (uid !== undefined && gid !== undefined) await chown(parent, uid, gid);
  const child = spawn(process.execPath, [HOLDER, dataDir], { ...options, stdio: ["ignore", "pipe", "pipe"] });
  await once(child, "spawn");
  return child;
}

async function urlOf({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error("The process has no output.");
  const [line] = await once(createInterface(stdout), "line");
  return String(line);
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}

async function postmaster(): Promise<{ pid: number }> {
  const [pid] = (await readFile(join(dataDir, "postgres", "data", "postmaster.pid"), "utf8")).split("\n");
  return { pid: Number(pid) };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
