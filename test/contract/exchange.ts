import { type ClientRequest, type IncomingMessage, request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import type { Subject } from "./subject.ts";
import { pauseSince } from "../support/pause.ts";

export type Query = Readonly<Record<string, string>>;

export interface CallFacts {
  /** The version of the area; 2 by default. */
  readonly version?: 1;
  readonly query?: Query | string;
  /** Replaces the key's header. */
  readonly headers?: Readonly<Record<string, string>>;
  /** An iterable is sent chunked. */
  readonly body?: Uint8Array | string | Iterable<Uint8Array>;
  /** Sends only the head of the request. */
  readonly unfinished?: true;
  /** Aborts the call, which then rejects. */
  readonly signal?: AbortSignal;
}

export interface ManagementFacts {
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Null sends none. */
  readonly token?: string | null;
  /** Replaces the prefix and the organization of the path. */
  readonly area?: string;
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly text: string;
  /** The body as JSON; undefined if it is not JSON. */
  readonly json: unknown;
}

/** Calls a service with raw requests: adds nothing to them and accepts any response. */
export interface Exchange {
  readonly key: string;
  readonly call: (method: string, path: string, facts?: CallFacts) => Promise<Reply>;
  /** Calls the management area of the organization; by default with the token and a JSON body. */
  readonly manage: (method: string, path: string, facts?: ManagementFacts) => Promise<Reply>;
  /** The hash of a job that accepted `document`. */
  readonly submitted: (document: Uint8Array, query?: Query) => Promise<string>;
  /** The hash of a job for `document` that is finished, successfully or not. */
  readonly settled: (document: Uint8Array, query?: Query) => Promise<string>;
  /** Waits until a job is finished, and returns its hash. */
  readonly finished: (hash: string) => Promise<string>;
}

/** As long as a test may take on a busy machine: form pages are read several times. */
const SETTLE_TIMEOUT_MS = 110_000;

export function createExchange(subject: Pick<Subject, "url" | "key" | "token" | "organization">): Exchange {
  const { url, key } = subject;
  const call: Exchange["call"] = (method, path, facts = {}) =>
    callService({ url, key }, { method, path, ...facts });
  const submitted: Exchange["submitted"] = async (document, query = {}) => {
    const { status, json, text } = await call("POST", "/whisper", { query, body: document });
    if (status !== 202) throw new Error(`The document was not accepted: ${status} ${text}`);
    return String(valueAt(json, "whisper_hash"));
  };
  const finished: Exchange["finished"] = async (hash) => {
    const start = Date.now();
    while (Date.now() < start + SETTLE_TIMEOUT_MS) {
      const { json } = await call("GET", "/whisper-status", { query: { whisper_hash: hash } });
      if (!["accepted", "processing"].includes(String(valueAt(json, "status")))) return hash;
      await pauseSince(start);
    }
    throw new Error(`The job ${hash} was not settled in ${SETTLE_TIMEOUT_MS} ms.`);
  };
  return {
    key,
    call,
    manage: (method, path, facts = {}) => manageService(subject, { method, path, ...facts }),
    submitted,
    finished,
    settled: async (document, query) => finished(await submitted(document, query)),
  };
}

async function manageService(
  { url, organization, token: ownToken }: Pick<Subject, "url" | "token" | "organization">,
  {
    method,
    path,
    body,
    token = ownToken,
    area = `/api/v1/service/${organization}`,
  }: ManagementFacts & { readonly method: string; readonly path: string },
): Promise<Reply> {
  const answer = await fetch(`${url}${area}${path}`, {
    method,
    redirect: "manual",
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  const headers = Object.fromEntries(answer.headers);
  return { status: answer.status, headers, text, json: parsedJson(text) };
}

/** A member of a JSON object, at any depth; undefined if it does not exist. */
export function valueAt(json: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (part, name) => (typeof part === "object" && part !== null ? Reflect.get(part, name) : undefined),
    json,
  );
}

function callService(
  { url, key }: { readonly url: string; readonly key: string },
  {
    method,
    path,
    version,
    query = {},
    headers,
    body,
    unfinished,
    signal,
  }: CallFacts & {
    readonly method: string;
    readonly path: string;
  },
): Promise<Reply> {
  const written = typeof query === "string" ? query : new URLSearchParams(query).toString();
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const request = url.startsWith("https:") ? httpsRequest : httpRequest;
  const outgoing = request(
    `${url}${version === 1 ? "/v1" : "/api/v2"}${path}?${written}`,
    { method, headers: headers ?? { "service-key": key }, agent: false, ...(signal && { signal }) },
    (incoming) => {
      void readReply(incoming)
        .then(resolve, reject)
        .finally(() => outgoing.destroy());
    },
  );
  outgoing.on("error", reject);
  if (unfinished) outgoing.flushHeaders();
  else sendBody(outgoing, body);
  return promise;
}

function sendBody(outgoing: ClientRequest, body: CallFacts["body"]): void {
  if (body === undefined || typeof body === "string" || body instanceof Uint8Array) {
    outgoing.end(body);
    return;
  }
  outgoing.flushHeaders();
  for (const chunk of body) outgoing.write(chunk);
  outgoing.end();
}

async function readReply(incoming: IncomingMessage): Promise<Reply> {
  const chunks: Buffer[] = await incoming.toArray();
  const text = Buffer.concat(chunks).toString();
  return { status: incoming.statusCode ?? 0, headers: incoming.headers, text, json: parsedJson(text) };
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
