import type { Server } from "node:http";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { DomainError, type Access, type Caller, type Credentials } from "@galley/core/domain";
import type { GraphQLError, GraphQLFormattedError, GraphQLSchema } from "graphql";
import { CloseCode, type Context, type ConnectionInitMessage } from "graphql-ws";
import { useServer, type Extra } from "graphql-ws/use/ws";
import { WebSocketServer, type WebSocket } from "ws";
import { onBehalfOf } from "../../caller-address.ts";
import { createContext } from "../context/context.ts";
import { credentialsOf, hasCredentials } from "./credentials.ts";
import { presentedAndReported, refusedError } from "../errors/errors.ts";
import type { GraphqlDependencies, GraphqlSettings } from "./dependencies.ts";
import { readSubscription } from "./subscription-request.ts";
import { createSubscriptionSlots } from "./subscription-slots.ts";

/** Maximum size of a message from a client; a subscription is short. */
const MAX_MESSAGE_BYTES = 128 * 1024;

/** Time after the close message before the connection is terminated. */
const CLOSE_GRACE_MS = 2000;

/** Close code 1013 ("try again later"), which graphql-ws does not define. */
const TRY_AGAIN_LATER = 1013;

/** How often the credentials of open connections are checked, such as those of a session that was signed out. */
const RECHECK_MS = 20_000;

interface Authenticated extends Record<PropertyKey, unknown> {
  caller: Caller;
  recheck: ReturnType<typeof setInterval>;
}

type Payload = ConnectionInitMessage["payload"];
type Connection = Context<Payload, Extra & Partial<Authenticated>>;

/** Serves subscriptions with the graphql-ws protocol on upgrades of `server` at `path`. */
export function serveSubscriptions(
  { server, path, schema }: { server: Server; path: string; schema: GraphQLSchema },
  dependencies: GraphqlDependencies,
  { openSchema, maxSubscriptions }: GraphqlSettings,
): AsyncDisposable {
  const sockets = new WebSocketServer({ server, path, maxPayload: MAX_MESSAGE_BYTES });
  sockets.on("wsClientError", refuseHandshake);
  const { access } = dependencies.application;
  const slots = createSubscriptionSlots(maxSubscriptions, dependencies.failed);
  const present = (errors: readonly unknown[]): GraphQLFormattedError[] =>
    errors.map((error) => presentedAndReported(error, dependencies.failed));
  const protocol = useServer<Payload, Authenticated>(
    {
      onConnect: (connection) =>
        onBehalfOf(connection.extra.request, () => authenticate(connection, dependencies)),
      onDisconnect: ({ extra }) => clearInterval(extra.recheck),
      context: ({ extra }) => createContext(dependencies, { caller: extra.caller, browser: undefined }),
      onSubscribe: async ({ extra: { caller } }, _id, payload) => {
        const read = readSubscription(payload, { schema, openSchema });
        return caller && !Array.isArray(read) ? countedOr(read, () => access.countFurther(caller, 1)) : read;
      },
      onOperation: (...[{ extra }, , , , begun]) => slots.hold(extra.caller?.id ?? "", begun),
      onError: (_connection, _id, _payload, errors) => present(errors),
      onNext: (...[, , , , { data, errors }]) => errors && { data: data ?? null, errors: present(errors) },
    },
    sockets,
  );
  sockets.on("connection", ignoreBadFrames);
  return {
    async [Symbol.asyncDispose]() {
      const closed = protocol.dispose();
      await Promise.race([closed, sleep(CLOSE_GRACE_MS, undefined, { ref: false })]);
      for (const socket of sockets.clients) socket.terminate();
      await closed;
    },
  };
}

/** What was read, or the error if the caller's rate limit is exceeded. */
async function countedOr<T>(read: T, count: () => Promise<void>): Promise<T | GraphQLError[]> {
  try {
    await count();
    return read;
  } catch (error) {
    if (error instanceof DomainError) return [refusedError(error)];
    throw error;
  }
}

/**
 * A frame that breaks the protocol is a client's mistake: `ws` closes the socket with the reason. The listener of
 * graphql-ws would write each one, with its stack, to the log as an internal error.
 */
function ignoreBadFrames(socket: WebSocket): void {
  socket.removeAllListeners("error").on("error", () => undefined);
}

/** Reads the credentials from the payload of `connection_init`, or else from the headers of the upgrade request. */
async function authenticate(
  { connectionParams, extra }: Connection,
  { application, failed, sessionOf }: GraphqlDependencies,
): Promise<boolean> {
  const inPayload = credentialsOf(connectionParams ?? {});
  const credentials = hasCredentials(inPayload)
    ? inPayload
    : { ...credentialsOf(extra.request.headers), session: sessionOf?.(extra.request) };
  try {
    extra.caller = await application.access.authenticate(credentials);
    extra.recheck = setInterval(
      () => void closeUnlessValid(extra.socket, application.access, credentials).catch(failed),
      RECHECK_MS,
    );
    return true;
  } catch (error) {
    if (!(error instanceof DomainError)) failed(error);
    const { code, reason } = closingFor(error);
    extra.socket.close(code, reason);
    return false;
  }
}

async function closeUnlessValid(
  socket: Extra["socket"],
  access: Access,
  credentials: Credentials,
): Promise<void> {
  if (!(await access.holds(credentials))) socket.close(CloseCode.Forbidden, "The session has ended");
}

function closingFor(error: unknown): { code: number; reason: string } {
  if (error instanceof DomainError && error.code === "UNAUTHENTICATED") {
    return { code: CloseCode.Unauthorized, reason: error.message };
  }
  if (error instanceof DomainError && error.code === "FORBIDDEN") {
    return { code: CloseCode.Forbidden, reason: error.message };
  }
  return { code: TRY_AGAIN_LATER, reason: "Try again later" };
}

/** Responds with 400 to an invalid WebSocket handshake. */
function refuseHandshake({ message }: Error, socket: Duplex): void {
  const body = JSON.stringify({ message: `Invalid WebSocket handshake: ${message}.` });
  socket.once("finish", () => socket.destroy());
  socket.end(
    [
      "HTTP/1.1 400 Bad Request",
      "Connection: close",
      "Sec-WebSocket-Version: 13",
      "Content-Type: application/json",
      `Content-Length: ${Buffer.byteLength(body)}`,
      "",
      body,
    ].join("\r\n"),
  );
}
