import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createOutbound, type FoundDocument, type Outbound, type OutboundOptions } from "./outbound.ts";
import { serveHttp, serveRaw, type TargetServer } from "./testing/target-server.ts";

const LOOPBACK = ["127.0.0.0/8"];
const NEVER = new AbortController().signal;
const LIMITS = { maxBytes: 1_000_000, timeoutMs: 20_000, headerTimeoutMs: 10_000, signal: NEVER };

let opened: AsyncDisposableStack;
beforeEach(() => {
  opened = new AsyncDisposableStack();
});
afterEach(() => opened.disposeAsync());

const outbound = (options: Partial<OutboundOptions> = {}): Outbound =>
  createOutbound({ allow: LOOPBACK, ...options });

/** A resolver for these names; each call uses up one of a name's responses, and the last one stays. */
function names(table: Readonly<Record<string, readonly (readonly string[])[]>>): {
  readonly resolve: (name: string) => Promise<readonly string[]>;
  readonly asked: readonly string[];
} {
  const asked: string[] = [];
  return {
    asked,
    async resolve(name) {
      const answers = table[name] ?? [];
      const answer = answers[asked.filter((earlier) => earlier === name).length] ?? answers.at(-1);
      asked.push(name);
      if (!answer) throw Object.assign(new Error(`unknown name ${name}`), { code: "ENOTFOUND" });
      return answer;
    },
  };
}

async function http(...[listener]: Parameters<typeof serveHttp>): Promise<TargetServer> {
  return opened.use(await serveHttp(listener));
}

async function raw(...[answer]: Parameters<typeof serveRaw>): Promise<TargetServer> {
  return opened.use(await serveRaw(answer));
}

async function textOf({ content }: FoundDocument): Promise<string> {
  return (await buffer(content)).toString();
}

test("a document has its type and the URL of the last redirect", async () => {
  const server = await http(({ url }, response) => {
    if (url === "/old") response.writeHead(302, { location: "/new" }).end();
    else response.setHeader("content-type", "application/pdf").end("%PDF-1.7");
  });
  const found = await outbound().get(`${server.url}old`, LIMITS);
  expect(found).toMatchObject({ url: `${server.url}new`, contentType: "application/pdf" });
  expect(await textOf(found)).toBe("%PDF-1.7");
});

test("a request names its host and client, and asks for an unencoded response of any type", async () => {
  const server = await http(({ headers, url }, response) =>
    response.end(JSON.stringify({ url, ...headers })),
  );
  const { resolve } = names({ "documents.example": [["127.0.0.1"]] });
  const url = `http://documents.example:${server.port}/a%20b.pdf?x=1#page=2`;
  const found = await outbound({ resolve }).get(url, LIMITS);
  expect(JSON.parse(await textOf(found))).toEqual({
    url: "/a%20b.pdf?x=1",
    host: `documents.example:${server.port}`,
    "user-agent": "galley",
    accept: "*/*",
    "accept-encoding": "identity",
    connection: "close",
  });
});

test("by default, nothing on this machine is reached, whether its port is open or not", async () => {
  const server = await http((_, response) => response.end("secret"));
  const closedPort = await serveHttp(() => {});
  await closedPort[Symbol.asyncDispose]();
  const { resolve } = names({ "inside.example": [["127.0.0.1"]] });
  const closed = outbound({ allow: [], resolve });
  const messages = new Set<string>();
  for (const port of [server.port, closedPort.port]) {
    for (const host of ["127.0.0.1", "inside.example", "unknown.example", "[::1]"]) {
      const error = await closed.get(`http://${host}:${port}/`, LIMITS).catch((cause: unknown) => cause);
      expect(error).toMatchObject({ failure: "refused" });
      messages.add(String(error));
    }
  }
  expect(messages.size).toBe(1);
  expect(server.hits()).toBe(0);
});

test("the operator gets the reason why a request was rejected", async () => {
  const reasons: string[] = [];
  const { resolve } = names({ "inside.example": [["10.0.0.1"]] });
  const out = outbound({ resolve, onRefused: (reason) => reasons.push(reason) });
  await expect(out.get("http://inside.example/", LIMITS)).rejects.toThrow(/cannot be used/);
  expect(() => out.check("ftp://example.com/")).toThrow(/cannot be used/);
  expect(reasons).toEqual([expect.stringContaining("10.0.0.1"), expect.stringContaining("ftp:")]);
});

