import { Agent as HttpAgent, request as startRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { Socket } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { callbackify } from "node:util";
import { ConnectorError } from "@galley/core/domain";
import { createAddressPolicy } from "./address-policy.ts";
import { connect, connectTo, permittedAddresses, systemResolver, type Route } from "./connect.ts";
import { meaningOf } from "./network-errors.ts";
import { OutboundError } from "./outbound-error.ts";
import type { OutboundOptions } from "./outbound.ts";

interface Place {
  readonly host: string;
  readonly port: number;
}

interface Outgoing {
  readonly method: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | AsyncIterable<Uint8Array>;
  readonly signal: AbortSignal;
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * Connections of connectors, under the address policy. Unlike requests for documents, they may use any port.
 */
export interface ConnectorNetwork {
  connect(place: Place, signal: AbortSignal): Promise<Socket>;
  readonly httpAgent: HttpAgent;
  readonly httpsAgent: HttpsAgent;
  request(url: string, outgoing: Outgoing): Promise<Answer>;
  resolve(host: string, signal: AbortSignal): Promise<readonly string[]>;
}

/** Errors are `ConnectorError`s. */
export function createConnectorNetwork({
  allow,
  onRefused,
  resolve = systemResolver,
}: OutboundOptions): ConnectorNetwork {
  const route: Route = { policy: createAddressPolicy(allow), resolve };
  const reported = (error: unknown): unknown => {
    if (error instanceof OutboundError && error.failure === "refused") onRefused?.(String(error.cause));
    return connectorError(error);
  };
  const under = async <T>(signal: AbortSignal, work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      signal.throwIfAborted();
      throw reported(error);
    }
  };
  return {
    connect: (place, signal) => under(signal, connectTo(place, route, signal)),
    resolve: (host, signal) => under(signal, permittedAddresses(host, route, signal)),
    httpAgent: guarded(new HttpAgent({ keepAlive: true }), "http:", route, reported),
    httpsAgent: guarded(new HttpsAgent({ keepAlive: true }), "https:", route, reported),
    request: (url, outgoing) => under(outgoing.signal, answerTo(url, outgoing, route)),
  };
}

/** An agent that connects only to permitted addresses. */
function guarded<A extends HttpAgent>(
  agent: A,
  protocol: "http:" | "https:",
  route: Route,
  reported: (error: unknown) => unknown,
): A {
  const open = callbackify(async (url: URL): Promise<Socket> => {
    try {
      return await connect(url, route, new AbortController().signal);
    } catch (error) {
      throw reported(error);
    }
  });
  agent.createConnection = ({ host, port }, callback) => {
    const written = host?.includes(":") ? `[${host}]` : host;
    open(new URL(`${protocol}//${written}:${port}`), (error, socket) => callback?.(error, socket));
    return undefined;
  };
  return agent;
}

async function answerTo(url: string, outgoing: Outgoing, route: Route): Promise<Answer> {
  const target = URL.parse(url);
  if (target?.protocol !== "http:" && target?.protocol !== "https:") {
    throw new ConnectorError("FAILED", "The address is not an http or https URL.");
  }
  const { method, headers = {}, body, signal } = outgoing;
  const socket = await connect(target, route, signal);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request = startRequest({
    createConnection: () => socket,
    method,
    path: `${target.pathname}${target.search}`,
    headers: { "user-agent": "galley", ...headers, host: target.host },
    signal,
  })
    .on("response", resolve)
    .on("error", reject);
  if (body === undefined || typeof body === "string" || body instanceof Uint8Array) request.end(body);
  // A response may arrive before the body is sent, and is then used.
  else pipeline(Readable.from(body), request).catch(reject);
  const answer = await promise;
  return {
    status: answer.statusCode ?? 0,
    headers: Object.fromEntries(
      Object.entries(answer.headers).map(([name, value]) => [name, [value].flat().join(", ")]),
    ),
    body: translated(answer, signal),
  };
}

async function* translated(answer: IncomingMessage, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of answer) yield chunk;
  } catch (error) {
    signal.throwIfAborted();
    throw connectorError(error);
  }
}

function connectorError(error: unknown): unknown {
  const meaning = meaningOf(error);
  if (!(meaning instanceof OutboundError)) return meaning;
  if (meaning.failure === "refused") {
    const message = "The host name was not found, or its address is not a public one.";
    return new ConnectorError("REFUSED_ADDRESS", message, { cause: error });
  }
  const message = MESSAGES[meaning.failure] ?? "The connection to the server failed.";
  return new ConnectorError("UNREACHABLE", message, { cause: error });
}

const MESSAGES: Readonly<Partial<Record<OutboundError["failure"], string>>> = {
  unreachable: "The server cannot be reached.",
  untrusted: "The server's certificate does not match the requested server.",
  interrupted: "The connection to the server was lost.",
  encoding: "The server's response cannot be parsed.",
};
