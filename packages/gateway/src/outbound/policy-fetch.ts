import type { ConnectorNetwork } from "./connector-network.ts";

/** The options of `fetch` that libraries use. */
interface FetchOptions {
  readonly method?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | URLSearchParams | Uint8Array | ArrayBuffer | ReadableStream | null | undefined;
  readonly signal?: AbortSignal | null | undefined;
}

/** No valid response of an identity server is this large. */
const MAX_BYTES = 1024 * 1024;

const TIMEOUT_MS = 10_000;

/**
 * A `fetch` under the address policy, for libraries that talk to identity servers. It follows no redirects.
 */
export function createPolicyFetch(
  network: Pick<ConnectorNetwork, "request">,
): (url: string, options: FetchOptions) => Promise<Response> {
  return async (url, { method = "GET", headers = {}, body, signal }) => {
    const limit = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await network.request(url, {
      method,
      headers,
      ...(body !== undefined && body !== null && { body: await textOf(body) }),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    const content = await contentOf(answer.body);
    const given = Object.entries(answer.headers).filter(([, value]) => value !== undefined);
    const hasBody = answer.status !== 204 && answer.status !== 304;
    return new Response(hasBody ? content : null, {
      status: answer.status,
      headers: Object.fromEntries(given.map(([name, value]) => [name, value ?? ""])),
    });
  };
}

async function textOf(body: NonNullable<FetchOptions["body"]>): Promise<string> {
  return new Response(body).text();
}

async function contentOf(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new TypeError("The response is too large.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