test("localhost is resolved like any other name", async () => {
  const server = await http((_, response) => response.end());
  const refusal = createOutbound({ allow: [] }).get(`http://localhost:${server.port}/`, LIMITS);
  await expect(refusal).rejects.toMatchObject({ failure: "refused" });
  expect(server.hits()).toBe(0);
});

test("a name with one private address is rejected, whatever its other addresses are", async () => {
  const server = await http((_, response) => response.end());
  for (const addresses of [
    ["127.0.0.1", "10.0.0.1"],
    ["10.0.0.1", "127.0.0.1"],
    ["127.0.0.1", "::ffff:169.254.169.254"],
  ]) {
    const { resolve } = names({ "mixed.example": [addresses] });
    const refusal = outbound({ resolve }).get(`http://mixed.example:${server.port}/`, LIMITS);
    await expect(refusal).rejects.toMatchObject({ failure: "refused" });
  }
  expect(server.hits()).toBe(0);
});

test("a name is resolved once: a second answer has no effect on where the connection goes", async () => {
  const server = await http((_, response) => response.end("public"));
  const { resolve, asked } = names({ "rebinding.example": [["127.0.0.1"], ["10.0.0.1"]] });
  const found = await outbound({ resolve }).get(`http://rebinding.example:${server.port}/`, LIMITS);
  expect(await textOf(found)).toBe("public");
  expect(asked).toEqual(["rebinding.example"]);
});

test("each redirect is checked: one to a private address, or to a name that now resolves to one, is rejected", async () => {
  const inside = await http((_, response) => response.end("secret"));
  const outside = await http(({ url }, response) =>
    response.writeHead(302, { location: decodeURIComponent(url?.slice(1) ?? "") }).end(),
  );
  const { resolve } = names({
    "rebinding.example": [["127.0.0.1"], ["127.0.0.2"]],
    "inside.example": [["127.0.0.2"]],
  });
  const narrow = outbound({ allow: ["127.0.0.1/32"], resolve });
  for (const location of [
    `http://127.0.0.2:${inside.port}/`,
    `http://0x7f.2:${inside.port}/`,
    `http://[::ffff:127.0.0.1]:${inside.port}/`,
    `http://inside.example:${inside.port}/`,
    `//inside.example:${inside.port}/`,
    "file:///etc/passwd",
  ]) {
    const refusal = narrow.get(`${outside.url}${encodeURIComponent(location)}`, LIMITS);
    await expect(refusal).rejects.toMatchObject({ failure: "refused" });
  }
  const again = encodeURIComponent(`http://rebinding.example:${inside.port}/`);
  const moved = narrow.get(`http://rebinding.example:${outside.port}/${again}`, LIMITS);
  await expect(moved).rejects.toMatchObject({ failure: "refused" });
  expect(inside.hits()).toBe(0);
});

test("connections are not reused: the second request to a keep-alive server is checked again", async () => {
  const server = await http((_, response) => response.setHeader("connection", "keep-alive").end("once"));
  const { resolve } = names({ "rebinding.example": [["127.0.0.1"], ["10.0.0.1"]] });
  const out = outbound({ resolve });
  const url = `http://rebinding.example:${server.port}/`;
  expect(await textOf(await out.get(url, LIMITS))).toBe("once");
  await expect(out.get(url, LIMITS)).rejects.toMatchObject({ failure: "refused" });
  expect(server.hits()).toBe(1);
});

test("five redirects are followed, a sixth is not", async () => {
  const server = await http(({ url }, response) => {
    const left = Number(url?.slice(1));
    if (left === 0) response.end("there");
    else response.writeHead(307, { location: `/${left - 1}` }).end();
  });
  expect(await textOf(await outbound().get(`${server.url}5`, LIMITS))).toBe("there");
  await expect(outbound().get(`${server.url}6`, LIMITS)).rejects.toMatchObject({ failure: "redirect" });
});

test.each([204, 206, 304, 401, 404, 500, 503])("status %i is a failure that names it", async (status) => {
  const server = await http((_, response) => response.writeHead(status).end());
  await expect(outbound().get(server.url, LIMITS)).rejects.toMatchObject({
    failure: "status",
    status,
    message: expect.stringContaining(String(status)),
  });
});

