import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { createServer as createSocketServer } from "node:net";
import { join } from "node:path";
import {
  BLOB_SETTINGS,
  BOX_APP,
  DROPBOX_TOKEN,
  GRAPH_CLIENT,
  loopbackUrl,
  mariadbServerMissing,
  serviceAccountFile,
  sftpServerMissing,
  SNOWFLAKE_SETTINGS,
  startAzurite,
  startBigquery,
  startBox,
  startDriveServer,
  startDropbox,
  startEmbeddedPostgres,
  startGraph,
  startMariadbServer,
  startSftpServer,
  startSnowflake,
  startStorageServer,
  startTdsServer,
} from "galley/testing";
import { z } from "zod";
import { textDocument } from "../../fixtures/long.ts";
import { psql, psqlMissing } from "../clients/psql.ts";
import type { RunningService } from "../service.ts";
import { startObjectServer } from "./object-server.ts";

/** The name of the document that the HTTP server lists. */
export const SERVED = "zwei Größen.pdf";

/** Why the server of a kind cannot be started here. */
export const serversMissing: Readonly<Record<string, string | undefined>> = {
  mysql: await mariadbServerMissing(),
  mariadb: await mariadbServerMissing(),
  sftp: await sftpServerMissing(),
  postgresql: await psqlMissing(),
  redshift: await psqlMissing(),
};

/** A connector kind with a server for it. */
export interface ConnectorKind {
  /** As a form or a client sends them. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** The stored settings, if their types differ from those sent. */
  readonly stored?: Readonly<Record<string, unknown>>;
  /** The folder where files are written and read again. */
  readonly folder?: string;
  readonly table?: string;
  /** The number of stored rows, if the server can be queried. */
  readonly rows?: () => Promise<number>;
  /** The server's response to every login. */
  readonly refusal?: RegExp;
}

type Kinds = Readonly<Record<string, ConnectorKind>>;

/** The servers of providers whose addresses are settings of the service. */
export interface Providers {
  readonly google_storage: Started<typeof startStorageServer>;
  readonly azure_blob: Started<typeof startAzurite>;
  readonly google_drive: Started<typeof startDriveServer>;
  readonly graph: Started<typeof startGraph>;
  readonly dropbox: Started<typeof startDropbox>;
  readonly box: Started<typeof startBox>;
  readonly snowflake: Started<typeof startSnowflake>;
  readonly google_bigquery: Started<typeof startBigquery>;
}

type Started<Start extends (...settings: never[]) => unknown> = Awaited<ReturnType<Start>>;

export async function startProviders(running: AsyncDisposableStack): Promise<Providers> {
  return {
    google_storage: running.use(await startStorageServer()),
    azure_blob: running.use(await startAzurite()),
    google_drive: running.use(await startDriveServer("a token")),
    graph: running.use(await startGraph()),
    dropbox: running.use(await startDropbox()),
    box: running.use(await startBox()),
    snowflake: running.use(await startSnowflake()),
    google_bigquery: running.use(await startBigquery()),
  };
}

/** The addresses of providers, as `GALLEY_PROVIDER_ENDPOINTS` names them. */
export function endpointsOf({ graph, dropbox, box, ...named }: Providers): Readonly<Record<string, string>> {
  return {
    ...Object.fromEntries(Object.entries(named).map(([name, { url }]) => [name, url])),
    microsoft_graph: graph.url,
    microsoft_login: graph.url,
    dropbox_api: dropbox.url,
    dropbox_content: dropbox.url,
    box_api: box.url,
    box_upload: box.url,
  };
}

interface Surroundings {
  /** Ends the servers. */
  readonly running: AsyncDisposableStack;
  readonly providers: Providers;
  /** A folder that is open to connectors. */
  readonly folder: string;
  readonly service: RunningService;
}

/** Each kind with a server for it, by its slug. */
export async function startConnectorServers(surroundings: Surroundings): Promise<Kinds> {
  const { running, providers, folder } = surroundings;
  return {
    ...fileKinds(providers, folder),
    ...(await fileServers(running)),
    ...(await databases(surroundings)),
    ...warehouses(providers),
  };
}

function fileKinds({ google_storage }: Providers, folder: string): Kinds {
  return {
    google_cloud_storage: {
      settings: { json_credentials: serviceAccountFile(google_storage.url), project_id: "press" },
      folder: "bucket/out",
    },
    azure_cloud_storage: { settings: BLOB_SETTINGS, folder: "out" },
    gdrive: { settings: { access_token: "a token" }, folder: "out" },
    sharepoint: { settings: { ...GRAPH_CLIENT, drive_id: "", user_email: "" }, folder: "out" },
    dropbox: { settings: { token: DROPBOX_TOKEN }, folder: "out" },
    box: { settings: { box_app_settings: BOX_APP }, folder: "out" },
    localstorage: { settings: { path: join(folder, "local") }, folder: "out" },
  };
}

