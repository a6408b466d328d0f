import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createRestClient } from "../../support/clients/rest-client.ts";
import { startService } from "../../support/service.ts";
import { seconds, type Findings } from "../findings.ts";
import { longestOf, startLoad } from "../load.ts";

/** What each connection sends before it stalls. */
const BEGINNINGS = [
  "",
  "POST /api/v2/whisper HTTP/1.1\r\nHost: a\r\n",
  "POST /api/v2/whisper HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n%PDF-1.7",
];
const READ_WHILE_OPEN_MS = 2000;
/** Longer than a silent connection with an incomplete request is kept. */
const CLOSED_AFTER_MS = 45_000;

/**
 * Connections that send a part of a request and then stall, while other requests must be served.
 *
 * @param isWaitedFor whether to check how they end.
 */
export async function openHalf(count: number, isWaitedFor: boolean): Promise<Findings> {
  await using service = await startService({ env: { LOG_LEVEL: "error" } });
  const { port } = new URL(service.url);
  const sockets = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      halfOpen(Number(port), BEGINNINGS[index % BEGINNINGS.length] ?? ""),
    ),
  );
  const load = startLoad(() => [createRestClient(service)], 2);
  const slowest = await slowestAnswer(`${service.url}/health/live`, READ_WHILE_OPEN_MS);
  await load.stop();
  const left = isWaitedFor ? await leftAfter(sockets, CLOSED_AFTER_MS) : 0;
  for (const socket of sockets) socket.destroy();
  return {
    faults: [
      ...load.faults,
      ...(load.reads.length > 0 ? [] : ["nothing was read meanwhile"]),
      ...(load.broken === 0 ? [] : [`${load.broken} connections of others broke`]),
      ...(left === 0 ? [] : [`${left} of ${count} connections are still open`]),
    ],
    slow: [],
    figures: [
      `${count} half-open connections: ${load.reads.length} documents read meanwhile, the slowest in ${seconds(longestOf(load))}, /health/live in ${Math.round(slowest)} ms at most`,
      ...(isWaitedFor ? [`${count - left} of them were closed within ${seconds(CLOSED_AFTER_MS)}`] : []),
    ],
  };
}

async function halfOpen(port: number, beginning: string): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => socket.destroy()).resume();
  await once(socket, "connect");
  socket.write(beginning);
  return socket;
}

async function slowestAnswer(url: string, milliseconds: number): Promise<number> {
  let slowest = 0;
  for (const end = performance.now() + milliseconds; performance.now() < end; await sleep(20)) {
    const at = performance.now();
    await (await fetch(url)).arrayBuffer();
    slowest = Math.max(slowest, performance.now() - at);
  }
  return slowest;
}

async function leftAfter(sockets: readonly Socket[], milliseconds: number): Promise<number> {
  const left = (): number => sockets.filter(({ closed }) => !closed).length;
  for (let waited = 0; left() > 0 && waited < milliseconds; waited += 100) await sleep(100);
  return left();
}
