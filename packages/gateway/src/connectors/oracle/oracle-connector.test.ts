import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { boundPort } from "@galley/core/testing";
import { expect, test } from "vitest";
import { createConnectorNetwork } from "../../outbound/connector-network.ts";
import { createCatalogue } from "../catalogue.ts";
import { createTableSink } from "../tables/sql-table.ts";
import { freePort } from "../testing/free-port.ts";
import { recordingSession } from "../testing/recording-session.ts";
import { loopbackDependencies } from "../testing/loopback-network.ts";
import { connectDescriptor, oracleAddressOf } from "./oracle-address.ts";
import { oracleConnector } from "./oracle-connector.ts";
import { ORACLE } from "./oracle-tables.ts";

const CONTEXT = { signal: new AbortController().signal };

const SETTINGS = {
  user: "galley",
  password: "hunter2",
  dsn: "127.0.0.1:1/service",
};

interface Listener extends AsyncDisposable {
  readonly port: number;
  readonly connections: number;
}

async function startListener(host: string, meet: (socket: Socket) => void): Promise<Listener> {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on("error", () => socket.destroy());
    meet(socket);
  }).listen(0, host);
  await once(server, "listening");
  return {
    port: boundPort(server),
    get connections() {
      return connections;
    },
    async [Symbol.asyncDispose]() {
      server.close();
    },
  };
}

test.each([
  ["database.example:1522/service", ["tcp", "database.example", 1522, "SERVICE_NAME", "service"]],
  ["tcps://database.example/a.b.example", ["tcps", "database.example", 1521, "SERVICE_NAME", "a.b.example"]],
  ["//127.0.0.1/service", ["tcp", "127.0.0.1", 1521, "SERVICE_NAME", "service"]],
  ["[2001:db8::1]:1521/service", ["tcp", "2001:db8::1", 1521, "SERVICE_NAME", "service"]],
  ["database.example:1521:XE", ["tcp", "database.example", 1521, "SID", "XE"]],
])("the DSN %s is parsed", (dsn, parts) => {
  const address = oracleAddressOf(dsn);
  expect([
    address?.protocol,
    address?.host,
    address?.port,
    address?.target.kind,
    address?.target.name,
  ]).toEqual(parts);
});

test("the connect descriptor contains the parts", () => {
  const address = oracleAddressOf("tcps://database.example:2484/service");
  expect(address && connectDescriptor(address)).toBe(
    "(DESCRIPTION=(ADDRESS=(PROTOCOL=tcps)(HOST=database.example)(PORT=2484))(CONNECT_DATA=(SERVICE_NAME=service)))",
  );
});

test.each([
  "press_high",
  "(description=(address=(protocol=tcps)(port=1522)(host=a.example))(connect_data=(service_name=s)))",
  '(description=(address=(protocol=tcp)("host"=127.0.0.1)(port=22)))',
  "public.example/service?https_proxy=127.0.0.1&https_proxy_port=22",
  "public.example/service?wallet_location=/etc",
  "public.example,127.0.0.1:22/service",
  "public.example:1521,127.0.0.1:22/service",
  "public.example;127.0.0.1/service",
  "tcp://public.example:1521/service:dedicated/instance",
  "config-file:///etc/passwd",
  "public.example:0/service",
  "public.example:65536/service",
  "public.example/ser)(vice",
  "/tmp/socket",
  "",
])("the DSN %s is rejected with an error that names the field", (dsn) => {
  const catalogue = createCatalogue([oracleConnector], loopbackDependencies());
  expect(() => catalogue.check(oracleConnector.kind.id, { ...SETTINGS, dsn })).toThrow(
    expect.objectContaining({ code: "BAD_INPUT", field: "settings.dsn" }),
  );
});

test("folders of this machine are rejected as settings", () => {
  const catalogue = createCatalogue([oracleConnector], loopbackDependencies());
  const given = { ...SETTINGS, config_dir: "", wallet_location: "", wallet_password: "" };
  expect(catalogue.check(oracleConnector.kind.id, given)).toMatchObject(SETTINGS);
  for (const field of ["config_dir", "wallet_location"]) {
    expect(() => catalogue.check(oracleConnector.kind.id, { ...SETTINGS, [field]: tmpdir() })).toThrow(
      expect.objectContaining({ code: "BAD_INPUT", field: `settings.${field}` }),
    );
  }
});

