import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { letter } from "../../fixtures/business.ts";
import { createRestClient } from "../../support/clients/rest-client.ts";
import { type RunningService, startService } from "../../support/service.ts";

let service: RunningService;

beforeAll(async () => {
  service = await startService({ env: { GALLEY_MAX_UPLOAD_MB: "1" } });
});
afterAll(() => service[Symbol.asyncDispose]());

const MEGABYTE = 1024 * 1024;

test("a body with a declared length of 1 GB is rejected before any of it is sent", async () => {
  const answer = await rawPost([`Content-Length: ${1024 * MEGABYTE}`], async () => {});
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(answer).toMatch(/\{"message":"[^"]*1 MB[^"]*"\}/);
});

test("a chunked body is rejected once it exceeds the limit", async () => {
  const answer = await rawPost(["Transfer-Encoding: chunked"], async (socket) => {
    const chunk = Buffer.concat([letter().bytes, Buffer.alloc(MEGABYTE / 4)]);
    for (let sent = 0; sent < 8 && !socket.destroyed; sent++) {
      socket.write(`${chunk.length.toString(16)}\r\n`);
      socket.write(chunk);
      socket.write("\r\n");
      await sleep(20);
    }
  });
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(answer).toMatch(/\{"message":"[^"]+"\}/);
});

test("a slow body is accepted while it arrives", async () => {
  const { bytes } = letter();
  const answer = await rawPost([`Content-Length: ${bytes.length}`], async (socket) => {
    for (let offset = 0; offset < bytes.length; offset += 200) {
      socket.write(bytes.subarray(offset, offset + 200));
      await sleep(150);
    }
  });
  expect(answer).toMatch(/^HTTP\/1\.1 202 /);
});

test("a sender who disconnects halfway leaves no job behind and does not affect the service", async () => {
  const socket = connect(Number(new URL(service.url).port), "127.0.0.1");
  await once(socket, "connect");
  socket.write(head([`Content-Length: 100000`]));
  socket.write(letter().bytes);
  await sleep(100);
  socket.destroy();
  const client = createRestClient(service);
  const hash = await client.submit(letter().bytes, { mode: "native_text" });
  expect(await client.waitUntilSettled(hash)).toMatchObject({ status: "processed" });
});

/** The complete response to a request whose body `send` sends. */
async function rawPost(headers: readonly string[], send: (socket: Socket) => Promise<void>): Promise<string> {
  const socket = connect(Number(new URL(service.url).port), "127.0.0.1");
  // The service may close the connection while the rest of a rejected body is still being sent.
  socket.on("error", () => socket.destroy());
  let answer = "";
  const answered = new Promise<void>((resolve) => {
    socket.setEncoding("utf8").on("data", (text: string) => {
      answer += text;
      if (/\r\n\r\n[^]*\}/.test(answer)) resolve();
    });
    socket.once("close", () => resolve());
  });
  await once(socket, "connect");
  socket.write(head(headers));
  await send(socket);
  await answered;
  socket.destroy();
  return answer;
}

function head(headers: readonly string[]): string {
  const lines = [
    "POST /api/v2/whisper?mode=native_text HTTP/1.1",
    "Host: 127.0.0.1",
    `service-key: ${service.serviceKey}`,
    "Content-Type: application/octet-stream",
    ...headers,
  ];
  return `${lines.join("\r\n")}\r\n\r\n`;
}
