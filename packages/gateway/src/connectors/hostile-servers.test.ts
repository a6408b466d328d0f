import { once } from "node:events";
import { createServer as createHttpServer, type RequestListener } from "node:http";
import { createServer, type Socket } from "node:net";
import { boundPort } from "@galley/core/testing";
import type { ConnectorSettings, FileQuery, SourceFile } from "@galley/core/domain";
import { describe, expect, test } from "vitest";
import type { TestStep } from "@galley/core/domain";
import { connectionSteps } from "./connection-test.ts";
import type { AnyConnector } from "./connector-definition.ts";
import { httpConnector } from "./http/http-connector.ts";
import { postgresqlConnector } from "./postgresql/postgresql-connector.ts";
import { s3Connector } from "./s3/s3-connector.ts";
import { sftpConnector } from "./sftp/sftp-connector.ts";
import { loopbackDependencies } from "./testing/loopback-network.ts";

const NEVER = new AbortController().signal;
const CONTEXT = { signal: NEVER };
const ALL: FileQuery = { folders: ["bucket"], patterns: [], recursive: true };

interface HostileServer extends AsyncDisposable {
  readonly port: number;
}

/** Runs `meet` for each connection; disposing closes the server and its connections. */
async function startRaw(meet: (socket: Socket) => void): Promise<HostileServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket));
    meet(socket);
  }).listen(0, "127.0.0.1");
  return listening(server, () => {
    for (const socket of sockets) socket.destroy();
  });
}

async function startHttp(answer: RequestListener): Promise<HostileServer> {
  const server = createHttpServer(answer).listen(0, "127.0.0.1");
  return listening(server, () => server.closeAllConnections());
}

async function listening(server: ReturnType<typeof createServer>, end: () => void): Promise<HostileServer> {
  await once(server, "listening");
  return {
    port: boundPort(server),
    async [Symbol.asyncDispose]() {
      server.close();
      end();
    },
  };
}

const httpSettings = (port: number): ConnectorSettings => ({
  connectorName: "pages",
  base_url: `http://127.0.0.1:${port}/`,
  username: "",
  password: "",
});
const s3Settings = (port: number): ConnectorSettings => ({
  connectorName: "bucket",
  endpoint_url: `http://127.0.0.1:${port}`,
  key: "key",
  secret: "secret",
  region_name: "us-east-1",
});
const sftpSettings = (port: number): ConnectorSettings => ({
  connectorName: "files",
  host: "127.0.0.1",
  port: `${port}`,
  username: "u",
  password: "p",
  user_dir: "/",
});
const databaseSettings = (port: number): ConnectorSettings => ({
  connectorName: "rows",
  connection_url: `postgresql://u:p@127.0.0.1:${port}/d`,
});

const KINDS: readonly (readonly [string, AnyConnector, (port: number) => ConnectorSettings])[] = [
  ["HTTP", httpConnector, httpSettings],
  ["S3", s3Connector, s3Settings],
  ["SFTP", sftpConnector, sftpSettings],
  ["PostgreSQL", postgresqlConnector, databaseSettings],
];

/** Sends bytes without end, as fast as they are read. */
function flood(socket: Socket, line: string): void {
  const block = Buffer.alloc(1024 * 1024, line);
  const more = (): void => {
    while (!socket.destroyed && socket.write(block));
  };
  socket.on("drain", more);
  more();
}

const MEETINGS: Readonly<Record<string, (socket: Socket) => void>> = {
  "is a black hole": (socket) => socket.resume(),
  "hangs up": (socket) => socket.destroy(),
  "greets without an end": (socket) => flood(socket, "SSH-1.99-hello "),
  "greets in lines without an end": (socket) => flood(socket, "welcome\r\n"),
  "says nothing that anybody understands": (socket) => socket.end(Buffer.alloc(4096, 0xff)),
};

