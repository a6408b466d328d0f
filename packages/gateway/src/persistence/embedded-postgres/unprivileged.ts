import { spawnSync } from "node:child_process";
import { userInfo } from "node:os";

/** As whom PostgreSQL runs, which refuses to run as root. */
export interface Account {
  /** Words that stand before a command to give up root. */
  readonly prefix: readonly string[];
  /** For `spawn`; empty where the prefix or nothing does it. */
  readonly ids: { readonly uid?: number; readonly gid?: number };
  /** Who must own the files; null where ownership is as it should be already. */
  readonly owner: { readonly uid: number; readonly gid: number } | null;
}

const NOBODY = 65_534;

/** A user namespace, in which one is `nobody` and the files stay whose they are. */
const NAMESPACE = ["unshare", "--user", `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, "--"];

/**
 * A user without a name, as containers run programs, takes a user namespace where the system allows it: PostgreSQL
 * wants to know the name of whom it makes a cluster for.
 *
 * Root takes the first of these that the system allows: a user namespace, in which the files stay root's; `nobody`
 * with the one capability that lets it pass through root-only folders; `nobody` alone.
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

/** Whether the system knows a name of who runs this process. */
function isNamed(): boolean {
  try {
    return userInfo().username !== "";
  } catch {
    return false;
  }
}
