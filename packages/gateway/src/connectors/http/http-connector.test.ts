import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { boundPort } from "@galley/core/testing";
import { expect, test } from "vitest";
import { createCatalogue } from "../catalogue.ts";
import { loopbackDependencies } from "../testing/loopback-network.ts";
import { httpConnector } from "./http-connector.ts";

const CONTEXT = { signal: new AbortController().signal };

interface World extends AsyncDisposable {
  readonly settings: Readonly<Record<string, string>>;
}

async function serving(listener: RequestListener): Promise<World> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  const port = boundPort(server);
  return {
    settings: {
      connectorName: "pages",
      base_url: `http://127.0.0.1:${port}/files`,
      username: "u",
      password: "p",
    },
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const PAGES: Readonly<Record<string, string>> = {
  "/files/": `<a href="../">up</a> <a href="?C=N">name</a> <A HREF="%C3%9Cber%20uns.pdf">a</A>
    <a href="b.txt">b</a> <a href="/files/b.txt">again</a> <a href="https://elsewhere.example/c.pdf">c</a>
    <a href="deep/">deep</a> <a href="%2e%2e%2fetc.pdf">no</a> <a href="nul%00.pdf">no</a> <a href="bad%zz.pdf">no</a>`,
  "/files/deep/": `<a href="d.pdf">d</a> <a href="../">up</a>`,
  "/files/%C3%9Cber%20uns.pdf": "about us",
};

const listPages: RequestListener = ({ url = "", headers }, response) => {
  if (headers.authorization !== `Basic ${Buffer.from("u:p").toString("base64")}`) {
    response.writeHead(401).end("who are you?");
    return;
  }
  const page = PAGES[url];
  if (page === undefined) response.writeHead(404).end();
  else response.end(page);
};

async function pathsOf(
  world: World,
  recursive: boolean,
  patterns: readonly string[],
): Promise<readonly string[]> {
  await using connection = await httpConnector.open(world.settings, loopbackDependencies(), CONTEXT);
  const paths: string[] = [];
  const query = { folders: [], patterns, recursive };
  for await (const { path } of connection.source?.list(query, CONTEXT.signal) ?? []) paths.push(path);
  return paths;
}

test("files that a page links to are listed and read; links to other places are skipped", async () => {
  await using world = await serving(listPages);
  expect(await pathsOf(world, false, [])).toEqual(["Über uns.pdf", "b.txt"]);
  expect(await pathsOf(world, true, ["*.pdf"])).toEqual(["Über uns.pdf", "deep/d.pdf"]);
  await using connection = await httpConnector.open(world.settings, loopbackDependencies(), CONTEXT);
  const chunks: Uint8Array[] = [];
  for await (const chunk of connection.source?.read("Über uns.pdf", CONTEXT.signal) ?? []) chunks.push(chunk);
  expect(Buffer.concat(chunks).toString()).toBe("about us");
  expect(connection.sink).toBeUndefined();
});

test("wrong credentials are reported with a message that does not quote them", async () => {
  await using world = await serving(listPages);
  const settings = { ...world.settings, password: "hunter2" };
  const failure = httpConnector.open(settings, loopbackDependencies(), CONTEXT);
  await expect(failure).rejects.toMatchObject({
    code: "ACCESS_DENIED",
    message: expect.not.stringContaining("hunter2"),
  });
});

test("a page without end is aborted", async () => {
  await using world = await serving((_request, response) => {
    const write = (): void => {
      while (response.write(`<a href="${"x".repeat(60_000)}">`) && !response.destroyed);
    };
    response.on("drain", write);
    write();
  });
  await expect(pathsOf(world, false, [])).rejects.toThrow("larger than 16 MB");
});

test("a redirect to another server is not followed", async () => {
  await using world = await serving((_request, response) => {
    response.writeHead(302, { location: "http://169.254.169.254/" }).end();
  });
  await expect(pathsOf(world, false, [])).rejects.toThrow("redirects to another server");
});

test("a silent server fails the test in time", async () => {
  await using world = await serving(() => {});
  const catalogue = createCatalogue([httpConnector], loopbackDependencies());
  const soon = AbortSignal.timeout(300);
  const steps = await Array.fromAsync(
    catalogue.test(httpConnector.kind.id, world.settings, { signal: soon }),
  );
  expect(steps.map(({ name, ok, message }) => [name, ok, message])).toEqual([
    ["dns", true, ""],
    ["tcp", true, ""],
    ["login", false, "The target did not respond in time."],
  ]);
});
