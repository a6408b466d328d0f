import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { DOMAIN_ERROR_CODES, DomainError } from "@galley/core/domain";
import express from "express";
import { expect, test, vi } from "vitest";
import { createApp } from "./create-app.ts";
import type { Exchange } from "./edge-observer.ts";
import { createHealth, type Check } from "./health.ts";
import { createHttpServer, listen, stopServer } from "./http-server.ts";

interface Edge extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly exchanges: readonly Exchange[];
  readonly failures: readonly unknown[];
  drain(): void;
  stop(graceMs: number): Promise<void>;
}

const SILENT_BODY_MS = 150;

/** An edge with a few routes that fail in every way. */
async function startEdge(checks: Readonly<Record<string, Check>> = {}): Promise<Edge> {
  const exchanges: Exchange[] = [];
  const failures: unknown[] = [];
  const health = createHealth(checks);
  const things = express.Router();
  things.post("/json", express.json({ limit: 1000 }), (request, response) => response.json(request.body));
  things.get("/named/:name", (_request, response) => response.end());
  things.get("/slow", async (_request, response) => {
    await sleep(300);
    response.end("done");
  });
  things.get("/half", (_request, response) => {
    response.write("the first half");
    throw new Error("in the middle");
  });
  things.get("/fault", () => {
    throw new Error("the password is hunter2");
  });
  things.get("/refusal/:code", (request) => {
    const code = DOMAIN_ERROR_CODES.find((candidate) => candidate === request.params.code);
    throw new DomainError(code ?? "BAD_INPUT", "what to change");
  });
  const app = createApp({
    observer: {
      during: (_requestId, work) => work(),
      answered: (told) => exchanges.push(told),
      failed: (error) => failures.push(error),
    },
    health,
    metrics: { contentType: "text/plain", text: async () => "figures" },
    mounts: [{ path: "/things", handler: things }],
  });
  const server = createHttpServer(app, { silentBodyMs: SILENT_BODY_MS });
  const port = await listen(server, { host: "127.0.0.1", port: 0 });
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    exchanges,
    failures,
    drain: () => health.drain(),
    stop: (graceMs) => stopServer(server, graceMs),
    async [Symbol.asyncDispose]() {
      if (server.listening) await stopServer(server, 0);
    },
  };
}

test.each([
  ["an unknown route", "GET /nowhere", "", 404],
  ["a wrong method", "DELETE /health/live", "", 405],
  ["a wrong method", "POST /metrics", "", 405],
  ["bad JSON", "POST /things/json", '{"secret": ', 400],
  ["a body that is too large", "POST /things/json", JSON.stringify("x".repeat(2000)), 413],
  ["a malformed URL", "GET /things/named/%E0%A4%A", "", 400],
  ["a fault", "GET /things/fault", "", 500],
])("%s (%s) returns JSON with a message", async (_name, request, body, status) => {
  await using edge = await startEdge();
  const [method = "", path = ""] = request.split(" ");
  const headers = { "content-type": "application/json" };
  const response = await fetch(edge.url + path, { method, headers, ...(body === "" ? {} : { body }) });
  expect(response.status).toBe(status);
  expect(response.headers.get("content-type")).toBe("application/json");
  const answer = await response.text();
  expect(JSON.parse(answer)).toEqual({ message: expect.stringMatching(/^[A-Z].+\.$/) });
  expect(answer).not.toMatch(/secret|hunter2/);
});

test("internal errors are reported to the observer, client errors are not", async () => {
  await using edge = await startEdge();
  await fetch(`${edge.url}/things/fault`);
  await fetch(`${edge.url}/things/refusal/NOT_FOUND`);
  expect(edge.failures).toEqual([new Error("the password is hunter2")]);
});

test.each(DOMAIN_ERROR_CODES)("%s is a documented status, and only 503 has Retry-After", async (code) => {
  await using edge = await startEdge();
  const response = await fetch(`${edge.url}/things/refusal/${code}`);
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(response.status === 503).toBe(code === "UNAVAILABLE");
  expect(response.headers.has("retry-after")).toBe(code === "UNAVAILABLE");
  expect(await response.json()).toEqual({ message: "what to change" });
});

test("the client's request id is used", async () => {
  await using edge = await startEdge();
  const response = await fetch(`${edge.url}/health/live`, { headers: { "x-request-id": "abc-123.4" } });
  expect(response.headers.get("x-request-id")).toBe("abc-123.4");
});

