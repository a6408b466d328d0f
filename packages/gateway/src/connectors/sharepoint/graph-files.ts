import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { ConnectorError } from "@galley/core/domain";
import { z } from "zod";
import { assertSuccess, jsonOf } from "../answers.ts";
import type { OpenConnector } from "../connector-definition.ts";
import { usablePath } from "../files/usable-path.ts";
import { listingsOf, type FolderEntry } from "../files/walk.ts";
import { contentElsewhere } from "../following.ts";
import type { Network, NetworkAnswer } from "../network.ts";

export interface GraphAccess {
  readonly network: Network;
  readonly base: string;
  readonly token: string;
}

/** Which drive to open; "" leaves a part unspecified. */
interface WantedDrive {
  readonly site: string;
  readonly drive: string;
  readonly owner: string;
}

/** @throws ConnectorError if the drive does not exist, or the token is rejected. */
export async function openDrive(
  access: GraphAccess,
  wanted: WantedDrive,
  signal: AbortSignal,
): Promise<OpenConnector> {
  const drive = await drivePath(access, wanted, signal);
  await jsonOf(await call(access, drive, signal));
  const at = (path: string, end = ""): string =>
    path === "" ? `${drive}/root${end}` : `${drive}/root:/${encoded(path)}${end === "" ? "" : `:${end}`}`;
  return {
    source: {
      ...listingsOf((folder, stop) => entriesOf(access, at(folder, "/children"), stop)),
      read: (path, stop) => read(access, () => at(usablePath(path), "/content"), stop),
    },
    sink: {
      write: async (path, content, stop) => write(access, at(usablePath(path), "/content"), content, stop),
    },
    trials: {
      list: async (stop) => void (await entriesOf(access, at("", "/children"), stop).next()),
      write: async (stop) => {
        const name = `.galley-test-${randomUUID()}`;
        await write(access, at(name, "/content"), Readable.from([]), stop);
        await assertSuccess(await call(access, at(name), stop, { method: "DELETE" }));
      },
    },
    async [Symbol.asyncDispose]() {},
  };
}

async function drivePath(access: GraphAccess, wanted: WantedDrive, signal: AbortSignal): Promise<string> {
  const { site, drive, owner } = wanted;
  if (drive !== "") return `/v1.0/drives/${encodeURIComponent(drive)}`;
  if (site === "") return owner === "" ? "/v1.0/me/drive" : `/v1.0/users/${encodeURIComponent(owner)}/drive`;
  const url = URL.parse(site);
  if (!url) throw new ConnectorError("FAILED", "The site's URL is not valid.");
  const path = url.pathname.replace(/\/+$/, "");
  const place = path === "" ? url.hostname : `${url.hostname}:${path}`;
  const found = await jsonOf(await call(access, `/v1.0/sites/${place}`, signal));
  return `/v1.0/sites/${z.object({ id: z.string() }).parse(found).id}/drive`;
}

function encoded(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}

const itemSchema = z.object({
  name: z.string(),
  size: z.number().optional(),
  lastModifiedDateTime: z.coerce.date().optional(),
  folder: z.unknown().optional(),
  file: z.unknown().optional(),
});

const pageSchema = z.object({ value: z.array(itemSchema), "@odata.nextLink": z.url().optional() });

async function* entriesOf(
  access: GraphAccess,
  path: string,
  signal: AbortSignal,
): AsyncGenerator<FolderEntry> {
  let next: string | undefined = `${path}?$top=1000`;
  while (next !== undefined) {
    const page: z.output<typeof pageSchema> = pageSchema.parse(
      await jsonOf(await call(access, next, signal)),
    );
    yield* page.value.flatMap(entryOf);
    const link: string | undefined = page["@odata.nextLink"];
    if (link !== undefined && !link.startsWith(`${access.base}/`)) {
      throw new ConnectorError("FAILED", "The next page of the list is on another server.");
    }
    next = link?.slice(access.base.length);
  }
}

/** Notebooks and the like are neither files nor folders. */
function entryOf(item: z.output<typeof itemSchema>): readonly FolderEntry[] {
  const { name, size: bytes, lastModifiedDateTime: modifiedAt } = item;
  if (item.folder !== undefined) return [{ name, kind: "folder" }];
  return item.file === undefined ? [] : [{ name, kind: "file", bytes, modifiedAt }];
}

async function* read(
  access: GraphAccess,
  path: () => string,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const first = await call(access, path(), signal);
  const answer = await contentElsewhere(access.network, first, signal);
  await assertSuccess(answer);
  yield* answer.body;
}

/** A file becomes visible only once it is complete; missing parent folders are created. */
async function write(
  access: GraphAccess,
  path: string,
  content: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  const headers = { "content-type": "application/octet-stream" };
  await assertSuccess(await call(access, path, signal, { method: "PUT", headers, body: content }));
}

interface Sent {
  readonly method: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: AsyncIterable<Uint8Array>;
}

function call(
  { network, base, token }: GraphAccess,
  path: string,
  signal: AbortSignal,
  { method, headers, body }: Sent = { method: "GET" },
): Promise<NetworkAnswer> {
  return network.request(base + path, {
    method,
    headers: { ...headers, authorization: `Bearer ${token}` },
    ...(body !== undefined && { body }),
    signal,
  });
}