test("proxies from the environment are not used", async () => {
  const proxy = await http((_, response) => response.end("from the proxy"));
  const server = await http((_, response) => response.end("from the server"));
  for (const name of ["http_proxy", "HTTP_PROXY", "all_proxy"]) vi.stubEnv(name, proxy.url);
  vi.stubEnv("NODE_USE_ENV_PROXY", "1");
  expect(await textOf(await outbound().get(server.url, LIMITS))).toBe("from the server");
  expect(proxy.hits()).toBe(0);
  vi.unstubAllEnvs();
});

test("https uses the host name for SNI and verification", async () => {
  let hello = Buffer.alloc(0);
  const server = await raw((socket) => {
    socket.once("data", (bytes) => {
      hello = Buffer.from(bytes);
      socket.end("no TLS here");
    });
  });
  const { resolve } = names({ "documents.example": [["127.0.0.1"]] });
  const failing = outbound({ resolve }).get(`https://documents.example:${server.port}/`, LIMITS);
  await expect(failing).rejects.toMatchObject({ failure: "untrusted" });
  expect(hello.includes("documents.example")).toBe(true);
});

test("an announced size above the limit is rejected before the body is read", async () => {
  const server = await http((_, response) => response.setHeader("content-length", 2 ** 40).write("%PDF"));
  await expect(outbound().get(server.url, LIMITS)).rejects.toMatchObject({ failure: "too-large" });
});

test("a body without end is aborted at the limit", async () => {
  const server = await http((_, response) => {
    const more = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536)));
    };
    response.on("drain", more);
    more();
  });
  const { content } = await outbound().get(server.url, LIMITS);
  await expect(buffer(content)).rejects.toMatchObject({ failure: "too-large" });
});

test("a compressed body is decompressed, and its decompressed size counts", async () => {
  const server = await http(({ url }, response) => {
    response
      .setHeader("content-encoding", "gzip")
      .end(gzipSync(Buffer.alloc(url === "/bomb" ? 200_000_000 : 9, "x")));
  });
  expect(await textOf(await outbound().get(server.url, LIMITS))).toBe("xxxxxxxxx");
  const bomb = await outbound().get(`${server.url}bomb`, LIMITS);
  await expect(buffer(bomb.content)).rejects.toMatchObject({ failure: "too-large" });
});

test.each([
  ["gzip", "this is not packed"],
  ["gzip, gzip", "twice"],
  ["unheard-of", "x"],
])("a body encoded as %s that cannot be decoded is a failure", async (encoding, body) => {
  const server = await http((_, response) => response.setHeader("content-encoding", encoding).end(body));
  const reading = outbound()
    .get(server.url, LIMITS)
    .then(({ content }) => buffer(content));
  await expect(reading).rejects.toMatchObject({ failure: "encoding" });
});

