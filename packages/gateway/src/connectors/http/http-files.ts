import { ConnectorError } from "@galley/core/domain";
import { assertSuccess, capped } from "../answers.ts";
import type { OpenConnector } from "../connector-definition.ts";
import { usablePath } from "../files/usable-path.ts";
import { walk, type FolderEntry } from "../files/walk.ts";
import type { Network, NetworkAnswer } from "../network.ts";
import { entriesOf } from "./folder-page.ts";
import type { HttpSettings } from "./http-connector.ts";

/** @throws ConnectorError when the first page cannot be had. */
export async function openHttp(
  { base_url, username, password }: HttpSettings,
  network: Network,
  signal: AbortSignal,
): Promise<OpenConnector> {
  const base = new URL(base_url.endsWith("/") ? base_url : `${base_url}/`);
  const login = Buffer.from(`${username}:${password}`).toString("base64");
  const headers = username === "" ? {} : { authorization: `Basic ${login}` };
  const get = (url: URL, stop: AbortSignal): Promise<NetworkAnswer> =>
    followed({ network, base, headers }, url, stop);

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
    source: { list: (query, stop) => walk(query, (folder) => folderOf(folder, stop)), read },
    trials: { list: async (stop) => void (await folderOf("", stop).next()) },
    async [Symbol.asyncDispose]() {},
  };
}

function urlOf(base: URL, path: string): URL {
  return new URL(path.split("/").map(encodeURIComponent).join("/"), base);
}

const MAX_REDIRECTS = 3;

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

interface Way {
  readonly network: Network;
  readonly base: URL;
  readonly headers: Readonly<Record<string, string>>;
}

/** A redirect is followed on the same server: credentials are for nobody else. */
async function followed(
  { network, base, headers }: Way,
  url: URL,
  signal: AbortSignal,
): Promise<NetworkAnswer> {
  let target = url;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const answer = await network.request(target.href, { method: "GET", headers, signal });
    if (!REDIRECTS.has(answer.status)) {
      await assertSuccess(answer);
      return answer;
    }
    await answer.body[Symbol.asyncIterator]().return?.();
    const next = URL.parse(answer.headers["location"] ?? "", target);
    if (next?.origin !== base.origin) throw new ConnectorError("FAILED", "The server redirects elsewhere.");
    target = next;
  }
  throw new ConnectorError("FAILED", `The server redirects more than ${MAX_REDIRECTS} times.`);
}