describe.each(Object.entries(MEETINGS))("a server that %s", (_, meet) => {
  test.each(KINDS)(
    "a test of %s ends in time, with a plain message and little memory",
    async (_name, connector, settingsOf) => {
      await using server = await startRaw(meet);
      const settings = settingsOf(server.port);
      const before = process.memoryUsage().rss;
      const context = { signal: AbortSignal.timeout(1500) };
      const steps: TestStep[] = [];
      for await (const step of connectionSteps(connector, settings, loopbackDependencies(), context)) {
        steps.push(step);
      }
      const last = steps.at(-1);
      expect(last?.ok).toBe(false);
      expect(last?.message).toMatch(/^[A-Z"][^]{0,400}$/u);
      expect(last?.message).not.toContain("hello hello");
      expect((process.memoryUsage().rss - before) / 1e6).toBeLessThan(150);
    },
  );
});

async function listed(
  connector: AnyConnector,
  settings: ConnectorSettings,
  query: FileQuery,
): Promise<SourceFile[]> {
  await using connection = await connector.open(settings, loopbackDependencies(), CONTEXT);
  const files: SourceFile[] = [];
  for await (const file of connection.source?.list(query, NEVER) ?? []) files.push(file);
  return files;
}

const HOSTILE_NAMES = [
  "../outside.pdf",
  "a/../../outside.pdf",
  "/etc/passwd",
  "a//b.pdf",
  "./here.pdf",
  "nul\u0000.pdf",
  `${"n".repeat(4096)}.pdf`,
  `${"deep/".repeat(1000)}far.pdf`,
];

test("in a bucket, names that leave the folder or are too long are skipped; the valid one is listed", async () => {
  const entries = [...HOSTILE_NAMES, "good.pdf"].map(
    (key) => `<Contents><Key>${key.replace("\u0000", "")}</Key><Size>-5</Size></Contents>`,
  );
  await using server = await startHttp(({ url = "" }, response) => {
    response.setHeader("content-type", "application/xml");
    response.end(
      url.startsWith("/bucket")
        ? `<ListBucketResult><IsTruncated>false</IsTruncated>${entries.join("")}</ListBucketResult>`
        : "<ListAllMyBucketsResult><Buckets></Buckets></ListAllMyBucketsResult>",
    );
  });
  const settings = s3Settings(server.port);
  const files = await listed(s3Connector, settings, ALL);
  const leading = files.filter(({ path }) => /(^|\/)\.{0,2}(\/|$)|\0/u.test(path) || path.length > 4096);
  expect(leading).toEqual([]);
  expect(files.map(({ path }) => path)).toContain("bucket/good.pdf");
});

test("on a page, links that leave the folder or are too long are skipped; the valid one is listed", async () => {
  const links = [...HOSTILE_NAMES, "good.pdf"].map((name) => `<a href="${encodeURIComponent(name)}">x</a>`);
  await using server = await startHttp((_, response) => response.end(links.join("")));
  const settings = httpSettings(server.port);
  const files = await listed(httpConnector, settings, { ...ALL, folders: [], recursive: false });
  expect(files.map(({ path }) => path)).toEqual(["good.pdf"]);
});

test.each(["../outside.pdf", "/../outside.pdf", "a/./b.pdf", "nul\0.pdf", "n".repeat(1025), ""])(
  "a path that leaves the connection is not requested: %j",
  async (path) => {
    const asked: string[] = [];
    await using server = await startHttp(({ url = "" }, response) => {
      asked.push(url);
      response.end("<p>nothing</p>");
    });
    const settings = httpSettings(server.port);
    await using connection = await httpConnector.open(settings, loopbackDependencies(), CONTEXT);
    const content = connection.source?.read(path, NEVER)[Symbol.asyncIterator]();
    await expect(content?.next()).rejects.toThrow("not a path within the connection");
    expect(asked).toEqual(["/"]);
  },
);

test("a file without end is streamed, and the download stops with its reader", async () => {
  let sent = 0;
  const gone = Promise.withResolvers<void>();
  await using server = await startHttp(({ url }, response) => {
    if (url === "/") {
      response.end("");
      return;
    }
    // The announced size is false, too.
    const block = Buffer.alloc(1024 * 1024);
    const more = (): void => {
      while (!response.destroyed && response.write(block)) sent += block.length;
    };
    response.on("drain", more).on("close", gone.resolve);
    more();
  });
  const settings = httpSettings(server.port);
  await using connection = await httpConnector.open(settings, loopbackDependencies(), CONTEXT);
  let taken = 0;
  for await (const chunk of connection.source?.read("endless.pdf", NEVER) ?? []) {
    taken += chunk.length;
    if (taken > 8e6) break;
  }
  await gone.promise;
  expect(sent - taken).toBeLessThan(32e6);
});