test.each([["has blanks"], ["x".repeat(129)]])("the request id %j is replaced", async (given) => {
  await using edge = await startEdge();
  const response = await fetch(`${edge.url}/health/live`, { headers: { "x-request-id": given } });
  expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
});

test("an exchange is reported with the pattern of its route", async () => {
  await using edge = await startEdge();
  await fetch(`${edge.url}/things/named/secret-contract.pdf?key=value`);
  await fetch(`${edge.url}/THINGS/named/secret-contract.pdf`);
  await fetch(`${edge.url}/secret-contract.pdf`);
  await expect
    .poll(() => edge.exchanges.map(({ route, status }) => [route, status]))
    .toEqual([
      ["/things/named/:name", 200],
      ["/things/named/:name", 200],
      ["(unknown)", 404],
    ]);
});

test("no response names the software of the service", async () => {
  await using edge = await startEdge();
  const { headers } = await fetch(`${edge.url}/health/live`);
  expect(headers.has("x-powered-by")).toBe(false);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("content-security-policy")).toMatch(/^default-src 'none';/);
});

test("the service is ready if every part is, and names the part that is not", async () => {
  await using good = await startEdge({ database: async () => {} });
  expect((await fetch(`${good.url}/health/ready`)).status).toBe(200);

  await using bad = await startEdge({
    database: async () => {},
    queue: async () => {
      throw new Error("postgresql://user:secret@host");
    },
  });
  const response = await fetch(`${bad.url}/health/ready`);
  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({ message: "Not ready: queue is down." });
  expect((await fetch(`${bad.url}/health/live`)).status).toBe(200);
});

