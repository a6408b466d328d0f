import { randomUUID } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { textDocument } from "../../fixtures/long.ts";
import { callManagement } from "../../support/clients/management-client.ts";
import { failures, madePipeline, ran, type WorkflowEnd } from "../../support/pipelines.ts";
import {
  type ConnectorKind,
  endpointsOf,
  SERVED as NAME,
  serversMissing as missing,
  startConnectorServers,
  startProviders,
} from "../../support/servers/connector-servers.ts";
import { startService, type RunningService } from "../../support/service.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const LOCAL = "localstorage|ded5e7f0-f527-416d-8d4a-19f559bd6da5";
const running = new AsyncDisposableStack();
const folder = running.use(temporaryFolder());
let service: RunningService;
let kinds: Readonly<Record<string, ConnectorKind>>;

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
  const providers = await startProviders(running);
  service = running.use(
    await startService({
      env: {
        GALLEY_OUTBOUND_ALLOW: "127.0.0.0/8",
        GALLEY_LOCAL_ROOTS: folder.path,
        GALLEY_PROVIDER_ENDPOINTS: JSON.stringify(endpointsOf(providers)),
      },
    }),
  );
  for (const place of ["in", "out", "local"]) await mkdir(join(folder.path, place));
  await writeFile(join(folder.path, "in", NAME), textDocument(1).bytes);
  kinds = await startConnectorServers({ running, providers, folder: folder.path, service });
});

afterAll(() => running.disposeAsync());

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

function kindOf(slug: string): ConnectorKind {
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
