import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { type Address, socketFolders } from "./address.ts";
import type { Binaries } from "./binaries.ts";
import type { Cluster } from "./cluster.ts";
import type { Account } from "./unprivileged.ts";

/** A server that was just started. */
export interface Server {
  isRunning(): boolean;
  /** The last lines of its log. */
  log(): Promise<string>;
}

interface ServerOptions {
  readonly binaries: Binaries;
  readonly account: Account;
  readonly durable: boolean;
  readonly address: Address;
  /** The read end of the lifeline; closed by this function. */
  readonly watchedEnd: number;
}

/**
 * Runs the server and a watcher, which stops the server when the last write end of the lifeline closes. The
 * interrupt is repeated until the server is gone, because one that arrives before the server handles signals
 * is lost. Neither the server nor this shell keeps the lifeline open, so only the watcher shows that the
 * server is supervised.
 */
const SERVE_WHILE_HELD = `
exec 3<&0 </dev/null
"$@" 3<&- & server=$!
{ read -r _; while kill -INT $server; do sleep 0.1; done; } <&3 3<&- 2>/dev/null & watcher=$!
exec 3<&-
wait $server; code=$?
kill $watcher 2>/dev/null
exit $code
`;

/** Survives killed processes, but not a power cut. */
const NOT_DURABLE = ["fsync=off", "full_page_writes=off"];

const LOG_TAIL_LENGTH = 2000;

export function spawnServer(cluster: Cluster, options: ServerOptions): Server {
  const { account, watchedEnd } = options;
  const log = openSync(cluster.log, "w", 0o600);
  const child = spawn("/bin/sh", ["-c", SERVE_WHILE_HELD, "sh", ...serverCommand(cluster, options)], {
    ...account.ids,
    cwd: "/",
    stdio: [watchedEnd, log, log],
    // In a process group of its own, so that an interrupt from the terminal reaches only this process, which
    // then stops in order.
    detached: true,
  });
  let failure: Error | undefined;
  child.once("error", (error) => {
    failure = error;
  });
  child.unref();
  closeSync(watchedEnd);
  closeSync(log);
  return {
    isRunning: () => failure === undefined && child.exitCode === null && child.signalCode === null,
    log: async () => failure?.message ?? (await readFile(cluster.log, "utf8")).slice(-LOG_TAIL_LENGTH),
  };
}

function serverCommand(
  cluster: Cluster,
  { binaries, account, durable, address }: ServerOptions,
): readonly string[] {
  const settings = [
    "listen_addresses=127.0.0.1",
    `unix_socket_directories=${socketFolders(address)}`,
    "unix_socket_permissions=0700",
    `port=${address.port}`,
    // A failed statement may contain words of a document, which must not be logged.
    "log_min_messages=log",
    "log_checkpoints=off",
    ...(durable ? [] : NOT_DURABLE),
  ];
  return [
    ...account.prefix,
    binaries.postgres,
    "-D",
    cluster.data,
    ...settings.flatMap((setting) => ["-c", setting]),
  ];
}
