import type { ConnectorNetwork } from "./connector-network.ts";

/** The options of `fetch` that libraries use. */
interface FetchOptions {
  readonly method?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | URLSearchParams | Uint8Array | ArrayBuffer | ReadableStream | null | undefined;
  readonly signal?: AbortSignal | null | undefined;
}

interface PolicyFetchLimits {
  /** From the start of a request to the last byte of its response. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

/** No valid response of an identity server is larger, and none takes longer. */
const IDENTITY_LIMITS: PolicyFetchLimits = { timeoutMs: 10_000, maxBytes: 1024 * 1024 };

/**
 * A `fetch` under the address policy, for libraries; by default for those that talk to identity servers. It follows no
 * redirects.
 */
export function createPolicyFetch(
  network: Pick<ConnectorNetwork, "request">,
  { timeoutMs, maxBytes }: PolicyFetchLimits = IDENTITY_LIMITS,
): (url: string, options: FetchOptions) => Promise<Response> {
  return async (url, { method = "GET", headers = {}, body, signal }) => {
    const limit = AbortSignal.timeout(timeoutMs);
    const answer = await network.request(url, {
      method,
      headers,
      ...(body !== undefined && body !== null && { body: await textOf(body) }),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    const content = await contentOf(answer.body, maxBytes);
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

async function contentOf(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new TypeError("The response is too large.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
