import { spawnSync } from "node:child_process";
import { userInfo } from "node:os";

/** The account of PostgreSQL, which refuses to run as root. */
export interface Account {
  /** Command prefix that drops root. */
  readonly prefix: readonly string[];
  /** Options of `spawn`; empty if the prefix suffices or nothing is needed. */
  readonly ids: { readonly uid?: number; readonly gid?: number };
  /** The required owner of the files; null if it need not change. */
  readonly owner: { readonly uid: number; readonly gid: number } | null;
}

const NOBODY = 65_534;

/** A user namespace in which the process is `nobody` and the owners of files do not change. */
const NAMESPACE = ["unshare", "--user", `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, "--"];

/**
 * A user without a name, as is common in containers, gets a user namespace if the system allows it, because
 * PostgreSQL needs the name of the user who creates a cluster.
 *
 * Root uses the first of these that the system allows: a user namespace, in which the files stay root's;
 * `nobody` with the one capability needed to pass through root-only folders; `nobody` alone.
 */
export function unprivileged(): Account {
  if (process.getuid?.() !== 0) {
    return { prefix: isNamed() || !works(NAMESPACE) ? [] : NAMESPACE, ids: {}, owner: null };
  }
  const nobody = { uid: NOBODY, gid: NOBODY };
  if (works(NAMESPACE)) return { prefix: NAMESPACE, ids: {}, owner: { uid: 0, gid: 0 } };
  const capable = [
    "setpriv",
    `--reuid=${NOBODY}`,
    `--regid=${NOBODY}`,
    "--clear-groups",
    "--inh-caps=+dac_override",
    "--ambient-caps=+dac_override",
    "--",
  ];
  if (works(capable)) return { prefix: capable, ids: {}, owner: nobody };
  return { prefix: [], ids: nobody, owner: nobody };
}

function works([command = "", ...args]: readonly string[]): boolean {
  return spawnSync(command, [...args, "true"], { stdio: "ignore" }).status === 0;
}

/** Whether the system has a name for the current user. */
function isNamed(): boolean {
  try {
    return userInfo().username !== "";
  } catch {
    return false;
  }
}
