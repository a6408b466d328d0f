import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { ConnectorError, type ConnectionContext } from "@galley/core/domain";
import type { FileEntryWithStats, SFTPWrapper } from "ssh2";
import type { OpenConnector } from "../connector-definition.ts";
import { usablePath } from "../files/usable-path.ts";
import { listingsOf, type FolderEntry } from "../files/walk.ts";
import type { Network } from "../network.ts";
import { sftpError } from "./sftp-error.ts";
import { openSession, type SftpAccess, type SftpSession } from "./sftp-session.ts";

export async function openSftp(
  settings: SftpAccess & { readonly user_dir: string },
  network: Network,
  context: ConnectionContext,
): Promise<OpenConnector> {
  const session = await openSession(settings, network, context);
  const root = settings.user_dir.replace(/(?<=[^/]|^\/)\/+$/, "");
  const at = (path: string): string => (path === "" ? root : `${root}/${path}`);
  return {
    source: {
      ...listingsOf((folder, signal) => entries(session, at(folder), signal)),
      read: (path, signal) => read(session, () => at(usablePath(path)), signal),
    },
    sink: {
      write: async (path, content, signal) =>
        write(session, { root, path: usablePath(path) }, content, signal),
    },
    trials: {
      list: async (signal) => {
        await entries(session, root, signal).next();
      },
      write: async (signal) => {
        const path = `.galley-test-${randomUUID()}`;
        await write(session, { root, path }, Readable.from([]), signal);
        await ask(signal, promisify(session.sftp.unlink.bind(session.sftp))(at(path)));
      },
    },
    async [Symbol.asyncDispose]() {
      session[Symbol.dispose]();
    },
  };
}

/**
 * Entries are read one packet at a time, because a server may send any number of them. Links are neither
 * files nor folders.
 */
async function* entries(
  { sftp }: SftpSession,
  path: string,
  signal: AbortSignal,
): AsyncGenerator<FolderEntry> {
  const handle = await ask(signal, promisify(sftp.opendir.bind(sftp))(path));
  try {
    for (
      let batch = await nextEntries(sftp, handle, signal);
      batch;
      batch = await nextEntries(sftp, handle, signal)
    ) {
      yield* batch.flatMap(entryOf);
    }
  } finally {
    sftp.close(handle, () => {});
  }
}

/** Empty for a link, a device, and the entries "." and "..". */
function entryOf({ filename: name, attrs }: FileEntryWithStats): readonly FolderEntry[] {
  const isFolder = attrs.isDirectory();
  if (name === "." || name === ".." || !(isFolder || attrs.isFile())) return [];
  const modifiedAt = new Date(attrs.mtime * 1000);
  return [{ name, kind: isFolder ? "folder" : "file", bytes: attrs.size, modifiedAt }];
}

const END_OF_FILE = 1;

/** Undefined after the last. */
function nextEntries(
  sftp: SFTPWrapper,
  handle: Buffer,
  signal: AbortSignal,
): Promise<readonly FileEntryWithStats[] | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly FileEntryWithStats[] | undefined>();
  sftp.readdir(handle, (error, list) => {
    if (!error) resolve(list);
    else if ("code" in error && error.code === END_OF_FILE) resolve(undefined);
    else reject(error);
  });
  return ask(signal, promise);
}

async function* read(
  { sftp }: SftpSession,
  path: () => string,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const stream = sftp.createReadStream(path());
  // A reader that stops early receives no further errors.
  stream.on("error", () => {});
  const stop = (): void => void stream.destroy();
  signal.addEventListener("abort", stop, { once: true });
  try {
    for await (const chunk of stream) yield chunk;
    signal.throwIfAborted();
  } catch (error) {
    signal.throwIfAborted();
    throw sftpError(error);
  } finally {
    signal.removeEventListener("abort", stop);
    stream.destroy();
  }
}

/** Writes to a temporary name and renames, so readers see the whole file or none. */
async function write(
  { sftp }: SftpSession,
  { root, path }: { readonly root: string; readonly path: string },
  content: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  const target = `${root}/${path}`;
  const folder = target.slice(0, target.lastIndexOf("/"));
  await makeFolders(sftp, { root, folder }, signal);
  const temporary = `${folder}/.${randomUUID()}.part`;
  try {
    await pipeline(Readable.from(content), sftp.createWriteStream(temporary, { flags: "wx" }), { signal });
    await ask(signal, replace(sftp, temporary, target));
  } catch (error) {
    sftp.unlink(temporary, () => {});
    signal.throwIfAborted();
    throw sftpError(error);
  }
}

async function makeFolders(
  sftp: SFTPWrapper,
  { root, folder }: { readonly root: string; readonly folder: string },
  signal: AbortSignal,
): Promise<void> {
  const parts = folder.slice(root.length).split("/").filter(Boolean);
  for (const [index] of parts.entries()) {
    const path = [root, ...parts.slice(0, index + 1)].join("/");
    const exists = await promisify(sftp.stat.bind(sftp))(path).then(
      (stats) => stats.isDirectory(),
      () => false,
    );
    if (!exists) await ask(signal, promisify<string, void>(sftp.mkdir.bind(sftp))(path));
  }
}

/** The standard rename operation does not overwrite; OpenSSH's extension does. */
async function replace(sftp: SFTPWrapper, from: string, to: string): Promise<void> {
  try {
    await promisify(sftp.ext_openssh_rename.bind(sftp))(from, to);
  } catch (error) {
    if (!(error instanceof Error && /not support/i.test(error.message))) throw error;
    await promisify(sftp.unlink.bind(sftp))(to).catch(() => {});
    await promisify(sftp.rename.bind(sftp))(from, to);
  }
}

async function ask<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  signal.throwIfAborted();
  try {
    return await orAborted(work, signal);
  } catch (error) {
    signal.throwIfAborted();
    throw sftpError(error);
  }
}

async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(new ConnectorError("UNREACHABLE", "The server did not respond in time."));
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
