import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { copyDatabase } from "./database-template.ts";
import { pauseSince } from "./pause.ts";
import { processesOf } from "./processes.ts";

/** The service as its users run it: the built program, in a process of its own. */
export interface RunningService extends AsyncDisposable {
  /** Without a trailing slash. */
  readonly url: string;
  readonly serviceKey: string;
  readonly accessToken: string;
  readonly dataDir: string;
  readonly pid: number;
  /** Its output so far, stdout and stderr. */
  logs(): string;
  /** Sends the signal (by default SIGTERM) and waits for the process to end. */
  stop(signal?: NodeJS.Signals): Promise<ServiceEnd>;
  /** Kills the process, like a crash. The processes it started are left alone. */
  kill9(): Promise<ServiceEnd>;
}

export interface ServiceEnd {
  /** Null if a signal ended it. */
  readonly exitCode: number | null;
}

export interface ServiceOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** A folder that outlives the service; by default, a temporary one is created and removed. */
  readonly dataDir?: string;
  /** The built program; by default, that of this workspace. */
  readonly program?: string;
}

export const PROGRAM = fileURLToPath(new URL("../../packages/gateway/dist/main.js", import.meta.url));

const SERVICE_KEY = "test-service-key-0123456789";
const ACCESS_TOKEN = "test-access-token-0123456789";

/** Creating a database on a busy machine takes a while. */
const START_TIMEOUT_MS = 150_000;
const STOP_TIMEOUT_MS = 40_000;

/**
 * Starts the service on a free port and waits until it is ready. No process of it outlives the test process.
 */
export async function startService({
  env = {},
  dataDir,
  program = PROGRAM,
}: ServiceOptions = {}): Promise<RunningService> {
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), "galley-test-"));
  if (env["DATABASE_URL"] === undefined) copyDatabase(folder);
  const child = spawn(process.execPath, ["--enable-source-maps", "--max-semi-space-size=8", program], {
    env: { ...environmentOf(folder), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = collect(child);
  const ended = new Promise<ServiceEnd>((resolve) => {
    child.once("exit", (exitCode) => resolve({ exitCode }));
  });
  const clear = (): void => {
    // Others may use the folder as well, so only this process is killed; those that it started end after it.
    if (dataDir !== undefined) {
      child.kill("SIGKILL");
      return;
    }
    endAll(folder);
    rmSync(folder, { recursive: true, force: true });
  };
  process.once("exit", clear);
  let stopAsked = false;
  const stop = async (signal: NodeJS.Signals = "SIGTERM"): Promise<ServiceEnd> => {
    stopAsked = true;
    child.kill(signal);
    const end = await Promise.race([ended, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })]);
    if (end) return end;
    endAll(folder);
    throw new Error(`The service did not stop on ${signal} in ${STOP_TIMEOUT_MS} ms:\n${output()}`);
  };
  const dispose = async (): Promise<void> => {
    try {
      if (child.exitCode === null && child.signalCode === null) await stop();
      else if (!stopAsked) throw new Error(`The service ended unexpectedly:\n${output()}`);
    } finally {
      process.off("exit", clear);
      clear();
    }
  };
  try {
    const url = await readyUrl(child, output);
    return {
      url,
      serviceKey: env["GALLEY_SERVICE_KEY"] ?? SERVICE_KEY,
      accessToken: env["GALLEY_ACCESS_TOKEN"] ?? ACCESS_TOKEN,
      dataDir: folder,
      pid: child.pid ?? 0,
      logs: output,
      stop,
      kill9: () => stop("SIGKILL"),
      [Symbol.asyncDispose]: dispose,
    };
  } catch (error) {
    stopAsked = true;
    endAll(folder);
    await dispose();
    throw error;
  }
}

/** The environment of a service under test: only PATH and HOME of this process are passed on. */
export function environmentOf(dataDir: string): Record<string, string> {
  return {
    PATH: process.env["PATH"] ?? "",
    HOME: process.env["HOME"] ?? "/",
    PORT: "0",
    GALLEY_DATA_DIR: dataDir,
    GALLEY_SERVICE_KEY: SERVICE_KEY,
    GALLEY_ACCESS_TOKEN: ACCESS_TOKEN,
  };
}

function collect(child: ChildProcess): () => string {
  let text = "";
  const append = (chunk: string): void => {
    text += chunk;
  };
  child.stdout?.setEncoding("utf8").on("data", append);
  child.stderr?.setEncoding("utf8").on("data", append);
  return () => text;
}

/** The URL that the service prints, once it reports ready there. */
async function readyUrl(child: ChildProcess, output: () => string): Promise<string> {
  const start = Date.now();
  while (Date.now() < start + START_TIMEOUT_MS) {
    if (child.exitCode !== null || child.signalCode !== null) break;
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output())?.[0];
    if (url !== undefined && (await isReady(url))) return url;
    await pauseSince(start);
  }
  throw new Error(`The service did not become ready:\n${output()}`);
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health/ready`)).ok;
  } catch {
    return false;
  }
}

function endAll(dataDir: string): void {
  for (const { pid } of processesOf(dataDir)) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended.
    }
  }
}

/** A service on the same data whose credentials are those of another organization. */
export function startForAnotherOrganization({
  dataDir,
}: Pick<RunningService, "dataDir">): Promise<RunningService> {
  return startService({
    dataDir,
    env: {
      GALLEY_ORG: "bank",
      GALLEY_MANAGER_EMAIL: "banker@bank.example",
      GALLEY_ACCESS_TOKEN: "another-access-token-0123456789",
      GALLEY_SERVICE_KEY: "another-service-key-0123456789",
    },
  });
}
