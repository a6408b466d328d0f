import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { ConnectorError } from "@galley/core/domain";
import { z } from "zod";
import { assertSuccess, jsonOf, textOf } from "../answers.ts";
import type { OpenConnector } from "../connector-definition.ts";
import type { ProviderEndpoints } from "../endpoints.ts";
import { usablePath } from "../files/usable-path.ts";
import { listingsOf, type FolderEntry } from "../files/walk.ts";
import type { Network, NetworkAnswer } from "../network.ts";

export interface DropboxAccess {
  readonly network: Network;
  readonly endpoints: Pick<ProviderEndpoints, "dropbox_api" | "dropbox_content">;
  readonly token: string;
}

/** @throws ConnectorError if the token is rejected. */
export async function openDropbox(access: DropboxAccess, signal: AbortSignal): Promise<OpenConnector> {
  await assertSuccess(await ask(access, "/2/check/user", { query: "galley" }, signal));
  return {
    source: {
      ...listingsOf((folder, stop) => entriesOf(access, folder, stop)),
      read: (path, stop) => read(access, path, stop),
    },
    sink: { write: async (path, content, stop) => write(access, { path, content }, stop) },
    trials: {
      list: async (stop) => void (await entriesOf(access, "", stop).next()),
      write: async (stop) => {
        const path = `.galley-test-${randomUUID()}`;
        await write(access, { path, content: Readable.from([]) }, stop);
        await assertSuccess(await ask(access, "/2/files/delete_v2", { path: `/${path}` }, stop));
      },
    },
    async [Symbol.asyncDispose]() {},
  };
}

const entrySchema = z.discriminatedUnion(".tag", [
  z.object({
    ".tag": z.literal("file"),
    name: z.string(),
    size: z.number(),
    server_modified: z.coerce.date(),
  }),
  z.object({ ".tag": z.literal("folder"), name: z.string() }),
  z.object({ ".tag": z.literal("deleted") }),
]);

const pageSchema = z.object({ entries: z.array(entrySchema), cursor: z.string(), has_more: z.boolean() });

async function* entriesOf(
  access: DropboxAccess,
  folder: string,
  signal: AbortSignal,
): AsyncGenerator<FolderEntry> {
  const first = { path: folder === "" ? "" : `/${folder}`, limit: 2000 };
  let page = pageSchema.parse(await found(await ask(access, "/2/files/list_folder", first, signal)));
  for (;;) {
    yield* page.entries.flatMap(entryOf);
    if (!page.has_more) return;
    const { cursor } = page;
    const next = await ask(access, "/2/files/list_folder/continue", { cursor }, signal);
    page = pageSchema.parse(await jsonOf(next));
  }
}

function entryOf(entry: z.output<typeof entrySchema>): readonly FolderEntry[] {
  if (entry[".tag"] === "deleted") return [];
  if (entry[".tag"] === "folder") return [{ name: entry.name, kind: "folder" }];
  return [{ name: entry.name, kind: "file", bytes: entry.size, modifiedAt: entry.server_modified }];
}

async function* read(access: DropboxAccess, path: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const argument = { path: `/${usablePath(path)}` };
  const answer = await transfer(access, { path: "/2/files/download", argument }, signal);
  if (answer.status === 409) await found(answer);
  await assertSuccess(answer);
  yield* answer.body;
}

/** A file becomes visible only once it is complete; missing parent folders are created. */
async function write(
  access: DropboxAccess,
  file: { readonly path: string; readonly content: AsyncIterable<Uint8Array> },
  signal: AbortSignal,
): Promise<void> {
  const argument = { path: `/${usablePath(file.path)}`, mode: "overwrite", mute: true };
  const upload = { path: "/2/files/upload", argument, body: file.content };
  await assertSuccess(await transfer(access, upload, signal));
}

/** Dropbox responds with 409 if a path does not exist. @throws ConnectorError */
async function found(answer: NetworkAnswer): Promise<unknown> {
  if (answer.status !== 409) return jsonOf(answer);
  const said = await textOf(answer);
  const isMissing = said.includes("not_found");
  throw new ConnectorError(
    isMissing ? "NOT_FOUND" : "FAILED",
    isMissing ? "File or folder not found." : "Dropbox rejected the request.",
  );
}

function ask(
  { network, endpoints, token }: DropboxAccess,
  path: string,
  body: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<NetworkAnswer> {
  return network.request(endpoints.dropbox_api + path, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });
}

interface Transfer {
  readonly path: string;
  readonly argument: Readonly<Record<string, unknown>>;
  readonly body?: AsyncIterable<Uint8Array>;
}

/** A call whose argument is in a header, because its body is a file. */
function transfer(
  { network, endpoints, token }: DropboxAccess,
  { path, argument, body }: Transfer,
  signal: AbortSignal,
): Promise<NetworkAnswer> {
  return network.request(endpoints.dropbox_content + path, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "dropbox-api-arg": ascii(JSON.stringify(argument)),
      ...(body !== undefined && { "content-type": "application/octet-stream" }),
    },
    ...(body !== undefined && { body }),
    signal,
  });
}

/** Escapes characters that a header cannot carry as JSON escapes. */
function ascii(json: string): string {
  return json.replaceAll(
    /[\u007f-\uffff]/g,
    (character) => String.raw`\u` + character.charCodeAt(0).toString(16).padStart(4, "0"),
  );
}
