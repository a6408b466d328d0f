import { createHash } from "node:crypto";
import { ConnectorError, type ConnectionContext } from "@galley/core/domain";
import { Client, type SFTPWrapper } from "ssh2";
import type { Network } from "../network.ts";

/** The server and the credentials. */
export interface SftpAccess {
  readonly host: string;
  readonly port: string;
  readonly username: string;
  readonly password: string;
  /** The fingerprint of the server's key, as ssh-keygen prints it. */
  readonly host_key?: string | undefined;
}

const READY_TIMEOUT_MS = 10_000;

export interface SftpSession extends Disposable {
  readonly sftp: SFTPWrapper;
}

/**
 * Logs in. The server's key must match the settings; if they have none, the key that the server presents is
 * stored in them.
 */
export async function openSession(
  settings: SftpAccess,
  network: Network,
  { signal, keepSettings }: ConnectionContext,
): Promise<SftpSession> {
  const { host, port, username, password } = settings;
  const expected = settings.host_key === "" ? undefined : settings.host_key;
  const sock = await network.connect({ host, port: Number(port) }, signal);
  const client = new Client();
  let shown = "";
  const { promise, resolve, reject } = Promise.withResolvers<SFTPWrapper>();
  const stop = (): void => {
    client.destroy();
    reject(signal.reason);
  };
  signal.addEventListener("abort", stop, { once: true });
  client
    .on("ready", () => client.sftp((error, sftp) => (error ? reject(sessionError(error)) : resolve(sftp))))
    .on("error", (error) => reject(sessionError(error)))
    .on("close", () => reject(new ConnectorError("UNREACHABLE", "The server closed the connection.")))
    .connect({
      sock,
      username,
      password,
      readyTimeout: READY_TIMEOUT_MS,
      hostVerifier: (key: Buffer) => {
        shown = fingerprintOf(key);
        return expected === undefined || shown === expected;
      },
    });
  try {
    const sftp = await promise;
    if (expected === undefined) await keepSettings?.({ ...settings, host_key: shown });
    return { sftp, [Symbol.dispose]: () => void client.destroy() };
  } catch (error) {
    client.destroy();
    signal.throwIfAborted();
    if (expected !== undefined && shown !== "" && shown !== expected) {
      throw new ConnectorError(
        "ACCESS_DENIED",
        `The server's host key is ${shown}, which is not the expected one.`,
      );
    }
    throw error;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** As `ssh-keygen -l` prints it. */
function fingerprintOf(key: Buffer): string {
  return `SHA256:${createHash("sha256").update(key).digest("base64").replace(/=+$/, "")}`;
}

function sessionError(cause: Error & { readonly level?: string }): ConnectorError {
  if (cause.level === "client-authentication") {
    return new ConnectorError("ACCESS_DENIED", "The server rejected the user name or password.", { cause });
  }
  return new ConnectorError("UNREACHABLE", `The connection to the server failed: ${cause.message}`, {
    cause,
  });
}
