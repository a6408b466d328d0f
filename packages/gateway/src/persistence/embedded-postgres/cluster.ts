import { randomBytes } from "node:crypto";
import { execFile } from "node:child_process";
import { chown, lstat, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import type { Binaries } from "./binaries.ts";
import { isErrno } from "../../files/errno.ts";
import { makeFolder } from "../../files/make-folder.ts";
import { assertWritable } from "../../files/usable-folder.ts";
import { isAlive } from "./postmaster.ts";
import type { Account } from "./unprivileged.ts";

/** The files of an embedded PostgreSQL and its connection settings. */
export interface Cluster {
  readonly folder: string;
  /** PostgreSQL's data directory. */
  readonly data: string;
  /** The named pipe that keeps the server running. */
  readonly lifeline: string;
  readonly log: string;
  readonly user: string;
  readonly password: string;
}

interface ClusterOptions {
  readonly binaries: Binaries;
  readonly account: Account;
  readonly durable: boolean;
}

const USER = "galley";
const FOLDER = "postgres";

/** Opens the cluster in `<dataDir>/postgres`, or creates it. */
export async function openCluster(dataDir: string, options: ClusterOptions): Promise<Cluster> {
  const parent = resolve(dataDir);
  const folder = join(parent, FOLDER);
  try {
    await makeFolder(parent, 0o711);
    await assertWritable(parent);
    const password = (await readPassword(folder)) ?? (await makeCluster(parent, folder, options));
    await giveTo(options.account, folder);
    return { ...pathsIn(folder), user: USER, password };
  } catch (cause) {
    throw readable(parent, cause);
  }
}

function pathsIn(folder: string): Omit<Cluster, "user" | "password"> {
  return {
    folder,
    data: join(folder, "data"),
    lifeline: join(folder, "alive"),
    log: join(folder, "log"),
  };
}

/** The password of a complete cluster; undefined if there is none. */
async function readPassword(folder: string): Promise<string | undefined> {
  try {
    return await readFile(join(folder, "password"), "utf8");
  } catch (error) {
    if (isErrno(error, "ENOENT")) return undefined;
    throw error;
  }
}

/**
 * Creates the cluster in a temporary folder and renames it; if another process was faster, its cluster is
 * used.
 */
async function makeCluster(parent: string, folder: string, options: ClusterOptions): Promise<string> {
  await removeAbandoned(parent);
  const fresh = join(parent, `${FOLDER}-new-${process.pid}`);
  try {
    await mkdir(fresh, { mode: 0o700 });
    const password = randomBytes(24).toString("hex");
    await writeFile(join(fresh, "password"), password, { mode: 0o600 });
    await giveTo(options.account, fresh);
    await initdb(fresh, options);
    await rename(fresh, folder);
    return password;
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    const winner = isErrno(error, "ENOTEMPTY", "EEXIST") ? await readPassword(folder) : undefined;
    if (winner === undefined) throw error;
    return winner;
  }
}

/** Removes unfinished clusters of killed processes. */
async function removeAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const maker = /^postgres-new-(\d+)$/.exec(name)?.[1];
    if (maker === undefined || isAlive(Number(maker))) continue;
    await rm(join(parent, name), { recursive: true, force: true });
  }
}

async function initdb(fresh: string, { binaries, account, durable }: ClusterOptions): Promise<void> {
  const [command = "", ...args] = [
    ...account.prefix,
    binaries.initdb,
    `--pgdata=${join(fresh, "data")}`,
    `--username=${USER}`,
    "--auth=scram-sha-256",
    `--pwfile=${join(fresh, "password")}`,
    "--encoding=UTF8",
    // PostgreSQL's built-in C.UTF-8 is the same on every system; locales of C libraries differ or are
    // missing.
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--locale=C",
    "--no-instructions",
    ...(durable ? [] : ["--no-sync"]),
  ];
  await promisify(execFile)(command, args, { ...account.ids });
}

/** Changes the owner of a folder and its content to the account, if it is another. */
async function giveTo(account: Account, path: string): Promise<void> {
  if (!account.owner) return;
  const { uid, gid } = account.owner;
  const facts = await lstat(path);
  if (facts.uid === uid) return;
  if (facts.isDirectory()) {
    for (const name of await readdir(path)) await giveTo(account, join(path, name));
  }
  await chown(path, uid, gid);
}

const FOLDER_ERRORS = ["EACCES", "EPERM", "EROFS", "ENOSPC", "EDQUOT", "ENOTDIR", "EEXIST"];

/** The message of initdb if the system has no name for the user. */
const NO_NAME = /could not look up effective user ID (\d+)/;

function readable(dataDir: string, cause: unknown): Error {
  const remedy = "Set GALLEY_DATA_DIR to a writable folder with at least 100 MB of free space.";
  // A missing executable is ENOENT, too.
  const cannotBeMade = isErrno(cause, "ENOENT") && cause.syscall === "mkdir";
  if (cannotBeMade || isErrno(cause, ...FOLDER_ERRORS)) {
    return new Error(`The data folder ${dataDir} cannot be used (${cause.code}). ${remedy}`, { cause });
  }
  const said = cause instanceof Error && "stderr" in cause ? String(cause.stderr).trim() : "";
  if (said === "") return cause instanceof Error ? cause : new Error(String(cause));
  const [, nameless] = NO_NAME.exec(said) ?? [];
  if (nameless !== undefined) {
    return new Error(
      `The embedded PostgreSQL cannot be set up by user id ${nameless}, which has no name on this system. ` +
        "Add the user to /etc/passwd, run as another user, or set DATABASE_URL to your own PostgreSQL.",
      { cause },
    );
  }
  return new Error(`PostgreSQL cannot create its files in ${dataDir}: ${said}\n${remedy}`, { cause });
}
