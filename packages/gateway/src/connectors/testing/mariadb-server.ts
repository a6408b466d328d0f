import { execFile, spawn } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort, listening } from "./free-port.ts";
import { missingServer, programMissing } from "./required-servers.ts";

const run = promisify(execFile);
const SERVER = "/usr/sbin/mariadbd";

export interface MariadbServer extends AsyncDisposable {
  readonly port: number;
  readonly user: string;
  readonly password: string;
  /** Creates an empty database and returns its name. */
  createDatabase(): Promise<string>;
  /** The output of MariaDB's own client: rows of fields, NULL as null. */
  select(database: string, statement: string): Promise<readonly (readonly (string | null)[])[]>;
}

/** Why MariaDB cannot be started here; undefined if it can. */
export async function mariadbServerMissing(): Promise<string | undefined> {
  return missingServer(await programMissing(SERVER, "mariadb-server"));
}

/** Starts MariaDB on a free local port, with a folder of its own. */
export async function startMariadbServer(): Promise<MariadbServer> {
  await using starting = new AsyncDisposableStack();
  const base = await mkdtemp(join(tmpdir(), "galley-mariadb-"));
  starting.defer(() => rm(base, { recursive: true, force: true }));
  const data = join(base, "data");
  const socket = join(base, "socket");
  const own = ["--no-defaults", `--user=${userInfo().username}`, `--datadir=${data}`];
  await run("mariadb-install-db", [...own, "--auth-root-authentication-method=normal", "--skip-test-db"]);
  const port = await freePort();
  const server = spawn(
    SERVER,
    [
      ...own,
      `--port=${port}`,
      "--bind-address=127.0.0.1",
      `--socket=${socket}`,
      `--pid-file=${join(base, "pid")}`,
      "--innodb-flush-log-at-trx-commit=0",
      "--innodb-buffer-pool-size=32M",
    ],
    { stdio: "ignore" },
  );
  starting.defer(async () => {
    server.kill();
    if (server.exitCode === null) await once(server, "exit");
  });
  await listening(port);

  const shell = async (...given: readonly string[]): Promise<string> => {
    const { stdout } = await run("mariadb", ["--no-defaults", "-u", "root", "-S", socket, ...given]);
    return stdout;
  };
  const password = randomBytes(12).toString("base64url");
  await shell("-e", `create user galley@'%' identified by '${password}'; grant all on *.* to galley@'%'`);
  const parts = starting.move();
  return {
    port,
    user: "galley",
    password,
    async createDatabase() {
      const name = `test_${randomUUID().replaceAll("-", "")}`;
      await shell("-e", `create database ${name} character set utf8mb4`);
      return name;
    },
    async select(database, statement) {
      const printed = await shell(
        "--default-character-set=utf8mb4",
        "-N",
        "-B",
        "-r",
        database,
        "-e",
        statement,
      );
      const rows = printed.split("\n").slice(0, -1);
      return rows.map((row) => row.split("\t").map((field) => (field === "NULL" ? null : field)));
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}
