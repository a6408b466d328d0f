import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, globSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { freePort, missingServer } from "galley/testing";
import { temporaryFolder } from "../temporary-folder.ts";

const run = promisify(execFile);

/** Where Debian has the programs of a version of PostgreSQL. */
const [PROGRAMS] = globSync("/usr/lib/postgresql/*/bin").toSorted().toReversed();

/** PostgreSQL does not run as root; this is the account `nobody`. */
const NOBODY = 65_534;

const READY_MS = 60_000;

/** The system's PostgreSQL with the tools of its version, which those of the embedded server's version are not. */
export interface SystemPostgres extends AsyncDisposable {
  /** The folder in which the programs run. */
  readonly folder: string;
  /** Creates an empty database and returns its URL. */
  createDatabase(name: string): Promise<string>;
  /** Runs a program of this version, such as pg_dump. */
  run(program: string, ...given: readonly string[]): Promise<void>;
}

/** Why the system's PostgreSQL cannot be started here; undefined if it can. */
export function systemPostgresMissing(): string | undefined {
  return missingServer(PROGRAMS === undefined ? "the package postgresql is not installed" : undefined);
}

/** Starts a server on a free local port, with a folder of its own. */
export async function startSystemPostgres(): Promise<SystemPostgres> {
  const folder = temporaryFolder();
  const { path } = folder;
  const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  if (account.uid !== undefined) chownSync(path, account.uid, account.gid);
  const program = (name: string): string => `${PROGRAMS ?? ""}/${name}`;
  const tool = async (name: string, ...given: readonly string[]): Promise<void> =>
    void (await run(program(name), given, { ...account, cwd: path }));
  await tool("initdb", "--auth=trust", "--username=galley", "--no-sync", `${path}/data`);
  const port = await freePort();
  const settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off"];
  const server = spawn(
    program("postgres"),
    ["-D", `${path}/data`, "-p", `${port}`, ...settings.flatMap((setting) => ["-c", setting])],
    { ...account, cwd: path, stdio: "ignore" },
  );
  const place = ["-h", "127.0.0.1", "-p", `${port}`, "-U", "galley"];
  const deadline = Date.now() + READY_MS;
  while (Date.now() < deadline) {
    if (
      await tool("pg_isready", ...place).then(
        () => true,
        () => false,
      )
    )
      break;
    await sleep(50);
  }
  return {
    folder: path,
    async createDatabase(name) {
      await tool("createdb", ...place, name);
      return `postgresql://galley@127.0.0.1:${port}/${name}`;
    },
    run: tool,
    async [Symbol.asyncDispose]() {
      server.kill("SIGINT");
      if (server.exitCode === null && server.signalCode === null) await once(server, "exit");
      await folder[Symbol.asyncDispose]();
    },
  };
}
