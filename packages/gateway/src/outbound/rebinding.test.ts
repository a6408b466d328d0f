import { once } from "node:events";
import { createServer } from "node:http";
import type { Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { boundPort } from "@galley/core/testing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createConnectorNetwork } from "./connector-network.ts";
import { createOutbound, type OutboundOptions } from "./outbound.ts";
import { serveNames, type NameRecords, type NameServer } from "./testing/name-server.ts";
import { createWebhookSender } from "./webhook-sender.ts";

/** Acts as the only public address: the only one that may be reached. */
const PUBLIC = "127.0.0.2";
/** Acts as a cloud's metadata service, on the same port. */
const METADATA = "127.0.0.1";
const METADATA_6 = "0:0:0:0:0:0:0:1";
const LINK_LOCAL = "169.254.169.254";

const NEVER = new AbortController().signal;
const LIMITS = { maxBytes: 1_000_000, timeoutMs: 20_000, headerTimeoutMs: 10_000, signal: NEVER };
const REFUSED = { failure: "refused" };

/**
 * Listens on every address, with keep-alive: records requests at the public one, and connections at the
 * others.
 */
const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  const location = decodeURIComponent(request.url?.slice(1) ?? "");
  if (!isPublic(request.socket)) response.end("credentials");
  else if (location === "") response.end("public");
  else response.writeHead(302, { location }).end();
});
let hits = 0;
let port: number;

beforeAll(async () => {
  server.on("connection", (socket) => {
    if (!isPublic(socket)) hits += 1;
  });
  server.listen(0);
  await once(server, "listening");
  port = boundPort(server);
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});
beforeEach(() => {
  hits = 0;
});

const only = (...addresses: readonly string[]): NameRecords => ({ addresses });

function isPublic({ localAddress = "" }: Socket): boolean {
  return localAddress.replace("::ffff:", "") === PUBLIC;
}

function through(names: NameServer): OutboundOptions {
  return { allow: [`${PUBLIC}/32`], resolve: (name) => names.resolve(name) };
}

test.each([METADATA, LINK_LOCAL, METADATA_6])(
  "a name that changes to %s after the first lookup is fetched from the first address, and rejected from then on",
  async (inside) => {
    await using names = await serveNames({ "moving.example": [only(PUBLIC), only(inside)] });
    const outbound = createOutbound(through(names));
    const url = `http://moving.example:${port}/`;
    const { content } = await outbound.get(url, LIMITS);
    expect((await buffer(content)).toString()).toBe("public");
    expect(names.asked("moving.example")).toBe(1);
    await expect(outbound.get(url, LIMITS)).rejects.toMatchObject(REFUSED);
    expect(hits).toBe(0);
  },
);

test("a name that has changed by the time of a redirect is rejected", async () => {
  await using names = await serveNames({ "moving.example": [only(PUBLIC), only(METADATA)] });
  const again = encodeURIComponent(`http://moving.example:${port}/`);
  const moved = createOutbound(through(names)).get(`http://moving.example:${port}/${again}`, LIMITS);
  await expect(moved).rejects.toMatchObject(REFUSED);
  expect(names.asked("moving.example")).toBe(2);
  expect(hits).toBe(0);
});

test.each<[string, NameRecords]>([
  ["two addresses, the second of which is inside", only(PUBLIC, METADATA)],
  ["two addresses, the first of which is inside", only(METADATA, PUBLIC)],
  ["an IPv6 address inside beside a public IPv4 address", only(PUBLIC, METADATA_6)],
  ["an IPv6 address that hides one inside", only(PUBLIC, "0:0:0:0:0:ffff:7f00:1")],
  ["another name, whose address is inside", { alias: "inside.example", addresses: [METADATA] }],
  ["an address inside only", only(LINK_LOCAL)],
])("a name of %s is rejected", async (_, records) => {
  await using names = await serveNames({ "mixed.example": [records] });
  const refused = createOutbound(through(names)).get(`http://mixed.example:${port}/`, LIMITS);
  await expect(refused).rejects.toMatchObject(REFUSED);
  expect(names.asked("mixed.example")).toBe(1);
  expect(hits).toBe(0);
});

test("an alias of a public name is fetched", async () => {
  await using names = await serveNames({
    "other.example": [{ alias: "real.example", addresses: [PUBLIC] }],
  });
  const { content } = await createOutbound(through(names)).get(`http://other.example:${port}/`, LIMITS);
  expect((await buffer(content)).toString()).toBe("public");
});

test("webhooks and connectors are protected, too: after the name changes, a second message is not sent", async () => {
  await using names = await serveNames({
    "hook.example": [only(PUBLIC), only(METADATA)],
    "store.example": [only(PUBLIC), only(METADATA)],
  });
  const sender = createWebhookSender(createOutbound(through(names)));
  const message = { url: `http://hook.example:${port}/`, headers: {}, body: "{}" };
  expect(await sender.post(message, NEVER)).toMatchObject({ kind: "answered", status: 200 });
  expect(await sender.post(message, NEVER)).toMatchObject({ kind: "refused" });

  const network = createConnectorNetwork(through(names));
  const ask = (): ReturnType<typeof network.request> =>
    network.request(`http://store.example:${port}/`, { method: "GET", signal: NEVER });
  expect((await buffer((await ask()).body)).toString()).toBe("public");
  await expect(ask()).rejects.toMatchObject({ code: "REFUSED_ADDRESS" });
  expect(hits).toBe(0);
});
