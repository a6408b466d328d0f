import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { boundPort } from "@galley/core/testing";
import { expect, test } from "vitest";
import { closeLingering } from "./lingering-close.ts";

const BODY_BYTES = 16_000_000;

test("a client that is still sending a rejected body with Connection: close receives the reason", async () => {
  const server = createServer((request, response) => {
    closeLingering(request);
    response.writeHead(413, { "content-length": 3 }).end("why");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const asked = once(server, "request");
  const socket = connect(boundPort(server), "127.0.0.1");
  const failures: Error[] = [];
  let answer = "";
  socket.setEncoding("utf8").on("error", (error) => failures.push(error));
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${BODY_BYTES}\r\n\r\n`);
  socket.write(Buffer.alloc(BODY_BYTES));
  // A client that reads late would find nothing on a connection that was reset.
  await once(socket.pause(), "connect");
  await asked;
  setTimeout(() => socket.on("data", (text: string) => (answer += text)).resume(), 100);
  await once(socket, "close");
  expect(failures).toEqual([]);
  expect(answer).toMatch(/^HTTP\/1\.1 413 [^]*why$/);
  server.close();
});