test("a body shorter than announced is an error", async () => {
  const server = await raw((socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n%PDF"));
  const { content } = await outbound().get(server.url, LIMITS);
  await expect(buffer(content)).rejects.toMatchObject({ failure: "interrupted" });
});

test("a body longer than announced is truncated to the announced length", async () => {
  const server = await raw((socket) =>
    socket.end("HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\n%PDF-1.7 and more"),
  );
  const { content } = await outbound().get(server.url, LIMITS);
  expect((await buffer(content)).toString()).toBe("%PDF");
});

test.each([
  ["contradicting lengths", "HTTP/1.1 200 OK\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n%PDF"],
  ["no HTTP", "SSH-2.0-OpenSSH_9.9\r\n"],
  ["headers without measure", `HTTP/1.1 200 OK\r\nx: ${"x".repeat(100_000)}\r\n\r\n`],
])("a response with %s cannot be parsed", async (_, answer) => {
  const server = await raw((socket) => socket.end(answer));
  await expect(outbound().get(server.url, LIMITS)).rejects.toMatchObject({ failure: "encoding" });
});

test("slow headers time out", async () => {
  const server = await raw((socket) => {
    socket.write("HTTP/1.1 200 OK\r\n");
    const trickle = setInterval(() => socket.write("x: y\r\n"), 20);
    socket.on("close", () => clearInterval(trickle));
  });
  const waiting = outbound().get(server.url, { ...LIMITS, headerTimeoutMs: 200 });
  await expect(waiting).rejects.toMatchObject({ failure: "timeout" });
});

test("a temporary failure of name resolution is retryable, with the message of a rejection", async () => {
  const resolve = (): Promise<never> =>
    Promise.reject(Object.assign(new Error("try again"), { code: "EAI_AGAIN" }));
  const failing = outbound({ resolve }).get("http://inside.example/", LIMITS);
  await expect(failing).rejects.toMatchObject({
    failure: "interrupted",
    message: expect.stringMatching(/^The URL cannot be used: /),
  });
});

test("name resolution times out", async () => {
  const waiting = outbound({ resolve: () => new Promise(() => {}) }).get("http://slow.example/", {
    ...LIMITS,
    headerTimeoutMs: 100,
  });
  await expect(waiting).rejects.toMatchObject({ failure: "timeout" });
});

test("a slow body times out", async () => {
  const server = await http((_, response) => {
    const trickle = setInterval(() => response.write("x"), 20);
    response.on("close", () => clearInterval(trickle));
  });
  const { content } = await outbound().get(server.url, { ...LIMITS, timeoutMs: 500 });
  await expect(buffer(content)).rejects.toMatchObject({ failure: "timeout" });
});

test("redirects do not restart the time limit", async () => {
  const server = await http((_, response) => {
    setTimeout(() => response.writeHead(302, { location: "/" }).end(), 200);
  });
  const waiting = outbound().get(server.url, { ...LIMITS, timeoutMs: 500 });
  await expect(waiting).rejects.toMatchObject({ failure: "timeout" });
});

test("a signal aborts a request with its own reason, before and during the body", async () => {
  const server = await http(({ url }, response) => {
    if (url === "/body") response.write("x");
  });
  const reason = new Error("The worker stops.");
  const early = new AbortController();
  const waiting = outbound().get(server.url, { ...LIMITS, signal: early.signal });
  await vi.waitFor(() => expect(server.hits()).toBe(1));
  early.abort(reason);
  await expect(waiting).rejects.toBe(reason);

  const late = new AbortController();
  const { content } = await outbound().get(`${server.url}body`, { ...LIMITS, signal: late.signal });
  const reading = buffer(content);
  late.abort(reason);
  await expect(reading).rejects.toBe(reason);
});

test.each([
  ["is closed at once", (): Promise<TargetServer> => raw((socket) => socket.end())],
  [
    "is reset",
    (): Promise<TargetServer> => raw((socket) => socket.once("data", () => socket.resetAndDestroy())),
  ],
])("a connection that %s was interrupted", async (_, serve) => {
  const { url } = await serve();
  await expect(outbound().get(url, LIMITS)).rejects.toMatchObject({ failure: "interrupted" });
});

test("a port without a server is unreachable", async () => {
  const server = await serveHttp(() => {});
  await server[Symbol.asyncDispose]();
  await expect(outbound().get(server.url, LIMITS)).rejects.toMatchObject({ failure: "unreachable" });
});

test("a POST body arrives, and the response is returned whatever its status", async () => {
  const server = await http((request, response) => {
    void buffer(request).then((body) =>
      response
        .writeHead(418, { "x-answer": "yes" })
        .end(`${request.method} ${String(request.headers["x-ask"])} ${body.toString()}`),
    );
  });
  const posting = { headers: { "x-ask": "?" }, body: "wörds", maxAnswerBytes: 100 };
  expect(await outbound().post(server.url, posting, LIMITS)).toMatchObject({
    status: 418,
    headers: { "x-answer": "yes" },
    body: "POST ? wörds",
  });
});

test("a POST follows no redirect", async () => {
  const server = await http((_, response) => response.writeHead(307, { location: "/there" }).end());
  const posting = { headers: {}, body: "", maxAnswerBytes: 100 };
  expect(await outbound().post(server.url, posting, LIMITS)).toMatchObject({ status: 307 });
  expect(server.hits()).toBe(1);
});

test("the response to a POST is truncated at the limit", async () => {
  const server = await http((_, response) => {
    const more = (): void => {
      while (!response.destroyed && response.write("x".repeat(65_536)));
    };
    response.on("drain", more);
    more();
  });
  const posting = { headers: {}, body: "{}", maxAnswerBytes: 20_000 };
  expect((await outbound().post(server.url, posting, LIMITS)).body).toBe("x".repeat(20_000));
});

test("a POST to a private address is rejected and never arrives", async () => {
  const server = await http((_, response) => response.end());
  const posting = { headers: {}, body: "{}", maxAnswerBytes: 100 };
  const { resolve } = names({ "hook.example": [["127.0.0.1"]] });
  const closed = outbound({ allow: [], resolve });
  for (const url of [server.url, `http://hook.example:${server.port}/`]) {
    await expect(closed.post(url, posting, LIMITS)).rejects.toMatchObject({ failure: "refused" });
  }
  expect(server.hits()).toBe(0);
});
