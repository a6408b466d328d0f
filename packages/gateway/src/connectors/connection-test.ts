import { setTimeout as sleep } from "node:timers/promises";
import { connect as openSecure } from "node:tls";
import { isIP, type Socket } from "node:net";
import { once } from "node:events";
import {
  ConnectorError,
  orAborted,
  type ConnectionContext,
  type ConnectorSettings,
  type TestStep,
  type TestStepName,
} from "@galley/core/domain";
import { connectionError } from "./redacted.ts";
import {
  TRIALS,
  type AnyConnector,
  type OpenConnector,
  type ConnectorDependencies,
} from "./connector-definition.ts";

/** Time limit of a test, whatever the target does. */
const LIMIT_MS = 15_000;

/** Time reserved for closing a connection. */
const CLOSE_MS = 500;

/**
 * Tests a connection step by step: the route to the server, the credentials, then their permissions. Stops at
 * the first failed step.
 */
export async function* connectionSteps(
  connector: AnyConnector,
  settings: ConnectorSettings,
  dependencies: ConnectorDependencies,
  context: ConnectionContext,
): AsyncGenerator<TestStep> {
  const limit = AbortSignal.timeout(LIMIT_MS - CLOSE_MS);
  const signal = AbortSignal.any([context.signal, limit]);
  yield* stepsOf({ connector, settings, dependencies, context: { ...context, signal } });
}

interface Trying {
  readonly connector: AnyConnector;
  readonly settings: ConnectorSettings;
  readonly dependencies: ConnectorDependencies;
  readonly context: ConnectionContext;
}

async function* stepsOf(trying: Trying): AsyncGenerator<TestStep> {
  const { connector, settings, dependencies, context } = trying;
  const { signal } = context;
  for await (const step of wayTo(trying)) {
    yield step;
    if (!step.ok) return;
  }
  let opened: OpenConnector | undefined;
  const login = await timed("login", signal, async () => {
    const connection = await connector.open(settings, dependencies, context);
    if (signal.aborted) await connection[Symbol.asyncDispose]();
    else opened = connection;
  });
  yield login;
  if (!opened) return;
  try {
    for (const name of TRIALS) {
      const trial = opened.trials[name];
      if (!trial) continue;
      const step = await timed(name, signal, () => trial(signal));
      yield step;
      if (!step.ok) return;
    }
  } finally {
    await Promise.race([opened[Symbol.asyncDispose](), sleep(CLOSE_MS, undefined, { ref: false })]);
  }
}

/** Name resolution, connection and TLS, if the server's address is known. */
async function* wayTo({ connector, settings, dependencies, context }: Trying): AsyncGenerator<TestStep> {
  const { signal } = context;
  const place = connector.place(settings);
  if (!place) return;
  const { network } = dependencies;
  yield await timed("dns", signal, async () => void (await network.resolve(place.host, signal)));
  let socket: Socket | undefined;
  yield await timed("tcp", signal, async () => {
    socket = await network.connect(place, signal);
  });
  if (!socket) return;
  try {
    const plain = socket;
    if (place.tls) yield await timed("tls", signal, () => secured(plain, place.host, signal));
  } finally {
    socket.destroy();
  }
}

async function secured(socket: Socket, host: string, signal: AbortSignal): Promise<void> {
  const secure = openSecure({ socket, host, ...(isIP(host) === 0 && { servername: host }) });
  try {
    await once(secure, "secureConnect", { signal });
  } catch (cause) {
    signal.throwIfAborted();
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ConnectorError("UNREACHABLE", `TLS failed: ${reason}`, { cause });
  } finally {
    secure.on("error", () => {}).destroy();
  }
}

async function timed(name: TestStepName, signal: AbortSignal, work: () => Promise<void>): Promise<TestStep> {
  const start = performance.now();
  const step = (failure: TestStep["failure"], message: string): TestStep => ({
    name,
    ok: failure === null,
    milliseconds: Math.round(performance.now() - start),
    message,
    failure,
  });
  try {
    await orAborted(work(), signal);
    return step(null, "");
  } catch (thrown) {
    const error = connectionError(thrown);
    if (signal.aborted) return step("TIMED_OUT", "The target did not respond in time.");
    if (error instanceof ConnectorError) return step(error.code, error.message);
    throw error;
  }
}
