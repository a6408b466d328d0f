import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
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
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { textDocument } from "../../fixtures/long.ts";
import { callManagement } from "../../support/clients/management-client.ts";
import { startObjectServer } from "../../support/servers/object-server.ts";
import { failures, madePipeline, ran, type WorkflowEnd } from "../../support/pipelines.ts";
import { psql, psqlMissing } from "../../support/clients/psql.ts";
import { startService, type RunningService } from "../../support/service.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const LOCAL = "localstorage|ded5e7f0-f527-416d-8d4a-19f559bd6da5";
const NAME = "zwei Größen.pdf";

const missing: Readonly<Record<string, string | undefined>> = {
  mysql: await mariadbServerMissing(),
  mariadb: await mariadbServerMissing(),
  sftp: await sftpServerMissing(),
  postgresql: await psqlMissing(),
  redshift: await psqlMissing(),
};

const running = new AsyncDisposableStack();
const folder = running.use(temporaryFolder());
let service: RunningService;
let kinds: Readonly<Record<string, Kind>>;

/** A connector kind with a server for it. */
interface Kind {
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

/** File stores, then databases. */
const KINDS = [
  "minio",
  "google_cloud_storage",
  "azure_cloud_storage",
  "gdrive",
  "sharepoint",
  "dropbox",
  "box",
  "sftp",
  "http",
  "localstorage",
  "postgresql",
  "mysql",
  "mariadb",
  "mssql",
  "oracledb",
  "redshift",
  "snowflake",
  "bigquery",
];

beforeAll(async () => {
  const providers = {
    google_storage: running.use(await startStorageServer()),
    azure_blob: running.use(await startAzurite()),
    google_drive: running.use(await startDriveServer("a token")),
    graph: running.use(await startGraph()),
    dropbox: running.use(await startDropbox()),
    box: running.use(await startBox()),
    snowflake: running.use(await startSnowflake()),
    google_bigquery: running.use(await startBigquery()),
  };
  const { graph, dropbox, box, ...named } = providers;
  const endpoints = {
    ...Object.fromEntries(Object.entries(named).map(([name, { url }]) => [name, url])),
    microsoft_graph: graph.url,
    microsoft_login: graph.url,
    dropbox_api: dropbox.url,
    dropbox_content: dropbox.url,
    box_api: box.url,
    box_upload: box.url,
  };
  service = running.use(
    await startService({
      env: {
        GALLEY_OUTBOUND_ALLOW: "127.0.0.0/8",
        GALLEY_LOCAL_ROOTS: folder.path,
        GALLEY_PROVIDER_ENDPOINTS: JSON.stringify(endpoints),
      },
    }),
  );
  for (const place of ["in", "out", "local"]) await mkdir(join(folder.path, place));
  await writeFile(join(folder.path, "in", NAME), textDocument(1).bytes);
  kinds = {
    ...fileKinds(providers),
    ...(await fileServers()),
    ...(await databases()),
    ...warehouses(providers),
  };
});

afterAll(() => running.disposeAsync());

type Provider = { readonly url: string };

function fileKinds({ google_storage }: { readonly google_storage: Provider }): Record<string, Kind> {
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
    localstorage: { settings: { path: join(folder.path, "local") }, folder: "out" },
  };
}

async function fileServers(): Promise<Record<string, Kind>> {
  const objects = running.use(await startObjectServer());
  await objects.makeBucket("bucket");
  const page = createServer(({ url = "/" }, response) => {
    if (url === "/in/") response.end(`<a href="${encodeURIComponent(NAME)}">${NAME}</a>`);
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
    ...(missing["sftp"] === undefined && { sftp: await sftpKind() }),
  };
}

async function sftpKind(): Promise<Kind> {
  const { port, username, password, folder: user_dir } = running.use(await startSftpServer());
  const settings = { host: "127.0.0.1", port, username, password, user_dir, host_key: "" };
  return { settings, stored: { port: `${port}` }, folder: "out" };
}

async function databases(): Promise<Record<string, Kind>> {
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
    ...(missing["mysql"] === undefined && (await mysqlKinds())),
    ...(missing["postgresql"] === undefined && (await postgresqlKinds())),
  };
}

