import { constants } from "node:fs";
import { access, statfs } from "node:fs/promises";
import { createServer } from "node:net";
import { dirname } from "node:path";
import { styleText } from "node:util";
import { installedLanguages, onnxRuntimeInUse } from "@galley/core";
import { readConfig, type Config } from "../../config/config.ts";
import { loadBinaries } from "../../persistence/embedded-postgres/binaries.ts";
import { openOrm } from "../../persistence/open-orm.ts";
import { MAINTENANCE_LIMITS } from "../../database-limits.ts";
import { reachableUrl } from "../../server/greeting.ts";
import type { Values } from "../extraction-options.ts";
import { version } from "../version.ts";

type Verdict = "ok" | "warning" | "failed";

interface Finding {
  readonly check: string;
  readonly verdict: Verdict;
  readonly detail: string;
}

const HEALTH_TIMEOUT_MS = 5_000;
const MEGABYTE = 2 ** 20;

/** Runs `galley doctor`: checks what a start of the service needs; the exit code is 1 if a check fails. */
export async function runDoctor(values: Values): Promise<0 | 1> {
  const findings = await allFindings();
  if (values["json"] === true) process.stdout.write(`${JSON.stringify(findings)}\n`);
  else process.stdout.write(findings.map(shown).join(""));
  return findings.some(({ verdict }) => verdict === "failed") ? 1 : 0;
}

async function allFindings(): Promise<readonly Finding[]> {
  const installed: Finding[] = [
    { check: "Galley", verdict: "ok", detail: version() },
    {
      check: "Node",
      verdict: "ok",
      detail: `${process.versions.node} on ${process.platform}-${process.arch}`,
    },
  ];
  const outcome = readConfig();
  if (!outcome.ok) {
    const faults = outcome.problems.map((detail): Finding => ({
      check: "Configuration",
      verdict: "failed",
      detail,
    }));
    return [...installed, ...faults];
  }
  const { config, warning } = outcome;
  if (warning !== undefined) installed.push({ check: "Configuration", verdict: "warning", detail: warning });
  const found = await Promise.all([
    languages(config),
    office(config),
    database(config),
    dataFolder(config),
    port(config),
  ]);
  return [...installed, ...found];
}

async function languages({ extraction: { tessdata } }: Config): Promise<Finding> {
  const codes = await installedLanguages({ folders: tessdata });
  if (codes.length > 0) {
    const { isNative, reason } = await onnxRuntimeInUse();
    const runtime = isNative ? "machine code" : `WebAssembly, which is slower (${reason})`;
    const detail = `languages: ${codes.join(", ")}; models run as ${runtime}`;
    return { check: "Recognition", verdict: "ok", detail };
  }
  return {
    check: "Recognition",
    verdict: "warning",
    detail: "no language data; scans are not read. Add it with galley languages add eng.",
  };
}

async function office({ office: { program, url } }: Config): Promise<Finding> {
  const check = "Office";
  if (url !== undefined) return { check, verdict: "ok", detail: `converted by ${url}` };
  if (program === undefined) return { check, verdict: "ok", detail: "built-in converter" };
  try {
    await access(program, constants.X_OK);
    return { check, verdict: "ok", detail: program };
  } catch {
    return { check, verdict: "failed", detail: `${program} cannot be executed; see GALLEY_SOFFICE.` };
  }
}

async function database({ databaseUrl }: Config): Promise<Finding> {
  const check = "Database";
  try {
    if (databaseUrl === undefined) {
      await loadBinaries();
      return { check, verdict: "ok", detail: "embedded PostgreSQL" };
    }
    const orm = openOrm(databaseUrl, { warn: () => undefined }, MAINTENANCE_LIMITS);
    try {
      const [row] = await orm.em.getConnection().execute("select version() as version");
      return { check, verdict: "ok", detail: firstWords(row) };
    } finally {
      await orm.close();
    }
  } catch (error) {
    return { check, verdict: "failed", detail: error instanceof Error ? error.message : String(error) };
  }
}

/** PostgreSQL's version is followed by that of its compiler. */
function firstWords(row: unknown): string {
  return JSON.stringify(row).match(/PostgreSQL [\d.]+/)?.[0] ?? "reachable";
}

async function dataFolder({ dataDir, minFreeMb }: Config): Promise<Finding> {
  const check = "Data folder";
  const folder = await nearestFolder(dataDir);
  try {
    await access(folder, constants.W_OK);
  } catch {
    return { check, verdict: "failed", detail: `${dataDir} is not writable; see GALLEY_DATA_DIR.` };
  }
  const { bavail, bsize } = await statfs(folder);
  const freeMb = Math.floor((bavail * bsize) / MEGABYTE);
  const detail = `${dataDir}, ${freeMb} MB free`;
  if (freeMb >= minFreeMb) return { check, verdict: "ok", detail };
  return { check, verdict: "failed", detail: `${detail}; GALLEY_MIN_FREE_MB is ${minFreeMb}` };
}

async function nearestFolder(path: string): Promise<string> {
  try {
    await access(path);
    return path;
  } catch {
    return dirname(path) === path ? path : nearestFolder(dirname(path));
  }
}

async function port({ host, port: number }: Config): Promise<Finding> {
  const check = "Port";
  const place = `${host}:${number}`;
  if (number === 0 || (await isFree(host, number)))
    return { check, verdict: "ok", detail: `${place} is free` };
  try {
    const signal = AbortSignal.timeout(HEALTH_TIMEOUT_MS);
    const { ok } = await fetch(`${reachableUrl(host, number)}/health/ready`, { signal });
    if (ok) return { check, verdict: "ok", detail: `a service is ready at ${reachableUrl(host, number)}` };
  } catch {
    // Another program has the port.
  }
  return { check, verdict: "failed", detail: `${place} is in use by another program; see PORT.` };
}

function isFree(host: string, number: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const server = createServer();
  server.once("error", () => resolve(false));
  server.listen(number, host, () => server.close(() => resolve(true)));
  return promise;
}

const COLOURS = { ok: "green", warning: "yellow", failed: "red" } as const satisfies Record<Verdict, string>;

function shown({ check, verdict, detail }: Finding): string {
  const label = styleText(COLOURS[verdict], verdict.padEnd(8), { stream: process.stdout });
  return `${label} ${check.padEnd(12)} ${detail}\n`;
}
