import { ConnectorError } from "@galley/core/domain";
import { capped } from "../answers.ts";
import type { OpenConnector } from "../connector-definition.ts";
import { usablePath } from "../files/usable-path.ts";
import { listingsOf, type FolderEntry } from "../files/walk.ts";
import { getFollowing } from "../following.ts";
import type { Network, NetworkAnswer } from "../network.ts";
import { entriesOf } from "./folder-page.ts";

export interface HttpAccess {
  readonly base_url: string;
  /** "" for none. */
  readonly username: string;
  readonly password: string;
}

/** @throws ConnectorError if the first page cannot be fetched. */
export async function openHttp(
  { base_url, username, password }: HttpAccess,
  network: Network,
  signal: AbortSignal,
): Promise<OpenConnector> {
  const base = new URL(base_url.endsWith("/") ? base_url : `${base_url}/`);
  const login = Buffer.from(`${username}:${password}`).toString("base64");
  const headers = username === "" ? {} : { authorization: `Basic ${login}` };
  const get = (url: URL, stop: AbortSignal): Promise<NetworkAnswer> =>
    getFollowing(network, url, { headers, signal: stop, assertLeads: (_, to) => assertSameServer(base, to) });

  async function* folderOf(folder: string, stop: AbortSignal): AsyncGenerator<FolderEntry> {
    const url = urlOf(base, folder === "" ? "" : `${folder}/`);
    const answer = await get(url, stop);
    yield* entriesOf(capped(answer.body), url);
  }

  async function* read(path: string, stop: AbortSignal): AsyncGenerator<Uint8Array> {
    const answer = await get(urlOf(base, usablePath(path)), stop);
    yield* answer.body;
  }

  const first = await get(base, signal);
  await first.body[Symbol.asyncIterator]().return?.();
  return {
    source: { ...listingsOf(folderOf), read },
    trials: { list: async (stop) => void (await folderOf("", stop).next()) },
    async [Symbol.asyncDispose]() {},
  };
}

function urlOf(base: URL, path: string): URL {
  return new URL(path.split("/").map(encodeURIComponent).join("/"), base);
}

/** Credentials are sent to no other server. */
function assertSameServer(base: URL, to: URL): void {
  if (to.origin !== base.origin)
    throw new ConnectorError("FAILED", "The server redirects to another server.");
}
