import { once } from "node:events";
import {
  createServer,
  STATUS_CODES,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { continueWhenRead } from "./bodies/continue-when-read.ts";
import { closeLingering } from "./bodies/lingering-close.ts";
import { endUnfinishedBodies } from "./bodies/unfinished-body.ts";
import { sendJson } from "./json-answer.ts";
import { METHODS } from "./methods.ts";

/** Time limit of the request line and the headers. */
const HEADERS_TIMEOUT_MS = 15_000;
/** Time limit of a whole request; allows 200 MB at 2 Mbit/s. */
const REQUEST_TIMEOUT_MS = 15 * 60_000;
const KEEP_ALIVE_MS = 65_000;
/** Node's default; keys and tokens are far shorter. */
const MAX_HEADER_BYTES = 16_384;
/** How often idle connections are closed while the server stops. */
const DRAIN_STEP_MS = 50;

/** Maximum number of unanswered requests on one connection; few clients send more than one. */
const MAX_PIPELINED = 100;

/** Responses to requests that never reach the application. */
const PROTOCOL_ERRORS: Readonly<Record<string, readonly [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, "The headers are too large."],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, "The chunk extensions are too large."],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "The request took too long."],
};

export interface HttpServerOptions {
  /** A request body without a new byte for this long is aborted. */
  readonly silentBodyMs: number;
  /** Paths where a WebSocket may be opened; elsewhere the upgrade header is ignored, as HTTP allows. */
  readonly socketPaths?: readonly string[];
}

/** An HTTP server that ends slow and malformed requests with a JSON response. */
export function createHttpServer(
  listener: RequestListener,
  { silentBodyMs, socketPaths = [] }: HttpServerOptions,
): Server {
  const server: Server = createServer({
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    connectionsCheckingInterval: 5_000,
    // Node's own response has no body.
    requireHostHeader: false,
    shouldUpgradeCallback: (request) =>
      server.listenerCount("upgrade") > 0 &&
      hostProblem(request) === undefined &&
      opensSocket(request, socketPaths),
  });
  endUnfinishedBodies(server, silentBodyMs);
  continueWhenRead(server);
  server.on("request", (request, response) => {
    closeLingering(request);
    if (countWaiting(request, response) > MAX_PIPELINED) request.socket.destroy();
    else admit(request, response, listener);
  });
  server.on("checkExpectation", (_request, response) => {
    refuse(response, 417, "Unsupported Expect header. Only 100-continue is supported.");
  });
  server.on("connect", (_request, socket: Socket) => {
    const answer = plainAnswer(405, "CONNECT is not allowed.", `Allow: ${METHODS.join(", ")}`);
    socket.end(answer, () => socket.destroy());
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable || error.code === "ECONNRESET") {
      socket.destroy();
      return;
    }
    const [status, message] = PROTOCOL_ERRORS[error.code ?? ""] ?? [400, "The request is malformed."];
    socket.end(plainAnswer(status, message), () => socket.destroy());
  });
  return server;
}

const waiting = new WeakMap<Socket, number>();

/** The number of unanswered requests on the connection, including this one: Node accepts any number. */
function countWaiting({ socket }: IncomingMessage, response: ServerResponse): number {
  const count = (waiting.get(socket) ?? 0) + 1;
  waiting.set(socket, count);
  response.once("close", () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
  return count;
}

/** Forwards a request that has a valid target. */
function admit(request: IncomingMessage, response: ServerResponse, listener: RequestListener): void {
  const problem = hostProblem(request);
  const path = pathOf(request);
  if (problem !== undefined) refuse(response, 400, problem);
  else if (path === undefined) refuse(response, 400, "The request target is not a path of this service.");
  else listener(Object.assign(request, { url: path }), response);
}

/** A proxy and this server could otherwise read different hosts. */
function hostProblem({ headersDistinct, httpVersion }: IncomingMessage): string | undefined {
  const hosts = headersDistinct["host"] ?? [];
  if (hosts.length > 1) return "The request has more than one Host header.";
  return hosts.length === 0 && httpVersion === "1.1" ? "The request has no Host header." : undefined;
}

/** The path and query of a request; a proxy request has them after a scheme and a host. */
function pathOf({ url = "" }: IncomingMessage): string | undefined {
  if (url.startsWith("/") || url === "*") return url;
  const parsed = URL.parse(url);
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.pathname + parsed.search : undefined;
}

function opensSocket({ method, url = "", headers }: IncomingMessage, paths: readonly string[]): boolean {
  const [path = ""] = url.split("?", 1);
  return method === "GET" && headers.upgrade?.toLowerCase() === "websocket" && paths.includes(path);
}

/** The start of the next request on this connection is unknown, so the connection is closed. */
function refuse(response: ServerResponse, status: number, message: string): void {
  response.setHeader("Connection", "close");
  sendJson(response, status, { message });
}

function plainAnswer(status: number, message: string, ...headers: readonly string[]): string {
  const body = JSON.stringify({ message });
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
    ...headers,
    "",
    body,
  ].join("\r\n");
}

interface ListenPlace {
  readonly host: string;
  readonly port: number;
  /** The variable that sets the port. */
  readonly variable?: string;
}

/**
 * Starts listening and resolves to the port.
 *
 * @throws Error that says what to do if the address cannot be used.
 */
export async function listen(
  server: Server,
  { host, port, variable = "PORT" }: ListenPlace,
): Promise<number> {
  server.listen({ host, port });
  try {
    await once(server, "listening");
  } catch (cause) {
    throw new Error(listenProblem(cause, { host, port, variable }), { cause });
  }
  return addressOf(server).port;
}

function addressOf(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === "string")
    throw new Error("The server does not listen on a port.");
  return address;
}

function listenProblem(cause: unknown, { host, port, variable }: Required<ListenPlace>): string {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  if (code === "EADDRINUSE") {
    return `${variable} is ${port}, but another program listens there on ${host}. Stop it or set ${variable} to another port; 0 picks a free one.`;
  }
  if (code === "EACCES")
    return `${variable} is ${port}, but this user may not listen there. Set ${variable} to 1024 or more.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return `HOST is ${host}, but this machine has no such address.`;
  return `Cannot listen on ${host}, port ${port}: ${String(code ?? cause)}.`;
}

/** Accepts no more connections, lets requests finish for `graceMs` and closes the rest. */
export async function stopServer(server: Server, graceMs: number): Promise<void> {
  const closed = once(server, "close").then(() => "closed" as const);
  server.close();
  const deadline = performance.now() + graceMs;
  while ((await Promise.race([closed, sleep(DRAIN_STEP_MS, "open" as const)])) === "open") {
    if (performance.now() > deadline) server.closeAllConnections();
    else server.closeIdleConnections();
  }
}