async function mysqlKinds(): Promise<Record<string, Kind>> {
  const server = running.use(await startMariadbServer());
  const kind = async (port: string | number): Promise<Kind> => {
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

async function postgresqlKinds(): Promise<Record<string, Kind>> {
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

function warehouses({
  snowflake,
  google_bigquery,
}: {
  readonly snowflake: Awaited<ReturnType<typeof startSnowflake>>;
  readonly google_bigquery: Awaited<ReturnType<typeof startBigquery>>;
}): Record<string, Kind> {
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

const kindsSchema = z.array(z.object({ id: z.string(), can_read: z.boolean(), can_write: z.boolean() }));

async function idOf(slug: string): Promise<string> {
  const { json } = await callManagement(service, "GET /supported_connectors/");
  return kindsSchema.parse(json).find(({ id }) => id.startsWith(`${slug}|`))?.id ?? "";
}

test("the table has every connector kind", async () => {
  const { json } = await callManagement(service, "GET /supported_connectors/");
  const slugs = kindsSchema.parse(json).map(({ id }) => id.split("|")[0]);
  expect(new Set(slugs)).toEqual(new Set(KINDS));
});

/** A local folder as the other endpoint of a pipeline. */
function localEnd(place: "in" | "out"): WorkflowEnd {
  const settings = { connectorName: "local", path: folder.path };
  const configuration = place === "in" ? { folders: ["in"] } : { folder: "out" };
  return { kind: LOCAL, settings, configuration };
}

function kindOf(slug: string): Kind {
  const kind = kinds[slug];
  if (kind) return kind;
  throw new Error(`There is no server for ${slug}.`);
}

function why(slug: string): string {
  return missing[slug] === undefined ? "" : ` (${missing[slug]})`;
}

const LIMIT = { timeout: 120_000 };

describe.each(KINDS)("%s", (slug) => {
  test.skipIf(missing[slug] !== undefined)(
    `is tested and stored as sent, over REST and GraphQL${why(slug)}`,
    LIMIT,
    async () => {
      const kind = kindOf(slug);
      const id = await idOf(slug);
      const settings = { connectorName: `${slug} settings`, ...kind.settings };
      const stored = { ...settings, ...kind.stored };
      const given = { connector_id: id, connector_metadata: settings };

      const tried = await callManagement(service, "POST /test_connectors/", given);
      expect(tried.status).toBe(kind.refusal ? 500 : 200);

      const named = { ...given, connector_name: randomUUID() };
      const posted = await callManagement(service, "POST /connector/", named);
      expect([posted.status, posted.at("connector_metadata")]).toMatchObject([201, stored]);
      const path = `/connector/${String(posted.at("id"))}/` as const;
      const read = await callManagement(service, `GET ${path}`);
      expect(read.at("connector_metadata")).toEqual(posted.at("connector_metadata"));
      const again = await callManagement(service, `PUT ${path}`, read.json);
      expect([again.status, again.at("connector_metadata")]).toEqual([200, read.at("connector_metadata")]);

      const name = randomUUID();
      expect(await createdByGraphql({ kindId: id, name, settings })).toEqual({
        data: { createConnector: { connector: { name } } },
      });
    },
  );
});

/** A connector of a kind as an endpoint of a pipeline. */
async function endOf(slug: string, configuration: object): Promise<WorkflowEnd> {
  const settings = { connectorName: `${slug} settings`, ...kindOf(slug).settings };
  return { kind: await idOf(slug), settings, configuration };
}

const FILES = KINDS.slice(0, KINDS.indexOf("http"));

test.each([...FILES, "localstorage"].filter((slug) => missing[slug] === undefined))(
  "files are written to %s by one pipeline, and listed and read by another",
  LIMIT,
  async (slug) => {
    const place = kindOf(slug).folder;
    const destination = await endOf(slug, { folder: place });
    const written = await ran(service, await madePipeline(service, { source: localEnd("in"), destination }));
    expect([failures(written), written]).toMatchObject([{}, { status: "COMPLETED", successfulFiles: 1 }]);

    const source = await endOf(slug, { folders: [place], recursive: true });
    const read = await ran(service, await madePipeline(service, { source, destination: localEnd("out") }));
    expect([failures(read), read]).toMatchObject([{}, { status: "COMPLETED" }]);
    expect(read.files.nodes.map(({ path }) => path)).toContainEqual(expect.stringContaining(`${NAME}.txt`));
  },
);

test("documents are read over HTTP", LIMIT, async () => {
  const source = await endOf("http", { folders: ["in"] });
  const run = await ran(service, await madePipeline(service, { source, destination: localEnd("out") }));
  expect([failures(run), run]).toMatchObject([{}, { status: "COMPLETED", successfulFiles: 1 }]);
  const text = await readFile(join(folder.path, "out", "in", `${NAME}.txt`), "utf8");
  expect(text).toContain("Page 1 of 1");
});

const TABLES = KINDS.slice(KINDS.indexOf("postgresql")).filter((slug) => slug !== "oracledb");

test.each(TABLES.filter((slug) => missing[slug] === undefined))(
  "rows are written to %s by a pipeline",
  LIMIT,
  async (slug) => {
    const { table, rows } = kindOf(slug);
    const destination = await endOf(slug, { table });
    const run = await ran(service, await madePipeline(service, { source: localEnd("in"), destination }));
    expect([failures(run), run]).toMatchObject([{}, { status: "COMPLETED", successfulFiles: 1 }]);
    expect(await rows?.()).toBe(1);
  },
);

test("a pipeline connects to an Oracle listener and reports its response", LIMIT, async () => {
  const { table, refusal: said } = kindOf("oracledb");
  const destination = await endOf("oracledb", { table });
  const run = await ran(service, await madePipeline(service, { source: localEnd("in"), destination }));
  expect(Object.values(failures(run))).toEqual([expect.stringMatching(said ?? "")]);
});

async function createdByGraphql(input: object): Promise<unknown> {
  const query =
    "mutation ($input: CreateConnectorInput!) { createConnector(input: $input) { connector { name } } }";
  const answer = await fetch(`${service.url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${service.accessToken}` },
    body: JSON.stringify({ query, variables: { input } }),
  });
  return answer.json();
}