async function fileServers(running: AsyncDisposableStack): Promise<Kinds> {
  const objects = running.use(await startObjectServer());
  await objects.makeBucket("bucket");
  const page = createServer(({ url = "/" }, response) => {
    if (url === "/in/") response.end(`<a href="${encodeURIComponent(SERVED)}">${SERVED}</a>`);
    else if (url === "/") response.end('<a href="in/">in</a>');
    else response.end(textDocument(1).bytes);
  }).listen(0, "127.0.0.1");
  await once(page, "listening");
  running.defer(() => void page.close());
  return {
    minio: {
      settings: {
        key: objects.key,
        secret: objects.secret,
        endpoint_url: `http://127.0.0.1:${objects.port}`,
        region_name: "us-east-1",
      },
      folder: "bucket/out",
    },
    http: {
      settings: { base_url: `http://127.0.0.1:${portOf(page)}`, username: "", password: "" },
      folder: "in",
    },
    ...(serversMissing["sftp"] === undefined && { sftp: await sftpKind(running) }),
  };
}

async function sftpKind(running: AsyncDisposableStack): Promise<ConnectorKind> {
  const { port, username, password, folder: user_dir } = running.use(await startSftpServer());
  const settings = { host: "127.0.0.1", port, username, password, user_dir, host_key: "" };
  return { settings, stored: { port: `${port}` }, folder: "out" };
}

async function databases({ running, service }: Surroundings): Promise<Kinds> {
  const tds = running.use(await startTdsServer());
  const refusing = createSocketServer((socket) =>
    socket.on("error", () => {}).once("data", () => socket.end(refusalPacket("(DESCRIPTION=(ERR=12514))"))),
  ).listen(0, "127.0.0.1");
  await once(refusing, "listening");
  running.defer(() => void refusing.close());
  const user = { user: "galley", password: "password" };
  return {
    mssql: {
      settings: { server: "127.0.0.1", port: tds.port, database: "archive", ...user },
      stored: { port: `${tds.port}` },
      table: "texts",
      rows: async () => tds.statements.filter((one) => one.includes("insert into [texts]")).length,
    },
    // Only Oracle's own server accepts logins.
    oracledb: {
      settings: {
        dsn: `127.0.0.1:${portOf(refusing)}/texts`,
        config_dir: "",
        wallet_location: "",
        wallet_password: "",
        ...user,
      },
      table: "texts",
      refusal: /The server has no service of this name/,
    },
    ...(serversMissing["mysql"] === undefined && (await mysqlKinds(running))),
    ...(serversMissing["postgresql"] === undefined && (await postgresqlKinds(service))),
  };
}

async function mysqlKinds(running: AsyncDisposableStack): Promise<Kinds> {
  const server = running.use(await startMariadbServer());
  const kind = async (port: string | number): Promise<ConnectorKind> => {
    const database = await server.createDatabase();
    const { user, password } = server;
    return {
      settings: { host: "127.0.0.1", port, database, user, password },
      stored: { port: `${port}` },
      table: "texts",
      rows: async () => Number((await server.select(database, "select count(*) from texts"))[0]?.[0]),
    };
  };
  const mariadb = await kind(server.port);
  return {
    mysql: await kind(`${server.port}`),
    mariadb: {
      ...mariadb,
      settings: { ...mariadb.settings, sslEnabled: "false" },
      stored: { ...mariadb.stored, sslEnabled: false },
    },
  };
}

async function postgresqlKinds(service: RunningService): Promise<Kinds> {
  await using cluster = await startEmbeddedPostgres(service.dataDir);
  const user = `writer_${randomBytes(4).toString("hex")}`;
  const password = randomBytes(12).toString("base64url");
  await psql(cluster.url, `create role ${user} login password '${password}'`);
  await psql(cluster.url, `create database ${user} owner ${user}`);
  const url = Object.assign(loopbackUrl(cluster.url), { pathname: user, username: user, password });
  const rows = (table: string) => async () =>
    Number((await psql(url.href, `select count(*) from ${table}`))[0]?.[0]);
  return {
    postgresql: { settings: { connection_url: url.href }, table: "texts", rows: rows("texts") },
    redshift: {
      settings: {
        host: url.hostname,
        port: Number(url.port),
        database: user,
        schema: "public",
        user,
        password,
      },
      stored: { port: url.port },
      table: "shifted",
      rows: rows("shifted"),
    },
  };
}

function warehouses({ snowflake, google_bigquery }: Providers): Kinds {
  return {
    snowflake: {
      settings: SNOWFLAKE_SETTINGS,
      table: "texts",
      rows: async () => snowflake.queries.filter(({ sqlText }) => sqlText.startsWith("insert into")).length,
    },
    bigquery: {
      settings: { json_credentials: serviceAccountFile(google_bigquery.url) },
      table: "archive.texts",
      rows: async () => google_bigquery.queries.filter(({ query }) => query.includes("insert into ")).length,
    },
  };
}

function portOf(server: { address(): unknown }): number {
  return z.object({ port: z.int() }).parse(server.address()).port;
}

/** The response of an Oracle listener to an unknown service. */
function refusalPacket(reason: string): Buffer {
  const packet = Buffer.concat([Buffer.from([0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0]), Buffer.from(reason)]);
  packet.writeUInt16BE(packet.length, 0);
  packet.writeUInt16BE(reason.length, 10);
  return packet;
}
