import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { boundPort } from "@galley/core/testing";
import { createConnection } from "mysql2";
import { afterEach, expect, test, vi } from "vitest";
import { mysqlConnector } from "./mysql/mysql-connector.ts";
import { postgresqlConnector } from "./postgresql/postgresql-connector.ts";
import { s3Connector } from "./s3/s3-connector.ts";
import { startApiServer } from "./testing/apis/api-server.ts";
import { loopbackDependencies } from "./testing/loopback-network.ts";

const CONTEXT = { signal: new AbortController().signal };
const OPERATORS = "the operator's own secret";

afterEach(() => void vi.unstubAllEnvs());

interface Listening extends AsyncDisposable {
  readonly port: number;
}

async function listening(server: ReturnType<typeof createServer>): Promise<Listening> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: boundPort(server),
    async [Symbol.asyncDispose]() {
      server.close();
    },
  };
}

interface Folder extends AsyncDisposable {
  write(name: string, content: string): Promise<string>;
}

async function temporaryFolder(): Promise<Folder> {
  const path = await mkdtemp(join(tmpdir(), "galley-driver-"));
  return {
    async write(name, content) {
      const file = join(path, name);
      await writeFile(file, content, { mode: 0o600 });
      return file;
    },
    [Symbol.asyncDispose]: () => rm(path, { recursive: true }),
  };
}

/**
 * A PostgreSQL server without TLS that requests the password in clear text and records everything it
 * receives.
 */
function asksForPassword(received: string[]): (socket: Socket) => void {
  return (socket) => {
    socket
      .on("error", () => {})
      .on("data", (bytes: Buffer) => {
        received.push(bytes.toString("latin1"));
        if (bytes.length === 8) socket.write("N");
        else if (bytes[0] === 0) socket.write(Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]));
        else socket.end();
      });
  };
}

test("no PostgreSQL settings of the service's environment and files reach a connector's server", async () => {
  await using folder = await temporaryFolder();
  vi.stubEnv("PGPASSFILE", await folder.write("pgpass", `*:*:*:*:${OPERATORS}\n`));
  vi.stubEnv("PGPASSWORD", OPERATORS);
  vi.stubEnv("PGOPTIONS", `-c search_path=${OPERATORS}`);
  vi.stubEnv("PGSSLNEGOTIATION", "direct");
  const received: string[] = [];
  await using server = await listening(createServer(asksForPassword(received)));
  const connection_url = `postgresql://user@127.0.0.1:${server.port}/data`;
  await expect(
    postgresqlConnector.open({ connection_url }, loopbackDependencies(), CONTEXT),
  ).rejects.toMatchObject({ name: "ConnectorError" });
  expect(received.some((message) => message.startsWith("p"))).toBe(true);
  expect(received.join("")).toContain("user");
  expect(received.join("")).not.toContain(OPERATORS);
});

const MYSQL_SETTINGS = { host: "127.0.0.1", database: "data", user: "user", password: "password" };

interface Sending {
  readonly socket: Socket;
  readonly asked: string[];
  readonly sent: Buffer[];
}

/** A MySQL server without TLS that responds to each statement by requesting a file of the client. */
function sendsFor(path: string, { socket, asked, sent }: Sending): void {
  const connection = createConnection({ stream: socket, isServer: true });
  connection.on("error", () => {});
  connection.serverHandshake({
    protocolVersion: 4,
    serverVersion: "8.0.0",
    connectionId: 1,
    statusFlags: 2,
    characterSet: 8,
    capabilityFlags: 0xff_f7_ff,
    authCallback: (_: unknown, done: (error: null) => void) => done(null),
  });
  connection.on("query", (statement: string) => {
    asked.push(statement);
    socket.removeAllListeners("data").once("data", (bytes: Buffer) => {
      sent.push(bytes);
      socket.destroy();
    });
    const request = Buffer.from(`\u0000\u0000\u0000\u0001\u00fb${path}`, "latin1");
    request.writeUIntLE(request.length - 4, 0, 3);
    socket.write(request);
  });
}

test("a MySQL server that requests a file of this machine does not get it", async () => {
  await using folder = await temporaryFolder();
  const path = await folder.write("secret", OPERATORS);
  const asked: string[] = [];
  const sent: Buffer[] = [];
  await using server = await listening(createServer((socket) => sendsFor(path, { socket, asked, sent })));
  const settings = { ...MYSQL_SETTINGS, port: server.port };
  await using connection = await mysqlConnector.open(settings, loopbackDependencies(), CONTEXT);
  await expect(connection.trials.permission?.(CONTEXT.signal)).rejects.toMatchObject({
    name: "ConnectorError",
  });
  expect(asked).toEqual(["select 1"]);
  expect(Buffer.concat(sent).toString("latin1")).not.toContain(OPERATORS);
});

test("S3 connectors read neither AWS's files nor its environment", async () => {
  await using elsewhere = await startApiServer(() => ({ status: 500 }));
  await using folder = await temporaryFolder();
  const profile = `aws_access_key_id=AKIAOPERATOR\naws_secret_access_key=${OPERATORS}\nendpoint_url=${elsewhere.url}\n`;
  vi.stubEnv("AWS_CONFIG_FILE", await folder.write("config", `[default]\nmax_attempts=nonsense\n${profile}`));
  vi.stubEnv("AWS_SHARED_CREDENTIALS_FILE", await folder.write("credentials", `[default]\n${profile}`));
  vi.stubEnv("AWS_ENDPOINT_URL", elsewhere.url);
  vi.stubEnv("AWS_ACCESS_KEY_ID", "AKIAENVIRONMENT");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", OPERATORS);
  vi.stubEnv("AWS_SESSION_TOKEN", OPERATORS);
  const received: string[] = [];
  await using server = await startApiServer(({ headers }) => {
    received.push(JSON.stringify(headers));
    return { body: "<ListAllMyBucketsResult><Buckets></Buckets></ListAllMyBucketsResult>" };
  });
  const settings = { endpoint_url: server.url, region_name: "us-east-1", key: "AKIAOWN", secret: "own" };
  await using connection = await s3Connector.open(settings, loopbackDependencies(), CONTEXT);
  expect(connection.source).toBeDefined();
  expect(received.join()).toContain("AKIAOWN");
  expect(received.join()).not.toMatch(/AKIAOPERATOR|AKIAENVIRONMENT|operator's/);

  const opening = s3Connector.open({ ...settings, key: "", secret: "" }, loopbackDependencies(), CONTEXT);
  await expect(opening).rejects.toMatchObject({ code: "ACCESS_DENIED" });
  await expect(opening).rejects.toThrow("GALLEY_S3_MACHINE_ROLE=on");
  expect(received).toHaveLength(1);
});
