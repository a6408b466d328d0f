import { ConnectorError } from "@galley/core/domain";
import { z } from "zod";
import { assertSuccess, jsonOf } from "../answers.ts";
import type { Network, NetworkAnswer } from "../network.ts";

/** The API base URL and the credentials. */
export interface DriveAccess {
  readonly network: Network;
  readonly base: string;
  readonly token: string;
}

const driveFile = z.object({
  id: z.string(),
  name: z.string(),
  mimeType: z.string(),
  size: z.string().optional(),
  modifiedTime: z.coerce.date().optional(),
});

export type DriveFile = z.output<typeof driveFile>;

const filePage = z.object({ files: z.array(driveFile), nextPageToken: z.string().optional() });

export const FOLDER_TYPE = "application/vnd.google-apps.folder";

/** The id of the root folder of a drive. */
export const ROOT = "root";

const FIELDS = "id,name,mimeType,size,modifiedTime";

/** Includes shared drives in every listing. */
const EVERYWHERE = { supportsAllDrives: "true", includeItemsFromAllDrives: "true" };

interface Query {
  readonly path: string;
  readonly parameters?: Readonly<Record<string, string>>;
}

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | AsyncIterable<Uint8Array>;
}

/** One call of the Drive API, version 3. */
export function callDrive(
  { network, base, token }: DriveAccess,
  { path, parameters = {} }: Query,
  signal: AbortSignal,
  { method = "GET", headers = {}, body }: Sent = {},
): Promise<NetworkAnswer> {
  const url = `${base}${path}?${new URLSearchParams({ supportsAllDrives: "true", ...parameters }).toString()}`;
  return network.request(url, {
    method,
    headers: { ...headers, authorization: `Bearer ${token}` },
    ...(body !== undefined && { body }),
    signal,
  });
}

/** The entries of a folder, page by page; `name` restricts them to that name. */
export async function* childrenOf(
  access: DriveAccess,
  { folder, name }: { readonly folder: string; readonly name?: string },
  signal: AbortSignal,
): AsyncGenerator<DriveFile> {
  const named = name === undefined ? "" : ` and name = '${escaped(name)}'`;
  const asked = {
    ...EVERYWHERE,
    q: `'${escaped(folder)}' in parents and trashed = false${named}`,
    fields: `nextPageToken,files(${FIELDS})`,
    pageSize: "1000",
  };
  let pageToken: string | undefined;
  do {
    const parameters = { ...asked, ...(pageToken !== undefined && { pageToken }) };
    const answer = await callDrive(access, { path: "/drive/v3/files", parameters }, signal);
    const page = filePage.safeParse(await jsonOf(answer));
    if (!page.success) throw new ConnectorError("FAILED", "Google Drive's response has an unknown format.");
    yield* page.data.files;
    pageToken = page.data.nextPageToken;
  } while (pageToken !== undefined);
}

function escaped(text: string): string {
  return text.replaceAll("\\", String.raw`\\`).replaceAll("'", String.raw`\'`);
}

export async function makeFolder(
  access: DriveAccess,
  { parent, name }: { readonly parent: string; readonly name: string },
  signal: AbortSignal,
): Promise<string> {
  const answer = await callDrive(access, { path: "/drive/v3/files" }, signal, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name, mimeType: FOLDER_TYPE, parents: [parent] }),
  });
  return z.object({ id: z.string() }).parse(await jsonOf(answer)).id;
}

/** Starts a resumable upload and returns its URL: the file becomes visible only once it is complete. */
export async function startUpload(
  access: DriveAccess,
  target: { readonly parent: string; readonly name: string; readonly existing: string | undefined },
  signal: AbortSignal,
): Promise<string> {
  const { parent, name, existing } = target;
  const path = existing === undefined ? "/upload/drive/v3/files" : `/upload/drive/v3/files/${existing}`;
  const answer = await callDrive(access, { path, parameters: { uploadType: "resumable" } }, signal, {
    method: existing === undefined ? "POST" : "PATCH",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(existing === undefined ? { name, parents: [parent] } : {}),
  });
  await assertSuccess(answer);
  const { location } = answer.headers;
  if (location !== undefined && URL.parse(location)?.origin === new URL(access.base).origin) return location;
  throw new ConnectorError("FAILED", "Google Drive returned no upload URL.");
}
