import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { residentKb } from "../../bench/measures/resident-memory.ts";
import { letter } from "../../fixtures/business.ts";
import { createRestClient } from "../../support/clients/rest-client.ts";
import { startService, type RunningService } from "../../support/service.ts";
import type { Findings } from "../findings.ts";

const LIMIT_MB = 16;
const MEGABYTE = 1024 * 1024;
const MEMORY_GOAL_MB = 50;
const AT_ONCE = 50;
/** Documents before memory is measured, and odd bodies after them: heaps grow to their size. */
const WARM_UP = 100;
const LOOK_MS = 50;

/** The headers of a body, and how it is sent. */
interface OddBody {
  readonly name: string;
  readonly header: string;
  readonly send: (socket: Socket) => Promise<void>;
}

const BODIES: readonly OddBody[] = [
  {
    name: "truncated",
    header: `Content-Length: ${8 * MEGABYTE}`,
    async send(socket) {
      await written(socket, Buffer.alloc(4 * MEGABYTE, "%PDF-1.7 "));
      socket.end();
    },
  },
  {
    name: "slow, and not a document",
    header: "Content-Length: 2000",
    async send(socket) {
      for (let k = 0; k < 20 && !socket.destroyed; k += 1) {
        await written(socket, Buffer.alloc(100, "slow "));
        await sleep(100);
      }
    },
  },
  {
    name: "larger than allowed, with a declared length",
    header: `Content-Length: ${LIMIT_MB * MEGABYTE + 1}`,
    send: (socket) => written(socket, Buffer.alloc(MEGABYTE)),
  },
  {
    name: "larger than allowed, chunked",
    header: "Transfer-Encoding: chunked",
    async send(socket) {
      const chunk = Buffer.concat([
        Buffer.from("100000\r\n"),
        Buffer.alloc(MEGABYTE, "%PDF-1.7 "),
        Buffer.from("\r\n"),
      ]);
      for (let k = 0; k < 2 * LIMIT_MB && !socket.destroyed; k += 1) await written(socket, chunk);
    },
  },
];

/** R18: truncated, slow or oversized bodies are rejected, and the server's memory does not grow. */
export async function sendOddBodies(count: number): Promise<Findings> {
  await using service = await startService({
    env: { LOG_LEVEL: "error", GALLEY_MAX_UPLOAD_MB: String(LIMIT_MB) },
  });
  await readLetters(service, WARM_UP);
  await answersTo(service, AT_ONCE * 2);
  const before = residentKb(service.pid);
  let most = before;
  const look = setInterval(() => (most = Math.max(most, residentKb(service.pid))), LOOK_MS);
  const answers = await answersTo(service, count);
  clearInterval(look);
  await readLetters(service, 1);
  const grown = Math.round((most - before) / 1024);
  const wrong = answers.filter(({ answer }) => !/^HTTP\/1\.1 4\d\d /.test(answer));
  return {
    faults: [
      ...wrong.map(
        ({ name, answer }) => `${name}: ${answer.slice(9, 12)} ${answer.split("\r\n\r\n")[1] ?? "no answer"}`,
      ),
      ...(grown <= MEMORY_GOAL_MB ? [] : [`the server grew by ${grown} MB`]),
    ],
    slow: [],
    figures: [
      `${answers.length} bodies, ${AT_ONCE} at once: ${answers.length - wrong.length} answers 4xx (${statusesOf(answers)})`,
      `the server had ${Math.round(before / 1024)} MB and grew by ${grown} MB at most`,
    ],
  };
}

interface NamedAnswer {
  readonly name: string;
  readonly answer: string;
}

async function answersTo(service: RunningService, count: number): Promise<readonly NamedAnswer[]> {
  const answers: NamedAnswer[] = [];
  let next = 0;
  const sender = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) {
      const body = BODIES[index % BODIES.length];
      if (body) answers.push({ name: body.name, answer: await answerTo(service, body) });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
  return answers;
}

async function readLetters(service: RunningService, count: number): Promise<void> {
  const client = createRestClient(service);
  for (let k = 0; k < count; k += 1) {
    const hash = await client.submit(letter().bytes, { mode: "native_text" });
    const { status } = await client.waitUntilSettled(hash);
    if (status !== "processed") throw new Error(`A document is ${status}.`);
  }
}

/** Everything received until the connection ends; "" if nothing is. */
async function answerTo({ url, serviceKey }: RunningService, { header, send }: OddBody): Promise<string> {
  const socket = connect({ port: Number(new URL(url).port), host: "127.0.0.1", allowHalfOpen: true });
  let answer = "";
  // The service may close the connection while the rest of a rejected body is still being sent.
  socket.on("error", () => socket.destroy()).setEncoding("utf8");
  const ended = new Promise<void>((resolve) => {
    socket
      .on("data", (text: string) => (answer += text))
      .once("end", resolve)
      .once("close", resolve);
  });
  await once(socket, "connect");
  const head = `POST /api/v2/whisper?mode=native_text HTTP/1.1\r\nHost: a\r\nservice-key: ${serviceKey}`;
  socket.write(`${head}\r\nConnection: close\r\n${header}\r\n\r\n`);
  await send(socket);
  await ended;
  socket.destroy();
  return answer;
}

/** Respects backpressure. */
async function written(socket: Socket, bytes: Buffer): Promise<void> {
  if (socket.destroyed || socket.write(bytes)) return;
  const waiting = new AbortController();
  const { signal } = waiting;
  await Promise.race([once(socket, "drain", { signal }), once(socket, "close", { signal })]).catch(
    () => undefined,
  );
  waiting.abort();
}

function statusesOf(answers: readonly NamedAnswer[]): string {
  const counts = Map.groupBy(answers, ({ answer }) => answer.slice(9, 12));
  return [...counts].map(([status, all]) => `${all.length} × ${status || "none"}`).join(", ");
}
