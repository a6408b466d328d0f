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
import { sendJson } from "./json-answer.ts";
import { closeLingering } from "./lingering-close.ts";

/** Time for the request line and the headers. */
const HEADERS_TIMEOUT_MS = 15_000;
/** Time for a whole request; a document of 200 MB comes over a line of 2 Mbit/s. */
const REQUEST_TIMEOUT_MS = 15 * 60_000;
/** A body of which nothing came for so long is given up. */
const SILENT_BODY_MS = 30_000;
const KEEP_ALIVE_MS = 65_000;
/** Node's default; keys and tokens are far shorter. */
const MAX_HEADER_BYTES = 16_384;
/** How often connections that became idle are closed while the server stops. */
const DRAIN_STEP_MS = 50;

/** What any path of the service may take. */
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** What a caller hears whose request never reached the application. */
const PROTOCOL_ERRORS: Readonly<Record<string, readonly [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, "The headers are too large."],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, "The chunk extensions are too large."],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "The request took too long."],
};

export interface HttpServerOptions {
  readonly silentBodyMs?: number;
  /** Where a WebSocket may be opened; elsewhere the wish for one is passed over, as HTTP allows. */
  readonly socketPaths?: readonly string[];
}

/** An HTTP server whose slow and broken requests end, and end with JSON. */
export function createHttpServer(
  listener: RequestListener,
  { silentBodyMs = SILENT_BODY_MS, socketPaths = [] }: HttpServerOptions = {},
): Server {
  const server: Server = createServer({
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    connectionsCheckingInterval: 5_000,
    // Node's own refusal has no body.
    requireHostHeader: false,
    shouldUpgradeCallback: (request) =>
      server.listenerCount("upgrade") > 0 && opensSocket(request, socketPaths),
  });
  server.on("request", (request, response) => {
    watchBody(request, response, silentBodyMs);
    closeLingering(request);
    if (request.httpVersion === "1.1" && request.headers.host === undefined) {
      refuse(response, 400, "The request has no Host header.");
    } else listener(request, response);
  });
  server.on("checkExpectation", (_request, response) => {
    refuse(response, 417, "The only expectation that is met is 100-continue.");
  });
  server.on("connect", (_request, socket: Socket) => {
    const answer = plainAnswer(405, "CONNECT is not allowed here.", `Allow: ${METHODS.join(", ")}`);
    socket.end(answer, () => socket.destroy());
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable || error.code === "ECONNRESET") {
      socket.destroy();
      return;
    }
    const [status, message] = PROTOCOL_ERRORS[error.code ?? ""] ?? [400, "The request is not well formed."];
    socket.end(plainAnswer(status, message), () => socket.destroy());
  });
  return server;
}

function opensSocket({ method, url = "", headers }: IncomingMessage, paths: readonly string[]): boolean {
  const [path = ""] = url.split("?", 1);
  return method === "GET" && headers.upgrade?.toLowerCase() === "websocket" && paths.includes(path);
}

/** Of what comes after a request like this, nobody knows where it begins: the connection ends. */
function refuse(response: ServerResponse, status: number, message: string): void {
  response.setHeader("Connection", "close");
  sendJson(response, status, { message });
}

/** Gives up a body that stands still: 408 where nothing was answered yet, and the connection ends. */
function watchBody(request: IncomingMessage, response: ServerResponse, silentMs: number): void {
  const { socket } = request;
  let received = socket.bytesRead;
  const timer = setInterval(() => {
    const progress = socket.bytesRead !== received;
    // What waits to be read is the service's own slowness.
    if (progress || request.readableLength > 0) {
      received = socket.bytesRead;
      return;
    }
    clearInterval(timer);
    if (request.complete) return;
    response.once("finish", () => socket.destroy());
    if (response.headersSent) socket.destroy();
    else sendJson(response, 408, { message: "The body took too long." });
  }, silentMs).unref();
  request.once("end", () => clearInterval(timer));
  request.once("close", () => clearInterval(timer));
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
 * Begins to listen and resolves to the port.
 *
 * @throws Error that says what to do when the address cannot be used.
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
    return `${variable} is ${port}; another program listens there on ${host}. Stop it or set ${variable} to another number, 0 for any.`;
  }
  if (code === "EACCES")
    return `${variable} is ${port}; this user may not listen there. Set ${variable} to 1024 or more.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return `HOST is ${host}; this machine has no such address.`;
  return `Cannot listen on ${host}, port ${port}: ${String(code ?? cause)}.`;
}

/** Takes no more connections, lets requests finish for `graceMs` and then ends what is left. */
export async function stopServer(server: Server, graceMs: number): Promise<void> {
  const closed = once(server, "close").then(() => "closed" as const);
  server.close();
  const deadline = performance.now() + graceMs;
  while ((await Promise.race([closed, sleep(DRAIN_STEP_MS, "open" as const)])) === "open") {
    if (performance.now() > deadline) server.closeAllConnections();
    else server.closeIdleConnections();
  }
}