test("forbidden addresses are rejected alike whether the port is open or closed", async () => {
  await using open = await startListener("127.0.0.1", (socket) => socket.end());
  const closed = await freePort();
  const dependencies = { ...loopbackDependencies(), network: createConnectorNetwork({ allow: [] }) };
  const outcomes = await Promise.all(
    [open.port, closed].map((port) =>
      oracleConnector
        .open({ ...SETTINGS, dsn: `127.0.0.1:${port}/service` }, dependencies, CONTEXT)
        .catch(String),
    ),
  );
  expect(outcomes[0]).toContain("The host name was not found, or its address is not a public one");
  expect(outcomes[1]).toBe(outcomes[0]);
  expect(open.connections).toBe(0);
});

test("an unreachable server is reported without its address", async () => {
  const dsn = `127.0.0.1:${await freePort()}/service`;
  await expect(
    oracleConnector.open({ ...SETTINGS, dsn }, loopbackDependencies(), CONTEXT),
  ).rejects.toMatchObject({ code: "UNREACHABLE", message: "The server cannot be reached." });
});

/** A listener's redirect response. */
function redirectPacket(address: string): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 5, 0, 0, 0, 0, 0]);
  const packet = Buffer.concat([header, Buffer.from(address)]);
  packet.writeUInt16BE(packet.length, 0);
  packet.writeUInt16BE(address.length, 8);
  return packet;
}

test.each([
  ["an address", (port: number) => `(ADDRESS=(PROTOCOL=tcp)(HOST=127.0.0.2)(PORT=${port}))`],
  [
    "a proxy",
    (port: number) =>
      `(ADDRESS=(PROTOCOL=tcps)(HOST=127.0.0.2)(PORT=${port})(HTTPS_PROXY=127.0.0.2)(HTTPS_PROXY_PORT=${port}))`,
  ],
])("a redirect to %s that is forbidden is rejected", async (_, target) => {
  await using forbidden = await startListener("127.0.0.2", (socket) => socket.end());
  const closed = await freePort();
  const network = createConnectorNetwork({ allow: ["127.0.0.1/32"] });
  const outcomes: string[] = [];
  for (const port of [forbidden.port, closed]) {
    await using server = await startListener("127.0.0.1", (socket) =>
      socket.once("data", () => socket.write(redirectPacket(target(port)))),
    );
    const opening = oracleConnector.open(
      { ...SETTINGS, dsn: `127.0.0.1:${server.port}/service` },
      { ...loopbackDependencies(), network },
      CONTEXT,
    );
    outcomes.push(await opening.then(() => "opened", String));
    expect(server.connections).toBe(1);
  }
  expect(outcomes).toEqual([outcomes[0], outcomes[0]]);
  expect(outcomes[0]).toContain("The host name was not found, or its address is not a public one");
  expect(forbidden.connections).toBe(0);
});

test("a redirect to a permitted address is followed", async () => {
  await using second = await startListener("127.0.0.1", (socket) => socket.end());
  await using first = await startListener("127.0.0.1", (socket) =>
    socket.once("data", () =>
      socket.write(redirectPacket(`(ADDRESS=(PROTOCOL=tcp)(HOST=127.0.0.1)(PORT=${second.port}))`)),
    ),
  );
  await expect(
    oracleConnector.open(
      { ...SETTINGS, dsn: `127.0.0.1:${first.port}/service` },
      loopbackDependencies(),
      CONTEXT,
    ),
  ).rejects.toMatchObject({ code: "UNREACHABLE", message: "The connection to the server failed." });
  expect(second.connections).toBe(1);
});

test("statements use Oracle's syntax", async () => {
  const session = recordingSession();
  const target = {
    table: "texts",
    columns: [{ name: "hash", type: "id" } as const, { name: "due", type: "date" } as const],
    key: ["hash"],
    primaryKey: ["hash"],
    parent: "files",
    create: true,
  };
  const table = createTableSink(ORACLE, session);
  await table.prepare(target, CONTEXT.signal);
  await table.replace([{ target, key: { hash: "a" }, rows: [{ hash: "a" }] }], CONTEXT.signal);
  expect(session.statements).toEqual([
    'create table "texts" ("hash" varchar2(64), "due" date, primary key ("hash"), foreign key ("hash") references "files" ("hash"))',
    'delete from "texts" where "hash" = :1',
    `insert into "texts" ("hash", "due") values (:1, to_date(:2, 'YYYY-MM-DD'))`,
  ]);
});
