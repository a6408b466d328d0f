import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { ConnectorError } from "@galley/core/domain";
import { assertSuccess } from "../answers.ts";
import type { OpenConnector } from "../connector-definition.ts";
import { folderAt, madeFolder, partsOf, type FoldersById } from "../files/folders-by-id.ts";
import { usablePath } from "../files/usable-path.ts";
import { listingsOf, type FolderEntry } from "../files/walk.ts";
import {
  callDrive,
  childrenOf,
  FOLDER_TYPE,
  makeFolder,
  ROOT,
  startUpload,
  type DriveAccess,
  type DriveFile,
} from "./drive-api.ts";

/** Google's own documents have no bytes; they are exported as PDF, under their name with this suffix. */
const EXPORTED = ".pdf";
const GOOGLE_DOCUMENT = /^application\/vnd\.google-apps\.(document|spreadsheet|presentation|drawing)$/;

/** @throws ConnectorError if the token is rejected. */
export async function openGoogleDrive(access: DriveAccess, signal: AbortSignal): Promise<OpenConnector> {
  const about = { path: "/drive/v3/about", parameters: { fields: "user" } };
  await assertSuccess(await callDrive(access, about, signal));
  return {
    source: {
      ...listingsOf((folder, stop) => entriesOf(access, folder, stop)),
      read: (path, stop) => read(access, path, stop),
    },
    sink: { write: (path, content, stop) => write(access, { path, content }, stop) },
    trials: {
      list: async (stop) => void (await entriesOf(access, "", stop).next()),
      write: async (stop) => {
        const name = `.galley-test-${randomUUID()}`;
        await write(access, { path: name, content: Readable.from([]) }, stop);
        const made = await childOf(access, { folder: ROOT, name }, stop);
        await assertSuccess(
          await callDrive(access, { path: `/drive/v3/files/${made?.id}` }, stop, { method: "DELETE" }),
        );
      },
    },
    async [Symbol.asyncDispose]() {},
  };
}

async function* entriesOf(
  access: DriveAccess,
  path: string,
  signal: AbortSignal,
): AsyncGenerator<FolderEntry> {
  const folder = await folderAt(foldersOf(access), path, signal);
  if (folder === undefined) throw new ConnectorError("NOT_FOUND", `Folder "${path}" not found.`);
  for await (const file of childrenOf(access, { folder }, signal)) yield* entryOf(file);
}

function entryOf({ name, mimeType, size, modifiedTime: modifiedAt }: DriveFile): readonly FolderEntry[] {
  if (mimeType === FOLDER_TYPE) return [{ name, kind: "folder", modifiedAt }];
  if (GOOGLE_DOCUMENT.test(mimeType)) return [{ name: name + EXPORTED, kind: "file", modifiedAt }];
  if (mimeType.startsWith("application/vnd.google-apps.")) return [];
  return [{ name, kind: "file", bytes: size === undefined ? undefined : Number(size), modifiedAt }];
}

function foldersOf(access: DriveAccess): FoldersById {
  return {
    root: ROOT,
    find: async (folder, name, signal) =>
      (await childOf(access, { folder, name, onlyFolders: true }, signal))?.id,
    make: (parent, name, signal) => makeFolder(access, { parent, name }, signal),
  };
}

interface Wanted {
  readonly folder: string;
  readonly name: string;
  readonly onlyFolders?: boolean;
}

/** A drive may have several files of one name; the first one listed is used. */
async function childOf(
  access: DriveAccess,
  { folder, name, onlyFolders = false }: Wanted,
  signal: AbortSignal,
): Promise<DriveFile | undefined> {
  for await (const file of childrenOf(access, { folder, name }, signal)) {
    if ((file.mimeType === FOLDER_TYPE) === onlyFolders) return file;
  }
  return undefined;
}

async function* read(access: DriveAccess, path: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const { folder: folderPath, name } = partsOf(usablePath(path));
  const folder = await folderAt(foldersOf(access), folderPath, signal);
  const file = folder === undefined ? undefined : await readable(access, folder, name, signal);
  if (!file) throw new ConnectorError("NOT_FOUND", `File "${path}" not found.`);
  const content = GOOGLE_DOCUMENT.test(file.mimeType)
    ? { path: `/drive/v3/files/${file.id}/export`, parameters: { mimeType: "application/pdf" } }
    : { path: `/drive/v3/files/${file.id}`, parameters: { alt: "media" } };
  const answer = await callDrive(access, content, signal);
  await assertSuccess(answer);
  yield* answer.body;
}

/** A file of that name, or the Google document that is listed under it. */
async function readable(
  access: DriveAccess,
  folder: string,
  name: string,
  signal: AbortSignal,
): Promise<DriveFile | undefined> {
  const file = await childOf(access, { folder, name }, signal);
  if (file || !name.endsWith(EXPORTED)) return file;
  const document = await childOf(access, { folder, name: name.slice(0, -EXPORTED.length) }, signal);
  return document && GOOGLE_DOCUMENT.test(document.mimeType) ? document : undefined;
}

async function write(
  access: DriveAccess,
  { path, content }: { readonly path: string; readonly content: AsyncIterable<Uint8Array> },
  signal: AbortSignal,
): Promise<void> {
  const { folder: folderPath, name } = partsOf(usablePath(path));
  const parent = await madeFolder(foldersOf(access), folderPath, signal);
  const existing = (await childOf(access, { folder: parent, name }, signal))?.id;
  const location = await startUpload(access, { parent, name, existing }, signal);
  const headers = { authorization: `Bearer ${access.token}` };
  await assertSuccess(
    await access.network.request(location, { method: "PUT", headers, body: content, signal }),
  );
}
