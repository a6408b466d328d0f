import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { isAlive, processesOf } from "../support/processes.ts";
import { startService, type RunningService } from "../support/service.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** Runs a PostgreSQL and prints its URL until it is killed. */
const HOLDER = fileURLToPath(
  new URL("../../packages/gateway/src/persistence/testing/hold-embedded-postgres.ts", import.meta.url),
);

const SECRET_KEYS = `k1:${Buffer.alloc(32, 7).toString("base64")}`;

export type Role = "serve" | "work";

/** A PostgreSQL, an object store and the started processes of each role. */
export interface Deployment extends AsyncDisposable {
  readonly databaseUrl: string;
  start(role: Role, env?: Readonly<Record<string, string>>): Promise<RunningService>;
  /** The backend processes of the database. If one is killed, PostgreSQL ends all of them. */
  backends(): Promise<readonly number[]>;
  /** Stops the database and restarts it at the same address. */
  withoutDatabase(milliseconds: number): Promise<void>;
}

/** @param env variables of all processes, besides those of database, objects and secrets. */
export async function startDeployment(env: Readonly<Record<string, string>> = {}): Promise<Deployment> {
  await using parts = new AsyncDisposableStack();
  const folder = parts.use(temporaryFolder());
  const holder = spawn(process.execPath, [HOLDER, `${folder.path}/database`, "--durable"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  parts.defer(async () => {
    const exit = once(holder, "exit");
    holder.kill("SIGTERM");
    await exit;
  });
  const [databaseUrl] = await once(createInterface(holder.stdout), "line");
  const processes = parts.use(new AsyncDisposableStack());
  const postmaster = (): Promise<number> => postmasterOf(`${folder.path}/database/postgres/data`);
  let count = 0;
  const kept = parts.move();
  return {
    databaseUrl: String(databaseUrl),
    async backends() {
      const parent = await postmaster();
      return processesOf(folder.path)
        .filter((one) => one.parent === parent && /127\.0\.0\.1\(\d+\)/.test(one.command))
        .map(({ pid }) => pid);
    },
    async start(role, own = {}) {
      count += 1;
      const service = await startService({
        dataDir: `${folder.path}/${role}-${count}`,
        env: {
          DATABASE_URL: String(databaseUrl),
          GALLEY_ROLE: role,
          GALLEY_OBJECTS: pathToFileURL(`${folder.path}/objects`).href,
          GALLEY_SECRET_KEYS: SECRET_KEYS,
          LOG_LEVEL: "error",
          ...env,
          ...own,
        },
      });
      // A process that a suite has ended is not ended again.
      processes.defer(async () => {
        if (isAlive(service.pid)) await service.stop();
      });
      return service;
    },
    async withoutDatabase(milliseconds) {
      // The holder would restart it immediately.
      holder.kill("SIGSTOP");
      const pid = await postmaster();
      process.kill(pid, "SIGINT");
      while (isAlive(pid)) await sleep(20);
      await sleep(milliseconds);
      holder.kill("SIGCONT");
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

async function postmasterOf(data: string): Promise<number> {
  const [pid] = (await readFile(`${data}/postmaster.pid`, "utf8")).split("\n");
  return Number(pid);
}
