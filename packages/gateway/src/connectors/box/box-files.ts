import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { ConnectorError } from "@galley/core/domain";
import { z } from "zod";
import { assertSuccess, jsonOf } from "../answers.ts";
import type { OpenConnector } from "../connector-definition.ts";
import type { ProviderEndpoints } from "../endpoints.ts";
import { folderAt, madeFolder, partsOf, type FoldersById } from "../files/folders-by-id.ts";
import { usablePath } from "../files/usable-path.ts";
import { listingsOf, type FolderEntry } from "../files/walk.ts";
import { contentElsewhere } from "../following.ts";
import type { Network, NetworkAnswer } from "../network.ts";

export interface BoxAccess {
  readonly network: Network;
  readonly endpoints: Pick<ProviderEndpoints, "box_api" | "box_upload">;
  readonly token: string;
}

/** The id of the root folder. */
const ROOT = "0";

/** @throws ConnectorError if the token is rejected. */
export async function openBox(access: BoxAccess, signal: AbortSignal): Promise<OpenConnector> {
  await jsonOf(await call(access, "/2.0/users/me", signal));
  return {
    source: {
      ...listingsOf((folder, stop) => entriesOf(access, folder, stop)),
      read: (path, stop) => read(access, path, stop),
    },
    sink: { write: async (path, content, stop) => write(access, { path, content }, stop) },
    trials: {
      list: async (stop) => void (await itemsOf(access, ROOT, stop).next()),
      write: async (stop) => {
        const name = `.galley-test-${randomUUID()}`;
        await write(access, { path: name, content: Readable.from([]) }, stop);
        const made = await itemOf(access, { folder: ROOT, name, type: "file" }, stop);
        await assertSuccess(await call(access, `/2.0/files/${made?.id}`, stop, { method: "DELETE" }));
      },
    },
    async [Symbol.asyncDispose]() {},
  };
}

const itemSchema = z.object({
  type: z.enum(["file", "folder", "web_link"]),
  id: z.string(),
  name: z.string(),
  size: z.number().optional(),
  modified_at: z.coerce.date().optional(),
});

type Item = z.output<typeof itemSchema>;

const pageSchema = z.object({ entries: z.array(itemSchema), next_marker: z.string().nullish() });

async function* itemsOf(access: BoxAccess, folder: string, signal: AbortSignal): AsyncGenerator<Item> {
  const asked = { usemarker: "true", limit: "1000", fields: "type,id,name,size,modified_at" };
  let marker: string | null | undefined = "";
  do {
    const parameters = new URLSearchParams({ ...asked, ...(marker !== "" && { marker }) }).toString();
    const answer = await call(access, `/2.0/folders/${folder}/items?${parameters}`, signal);
    const page: z.output<typeof pageSchema> = pageSchema.parse(await jsonOf(answer));
    yield* page.entries;
    marker = page.next_marker;
  } while (marker !== null && marker !== undefined && marker !== "");
}

async function* entriesOf(access: BoxAccess, path: string, signal: AbortSignal): AsyncGenerator<FolderEntry> {
  const folder = await folderAt(foldersOf(access), path, signal);
  if (folder === undefined) throw new ConnectorError("NOT_FOUND", `Folder "${path}" not found.`);
  for await (const { type, name, size: bytes, modified_at: modifiedAt } of itemsOf(access, folder, signal)) {
    if (type !== "web_link") yield { name, kind: type, bytes, modifiedAt };
  }
}

function foldersOf(access: BoxAccess): FoldersById {
  return {
    root: ROOT,
    find: async (folder, name, signal) =>
      (await itemOf(access, { folder, name, type: "folder" }, signal))?.id,
    make: (parent, name, signal) => makeFolder(access, { parent, name }, signal),
  };
}

interface Wanted {
  readonly folder: string;
  readonly name: string;
  readonly type: Item["type"];
}

async function itemOf(
  access: BoxAccess,
  { folder, name, type }: Wanted,
  signal: AbortSignal,
): Promise<Item | undefined> {
  for await (const item of itemsOf(access, folder, signal)) {
    if (item.name === name && item.type === type) return item;
  }
  return undefined;
}

async function* read(access: BoxAccess, path: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const { folder: above, name } = partsOf(usablePath(path));
  const folder = await folderAt(foldersOf(access), above, signal);
  const file = folder && (await itemOf(access, { folder, name, type: "file" }, signal));
  if (!file) throw new ConnectorError("NOT_FOUND", `File "${path}" not found.`);
  const first = await call(access, `/2.0/files/${file.id}/content`, signal);
  const answer = await contentElsewhere(access.network, first, signal);
  await assertSuccess(answer);
  yield* answer.body;
}

/** A file becomes visible only once it is complete. */
async function write(
  access: BoxAccess,
  { path, content }: { readonly path: string; readonly content: AsyncIterable<Uint8Array> },
  signal: AbortSignal,
): Promise<void> {
  const { folder: above, name } = partsOf(usablePath(path));
  const parent = await madeFolder(foldersOf(access), above, signal);
  const existing = await itemOf(access, { folder: parent, name, type: "file" }, signal);
  const target = existing ? `/api/2.0/files/${existing.id}/content` : "/api/2.0/files/content";
  const boundary = randomUUID();
  const form = formOf({ name, parent, content, boundary });
  await assertSuccess(
    await access.network.request(access.endpoints.box_upload + target, {
      method: "POST",
      headers: {
        authorization: `Bearer ${access.token}`,
        "content-type": `multipart/form-data; boundary=${boundary}`,
      },
      body: form,
      signal,
    }),
  );
}

async function makeFolder(
  access: BoxAccess,
  { parent, name }: { readonly parent: string; readonly name: string },
  signal: AbortSignal,
): Promise<string> {
  const answer = await call(access, "/2.0/folders", signal, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name, parent: { id: parent } }),
  });
  return z.object({ id: z.string() }).parse(await jsonOf(answer)).id;
}

/** The file's attributes, then its content, as multipart/form-data (RFC 7578). */
async function* formOf(upload: {
  readonly name: string;
  readonly parent: string;
  readonly content: AsyncIterable<Uint8Array>;
  readonly boundary: string;
}): AsyncGenerator<Uint8Array> {
  const { name, parent, content, boundary } = upload;
  const attributes = JSON.stringify({ name, parent: { id: parent } });
  yield Buffer.from(
    `--${boundary}\r\ncontent-disposition: form-data; name="attributes"\r\n\r\n${attributes}\r\n` +
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="file"\r\n` +
      "content-type: application/octet-stream\r\n\r\n",
  );
  yield* content;
  yield Buffer.from(`\r\n--${boundary}--\r\n`);
}

interface Sent {
  readonly method: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

function call(
  { network, endpoints, token }: BoxAccess,
  path: string,
  signal: AbortSignal,
  { method, headers, body }: Sent = { method: "GET" },
): Promise<NetworkAnswer> {
  return network.request(endpoints.box_api + path, {
    method,
    headers: { ...headers, authorization: `Bearer ${token}` },
    ...(body !== undefined && { body }),
    signal,
  });
}
