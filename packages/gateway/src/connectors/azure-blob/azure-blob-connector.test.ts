import { once } from "node:events";
import { createServer, request as forward, type IncomingMessage, type RequestListener } from "node:http";
import { boundPort } from "@galley/core/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApiServer } from "../testing/apis/api-server.ts";
import { BLOB_SETTINGS, startAzurite } from "../testing/azurite.ts";
import { fileStoreContract } from "../testing/file-store-contract.ts";
import { loopbackDependencies } from "../testing/loopback-network.ts";
import { azureBlobConnector } from "./azure-blob-connector.ts";

const CONTEXT = { signal: new AbortController().signal };

let azurite: ApiServer;
beforeAll(async () => {
  azurite = await startAzurite();
}, 90_000);
afterAll(() => azurite[Symbol.asyncDispose]());

function openAt(azure_blob: string, given = {}): ReturnType<typeof azureBlobConnector.open> {
  const settings = { ...BLOB_SETTINGS, ...given };
  return azureBlobConnector.open(settings, loopbackDependencies([], { azure_blob }), CONTEXT);
}

/** Azurite behind a line that breaks off: `breaks` returns the number of bytes after which a response ends. */
async function startFaultyLine(breaks: (request: IncomingMessage) => number | undefined): Promise<ApiServer> {
  return startServer((request, response) => {
    const { method, url, headers } = request;
    const end = breaks(request);
    if (end === 0) {
      request.socket.destroy();
      return;
    }
    const target = new URL(url ?? "", azurite.url.replace("{account}", ""));
    const onward = forward(target, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.on("data", (chunk: Buffer) => {
        if (end === undefined) response.write(chunk);
        else response.write(chunk.subarray(0, end), () => response.destroy());
      });
      answer.on("end", () => response.end());
    });
    request.pipe(onward);
  });
}

async function startServer(listener: RequestListener): Promise<ApiServer> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${boundPort(server)}/{account}`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

describe("Azurite", () => {
  let worlds = 0;
  fileStoreContract(async () => {
    const connection = await openAt(azurite.url);
    worlds += 1;
    return { connection, folder: `docs & more ${worlds}`, async [Symbol.asyncDispose]() {} };
  });

  test("stores a file of several blocks, and returns it unchanged", async () => {
    const { source, sink } = await openAt(azurite.url);
    const block = Buffer.alloc(1_000_003, "large ");
    await sink?.write("large.bin", repeated(block, 10), CONTEXT.signal);
    let bytes = 0;
    for await (const chunk of source?.read("large.bin", CONTEXT.signal) ?? []) bytes += chunk.length;
    expect(bytes).toBe(10 * block.length);
  });

  test("sends a block again if its connection broke off", async () => {
    const asked: string[] = [];
    await using line = await startFaultyLine(({ method, url = "" }) => {
      if (method !== "PUT") return undefined;
      asked.push(/comp=(\w+)/.exec(url)?.[1] ?? "");
      return asked.length === 1 ? 0 : undefined;
    });
    const { source, sink } = await openAt(line.url);
    await sink?.write("again.txt", repeated(Buffer.from("once"), 1), CONTEXT.signal);
    expect(asked).toEqual(["block", "block", "blocklist"]);
    expect(await textOf(source?.read("again.txt", CONTEXT.signal))).toBe("once");
  });

  test("resumes a download that breaks off", async () => {
    const content = "from here to there ".repeat(50_000);
    const ranges: (string | undefined)[] = [];
    await using line = await startFaultyLine(({ method, url = "", headers }) => {
      if (method !== "GET" || url.includes("comp=list")) return undefined;
      ranges.push(String(headers["x-ms-range"] ?? headers.range));
      return ranges.length === 1 ? 1000 : undefined;
    });
    const { source, sink } = await openAt(line.url);
    await sink?.write("long.txt", repeated(Buffer.from(content), 1), CONTEXT.signal);
    expect(await textOf(source?.read("long.txt", CONTEXT.signal))).toBe(content);
    expect(ranges).toEqual(["undefined", expect.stringMatching(/^bytes=[1-9]\d*-/)]);
  });

  test("stops after three attempts", async () => {
    let asked = 0;
    await using line = await startFaultyLine(({ url = "" }) => {
      if (!url.includes("broken.txt")) return undefined;
      asked += 1;
      return 0;
    });
    const { sink } = await openAt(line.url);
    const written = sink?.write("broken.txt", repeated(Buffer.from("x"), 1), CONTEXT.signal);
    await expect(written).rejects.toMatchObject({ name: "ConnectorError", code: "UNREACHABLE" });
    expect(asked).toBe(3);
  });

  test.each([
    ["a rejected key", { access_key: Buffer.from("another").toString("base64") }, "ACCESS_DENIED"],
    ["a missing container", { bucket: "missing" }, "NOT_FOUND"],
  ])("reports %s", async (_, given, code) => {
    await expect(openAt(azurite.url, given)).rejects.toMatchObject({ name: "ConnectorError", code });
  });
});

test("a download ends with its reader", async () => {
  const gone = Promise.withResolvers<void>();
  let sent = 0;
  await using server = await startServer(({ url = "" }, response) => {
    if (url.includes("comp=list")) {
      response.setHeader("content-type", "application/xml");
      response.end("<EnumerationResults><Blobs /></EnumerationResults>");
      return;
    }
    response.writeHead(200, { "content-length": "1000000000000", etag: '"1"' });
    const block = Buffer.alloc(1024 * 1024);
    const more = (): void => {
      while (!response.destroyed && response.write(block)) sent += block.length;
    };
    response.on("drain", more).on("close", gone.resolve);
    more();
  });
  const { source } = await openAt(server.url);
  let taken = 0;
  for await (const chunk of source?.read("endless.bin", CONTEXT.signal) ?? []) {
    taken += chunk.length;
    if (taken > 8e6) break;
  }
  await gone.promise;
  expect(sent - taken).toBeLessThan(32e6);
});

async function* repeated(block: Buffer, times: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < times; at += 1) yield block;
}

async function textOf(content: AsyncIterable<Uint8Array> | undefined): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content ?? []) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