test("concurrent readiness requests share one check", async () => {
  let asked = 0;
  await using edge = await startEdge({
    database: async () => {
      asked += 1;
      await sleep(200);
    },
  });
  const answers = await Promise.all(Array.from({ length: 50 }, () => fetch(`${edge.url}/health/ready`)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(asked).toBeLessThan(answers.length);
});

test("a stopping service is alive, but not ready", async () => {
  await using edge = await startEdge();
  edge.drain();
  expect((await fetch(`${edge.url}/health/ready`)).status).toBe(503);
  expect((await fetch(`${edge.url}/health/live`)).status).toBe(200);
});

test("stopping lets a request finish and accepts no more", async () => {
  await using edge = await startEdge();
  const slow = fetch(`${edge.url}/things/slow`);
  await sleep(100);
  const stopped = edge.stop(5000);
  await expect(fetch(`${edge.url}/health/live`)).rejects.toThrow("fetch failed");
  expect(await (await slow).text()).toBe("done");
  await stopped;
});

/** Sends text over a raw connection and returns everything received. */
async function exchange(port: number, request: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.setEncoding("utf8").on("error", () => {});
  let answer = "";
  socket.on("data", (chunk: string) => {
    answer += chunk;
  });
  socket.write(request);
  await once(socket, "close");
  return answer;
}

test("a slow response to a complete request is not a slow body", async () => {
  await using edge = await startEdge();
  expect(await (await fetch(`${edge.url}/things/slow`)).text()).toBe("done");
});

test("a stalled body gets 408, and its connection is closed", async () => {
  await using edge = await startEdge();
  const head =
    "POST /things/json HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n";
  const answer = await exchange(edge.port, `${head}{`);
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer).toMatch(/\r\nconnection: close\r\n/i);
  expect(answer).toMatch(/\{"message":".+"\}$/);
});

test("a client that leaves, or a response that breaks off, writes nothing to the console", async () => {
  // Express writes nothing in tests.
  vi.stubEnv("NODE_ENV", "production");
  const written = vi.spyOn(console, "error").mockImplementation(() => {});
  await using edge = await startEdge();
  const head = "POST /things/json HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";
  const socket = connect(edge.port, "127.0.0.1");
  socket.write(`${head}Content-Length: 100\r\n\r\n{`, () => socket.destroy());
  await expect.poll(() => edge.exchanges.map(({ status }) => status)).toEqual([499]);
  await expect(fetch(`${edge.url}/things/half`).then((answer) => answer.text())).rejects.toThrow(
    /terminated|fetch failed/,
  );
  expect(edge.failures).toEqual([new Error("in the middle")]);
  expect(written).not.toHaveBeenCalled();
  written.mockRestore();
  vi.unstubAllEnvs();
});

test.each([
  ["is no HTTP", "nonsense\r\n\r\n", 400],
  ["has no Host", "GET /health/live HTTP/1.1\r\n\r\n", 400],
  ["has two Hosts", "GET /health/live HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n", 400],
  ["has two Hosts in HTTP/1.0", "GET /health/live HTTP/1.0\r\nHost: x\r\nHost: y\r\n\r\n", 400],
  ["names a URL that is none", "GET http://[::1/health/live HTTP/1.1\r\nHost: x\r\n\r\n", 400],
  ["names another protocol", "GET ftp://x/health/live HTTP/1.1\r\nHost: x\r\n\r\n", 400],
  ["has an unknown expectation", "GET /health/live HTTP/1.1\r\nHost: x\r\nExpect: foo\r\n\r\n", 417],
  ["has headers without end", `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${"x".repeat(20_000)}\r\n\r\n`, 431],
])("a request that %s gets JSON", async (_name, request, status) => {
  await using edge = await startEdge();
  const answer = await exchange(edge.port, request);
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(answer).toMatch(/Content-Type: application\/json\r\n/);
  expect(answer).toMatch(/\{"message":".+"\}$/);
});

test("a request with an absolute URL, as to a proxy, is routed by its path", async () => {
  await using edge = await startEdge();
  const head = "Host: x\r\nConnection: close\r\n\r\n";
  const answer = await exchange(edge.port, `GET http://x:8080/things/named/a?b HTTP/1.1\r\n${head}`);
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(edge.exchanges.map(({ route }) => route)).toEqual(["/things/named/:name"]);
});

test("a client that expects 100 Continue gets it when its body is read", async () => {
  await using edge = await startEdge();
  const socket = connect(edge.port, "127.0.0.1").setEncoding("utf8");
  let received = "";
  socket.on("data", (text: string) => (received += text));
  socket.write(
    "POST /things/json HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 7\r\nExpect: 100-continue\r\n\r\n",
  );
  await expect.poll(() => received).toBe("HTTP/1.1 100 Continue\r\n\r\n");
  socket.write('{"a":1}GET /things/named/a HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(() => received).toMatch(/200 OK[^]+\{"a":1\}[^]*200 OK/);
  socket.destroy();
});

test("a client that expects 100 Continue and is refused sends no body", async () => {
  await using edge = await startEdge();
  const head = "Host: x\r\nContent-Length: 1000000\r\nExpect: 100-continue\r\n\r\n";
  const answer = await exchange(edge.port, `POST /nowhere HTTP/1.1\r\n${head}`);
  expect(answer).toMatch(/^HTTP\/1\.1 404 [^]+Connection: close/);
});

test("CONNECT is rejected with JSON", async () => {
  await using edge = await startEdge();
  const answer = await exchange(edge.port, "CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n");
  expect(answer).toMatch(/^HTTP\/1\.1 405 [^]+Allow: GET, HEAD[^]+\{"message":"CONNECT is not allowed\."\}$/);
});

test("a WebSocket is opened at its own path; elsewhere the upgrade header is ignored", async () => {
  const server = createHttpServer((_request, response) => response.end("as ever"), {
    silentBodyMs: SILENT_BODY_MS,
    socketPaths: ["/sockets"],
  });
  server.on("upgrade", (_request, socket) => socket.end("HTTP/1.1 101 Switching Protocols\r\n\r\n"));
  const port = await listen(server, { host: "127.0.0.1", port: 0 });
  const asked = (request: string): Promise<string> =>
    exchange(
      port,
      `${request} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n`,
    );
  expect(await asked("GET /sockets?a=b")).toMatch(/^HTTP\/1\.1 101 /);
  expect(await asked("GET /other")).toMatch(/^HTTP\/1\.1 200 [^]+as ever/);
  expect(await asked("POST /sockets")).toMatch(/^HTTP\/1\.1 200 [^]+as ever/);
  await stopServer(server, 0);
});

test("pipelined requests are served in order, and too many close the connection", async () => {
  await using edge = await startEdge();
  const one = "GET /things/named/a HTTP/1.1\r\nHost: x\r\n\r\n";
  const last = one.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n");
  expect((await exchange(edge.port, one.repeat(99) + last)).match(/HTTP\/1\.1 200 /g)).toHaveLength(100);
  const served = edge.exchanges.length;
  await exchange(edge.port, one.repeat(1400));
  expect(edge.exchanges.length - served).toBeLessThanOrEqual(100);
});

test("a port in use is reported with the variable to set", async () => {
  await using edge = await startEdge();
  const server = createHttpServer(() => {}, { silentBodyMs: SILENT_BODY_MS });
  await expect(listen(server, { host: "127.0.0.1", port: edge.port })).rejects.toThrow(
    /^PORT is \d+, but another/,
  );
});
