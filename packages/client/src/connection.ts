import { GalleyError } from "./galley-error.ts";
import type { TypedDocumentString } from "./generated/graphql.ts";
import { sleep } from "./sleep.ts";

/** Where the service is, and who calls. */
export interface ConnectionOptions {
  /** The address of the service, such as `https://galley.example.com`. */
  readonly url: string;
  /** An extraction key. */
  readonly key?: string | undefined;
  /** An access token, in place of a key. */
  readonly accessToken?: string | undefined;
  /** Default: the platform's. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** How long the service may be unreachable before a call fails, in milliseconds. Default: 60,000. */
  readonly patienceMs?: number | undefined;
}

/** Requests to the service. A request is repeated while the service cannot be reached, or says that it may be. */
export interface Connection {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly patienceMs: number;
  /** @throws GalleyError, or the reason of `signal`. */
  readonly graphql: <Result, Variables>(
    operation: TypedDocumentString<Result, Variables>,
    variables: Variables,
    signal?: AbortSignal,
  ) => Promise<Result>;
  /** A request to a path of the service. @throws GalleyError, or the reason of `signal`. */
  request(path: string, init?: PlainRequest): Promise<Response>;
}

type PlainRequest = Omit<RequestInit, "headers"> & { readonly headers?: Readonly<Record<string, string>> };

const DEFAULT_PATIENCE_MS = 60_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;

/** Statuses after which the same request may succeed. */
const PASSING = new Set([429, 502, 503, 504]);

export function connect({ url, key, accessToken, ...options }: ConnectionOptions): Connection {
  const { fetch: send = globalThis.fetch, patienceMs = DEFAULT_PATIENCE_MS } = options;
  const base = url.replace(/\/+$/, "");
  const headers: Record<string, string> = {
    ...(accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` }),
    ...(key === undefined ? {} : { "service-key": key }),
  };
  const request: Connection["request"] = async (path, init = {}) => {
    const deadline = Date.now() + patienceMs;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      const answer = await attempt(() =>
        send(base + path, { ...init, headers: { ...headers, ...init.headers } }),
      );
      init.signal?.throwIfAborted();
      if (answer.response && !PASSING.has(answer.response.status)) return checked(answer.response);
      const wait = Math.max(pause, retryAfterMs(answer.response));
      if (Date.now() + wait > deadline) throw await given(answer, base);
      await sleep(wait, init.signal ?? undefined);
    }
  };
  return {
    url: base,
    headers,
    patienceMs,
    request,
    async graphql(operation, variables, signal) {
      const response = await request("/graphql", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ query: operation.toString(), variables }),
        signal: signal ?? null,
      });
      return dataOf(await response.json());
    },
  };
}

type Attempt =
  | { readonly response: Response; readonly error?: undefined }
  | { readonly response?: undefined; readonly error: unknown };

async function attempt(send: () => Promise<Response>): Promise<Attempt> {
  try {
    return { response: await send() };
  } catch (error) {
    return { error };
  }
}

async function checked(response: Response): Promise<Response> {
  // GraphQL says what is wrong in the body of any answer.
  if (response.ok || isGraphql(response)) return response;
  throw await refusalOf(response);
}

function isGraphql({ url }: Response): boolean {
  return new URL(url).pathname.endsWith("/graphql");
}

async function given({ response, error }: Attempt, base: string): Promise<GalleyError> {
  if (response) return refusalOf(response);
  return new GalleyError("UNREACHABLE", `The service at ${base} cannot be reached.`, {
    cause: error,
    retryable: true,
  });
}

async function refusalOf(response: Response): Promise<GalleyError> {
  const message = messageIn(await response.text().catch(() => ""));
  const code = CODES[response.status] ?? "FAILED";
  return new GalleyError(code, message ?? `The service answered with ${response.status}.`, {
    retryable: PASSING.has(response.status),
  });
}

const CODES: Readonly<Record<number, string>> = {
  400: "BAD_INPUT",
  401: "UNAUTHENTICATED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  413: "TOO_LARGE",
  415: "UNSUPPORTED_DOCUMENT",
  429: "QUOTA_EXCEEDED",
  503: "UNAVAILABLE",
};

function messageIn(body: string): string | undefined {
  try {
    const { message } = Object(JSON.parse(body));
    return typeof message === "string" ? message : undefined;
  } catch {
    return undefined;
  }
}

function retryAfterMs(response: Response | undefined): number {
  const seconds = Number(response?.headers.get("retry-after") ?? 0);
  return Number.isFinite(seconds) ? 1000 * Math.min(seconds, 30) : 0;
}

/** The data of a GraphQL answer, whose type the operation states. */
function dataOf(answer: GraphqlAnswer): never {
  const [error] = answer.errors ?? [];
  if (error) throw refusalIn(error);
  return answer.data;
}

/** An answer as the service states it in its schema; `any` in the declarations of the platform. */
interface GraphqlAnswer {
  readonly data: never;
  readonly errors?: readonly GraphqlFault[];
}

/** An error of a GraphQL answer. */
export interface GraphqlFault {
  readonly message: string;
  /** `code`, `field` and `retryable`. */
  readonly extensions?: Readonly<Record<string, unknown>> | undefined;
}

export function refusalIn({ message, extensions = {} }: GraphqlFault): GalleyError {
  const { code, field, retryable } = extensions;
  return new GalleyError(typeof code === "string" ? code : "FAILED", message, {
    field: typeof field === "string" ? field : undefined,
    retryable: retryable === true,
  });
}
