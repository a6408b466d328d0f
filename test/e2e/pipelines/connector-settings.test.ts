import { createServer } from "node:net";
import { once } from "node:events";
import { boundPort } from "@galley/core/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { callManagement } from "../../support/clients/management-client.ts";
import { startService, type RunningService } from "../../support/service.ts";

const running = new AsyncDisposableStack();
let service: RunningService;
/** A forbidden port on which a server listens. */
let forbiddenPort = 0;
let reached = 0;
let ids: ReadonlyMap<string, string>;

const kindsSchema = z.array(z.object({ id: z.string() }));

beforeAll(async () => {
  const forbidden = createServer((socket) => {
    reached += 1;
    socket.destroy();
  }).listen(0, "127.0.0.1");
  await once(forbidden, "listening");
  running.defer(() => void forbidden.close());
  forbiddenPort = boundPort(forbidden);
  service = running.use(await startService({ env: { GALLEY_LOCAL_ROOTS: "/usr" } }));
  const { json } = await callManagement(service, "GET /supported_connectors/");
  ids = new Map(kindsSchema.parse(json).map(({ id }) => [id.split("|")[0] ?? "", id]));
});

afterAll(() => running.disposeAsync());

type Settings = Readonly<Record<string, unknown>>;

const USER = { user: "galley", password: "password" };
const ACCOUNT = JSON.stringify({
  type: "service_account",
  project_id: "press",
  client_email: "galley@press.example",
  private_key: "no key",
});
const APP = JSON.stringify({
  enterpriseID: "press",
  boxAppSettings: {
    clientID: "client",
    clientSecret: "secret",
    appAuth: { publicKeyID: "key", passphrase: "phrase", privateKey: "no key" },
  },
});

/** Settings that each kind accepts, with unreachable servers. */
const ACCEPTED: Readonly<Record<string, (port?: number) => Settings>> = {
  minio: (port = forbiddenPort) => ({
    key: "k",
    secret: "s",
    endpoint_url: `http://127.0.0.1:${port}/`,
    region_name: "us-east-1",
  }),
  google_cloud_storage: () => ({ json_credentials: ACCOUNT, project_id: "press" }),
  azure_cloud_storage: () => ({ account_name: "press", access_key: "a2V5", bucket: "texts" }),
  gdrive: () => ({ access_token: "token" }),
  sharepoint: () => ({
    site_url: "https://press.example/sites/texts",
    drive_id: "",
    auth_type: "client_credentials",
    client_id: "client",
    tenant_id: "tenant",
    client_secret: "secret",
    user_email: "",
  }),
  dropbox: () => ({ token: "token" }),
  box: () => ({ box_app_settings: APP }),
  sftp: (port = forbiddenPort) => ({
    host: "127.0.0.1",
    port: `${port}`,
    username: "u",
    password: "p",
    user_dir: "/",
    host_key: "",
  }),
  http: (port = forbiddenPort) => ({ base_url: `http://127.0.0.1:${port}/`, username: "", password: "" }),
  localstorage: () => ({ path: "/usr/share" }),
  postgresql: (port = forbiddenPort) => ({
    host: "127.0.0.1",
    port: `${port}`,
    database: "d",
    schema: "public",
    ...USER,
  }),
  mysql: (port = forbiddenPort) => ({ host: "127.0.0.1", port: `${port}`, database: "d", ...USER }),
  mariadb: (port = forbiddenPort) => ({
    host: "127.0.0.1",
    port: `${port}`,
    database: "d",
    sslEnabled: true,
    ...USER,
  }),
  mssql: (port = forbiddenPort) => ({ server: "127.0.0.1", port: `${port}`, database: "d", ...USER }),
  oracledb: (port = forbiddenPort) => ({ dsn: `127.0.0.1:${port}/service`, ...USER }),
  redshift: (port = forbiddenPort) => ({
    host: "127.0.0.1",
    port: `${port}`,
    database: "d",
    schema: "public",
    ...USER,
  }),
  snowflake: () => ({
    account: "press",
    database: "d",
    schema: "s",
    warehouse: "w",
    role: "r",
    ...USER,
  }),
  bigquery: () => ({ json_credentials: ACCOUNT }),
};

const errorsSchema = z.object({
  type: z.string(),
  errors: z.array(z.object({ code: z.string(), detail: z.string(), attr: z.string().nullable() })).nonempty(),
});

interface Outcome {
  readonly status: number;
  readonly code?: string;
  readonly attr?: string | null;
  readonly detail?: string;
}

async function sent(
  path: "connector" | "test_connectors",
  slug: string,
  settings: unknown,
): Promise<Outcome> {
  const { status, json } = await callManagement(service, `POST /${path}/`, {
    connector_id: ids.get(slug),
    connector_metadata: settings,
    ...(path === "connector" && { connector_name: `${slug} ${crypto.randomUUID()}` }),
  });
  if (status < 400) return { status };
  return { status, ...errorsSchema.parse(json).errors[0] };
}

const URL_TO = (place: string): Settings => ({ connection_url: place });

/** The invalid setting, the field that is named, and a part of the message. */
const REFUSED: readonly (readonly [kind: string, changes: Settings, field: string, said: string])[] = [
  ["postgresql", URL_TO("postgresql://user:p%zz@host/d"), "connection_url", "UTF-8"],
  ["postgresql", URL_TO("postgresql://user:p@ho st/d"), "connection_url", "expected a URL"],
  ["postgresql", URL_TO("postgresql://user:p@host:99999/d"), "connection_url", "expected a URL"],
  ["postgresql", URL_TO("postgresql:///d"), "connection_url", "expected one host"],
  ["postgresql", URL_TO("postgresql://%2Ftmp/d"), "connection_url", "expected one host"],
  ["postgresql", URL_TO("postgresql://u:p@a.example,127.0.0.1/d"), "connection_url", "expected one host"],
  ["postgresql", URL_TO("postgresql://host/d"), "connection_url", "expected a user"],
  ["postgresql", URL_TO("postgresql://u:p@host"), "connection_url", "expected the name of a database"],
  ["postgresql", URL_TO("http://u:p@host/d"), "connection_url", "expected a URL such as postgresql://"],
  ["postgresql", URL_TO("nonsense"), "connection_url", "expected a URL such as postgresql://"],
  ["postgresql", URL_TO("postgresql://u:p@host/d?host=/tmp"), "connection_url", "the parameter host"],
  ["postgresql", URL_TO("postgresql://u:p@host/d?hostaddr=::1"), "connection_url", "the parameter hostaddr"],
  ["postgresql", URL_TO("postgresql://u:p@host/d?sslcert=/etc/x"), "connection_url", "the parameter sslcert"],
  ["postgresql", URL_TO("postgresql://u:p@host/d?sslrootcert=/etc"), "connection_url", "the parameter"],
  ["postgresql", URL_TO("postgresql://u:p@host/d?service=x"), "connection_url", "the parameter service"],
  ["postgresql", URL_TO("postgresql://u:p@host/d?passfile=/x"), "connection_url", "the parameter passfile"],
  ["postgresql", { host: "/tmp" }, "host", "expected a host name"],
  ["postgresql", { host: "a.example,127.0.0.1" }, "host", "expected a host name"],
  ["postgresql", { port: 0 }, "port", "expected a port"],
  ["postgresql", { port: 5432.5 }, "port", "expected a port"],
  ["postgresql", { user: 7 }, "user", "Expected a string"],
  ["postgresql", { sslmode: "require" }, "sslmode", "no such setting"],
  ["redshift", { host: "[::1]:22" }, "host", "expected a host name"],
  ["mysql", { port: "3306;" }, "port", "expected a port"],
  ["mysql", { port: null }, "port", "Expected a string"],
  ["mysql", { sslEnabled: true }, "sslEnabled", "no such setting"],
  ["mysql", { host: "user@host" }, "host", "expected a host name"],
  ["mariadb", { sslEnabled: "perhaps" }, "sslEnabled", "Expected true or false"],
  ["mssql", { server: "host\\instance" }, "server", "expected a host name"],
  ["mssql", { server: "host,1433" }, "server", "expected a host name"],
  ["oracledb", { dsn: "(description=(address=(host=a)))" }, "dsn", "expected host:port/service"],
  ["oracledb", { wallet_location: "/etc" }, "wallet_location", "folders are not read"],
  ["sftp", { host_key: "MD5:aa" }, "host_key", "expected a fingerprint"],
  ["sftp", { host: "-oProxyCommand=id host" }, "host", "expected a host name"],
  ["sftp", { user_dir: "" }, "user_dir", "may not be blank"],
  ["http", { base_url: "ftp://files.example/" }, "base_url", "Expected a URL"],
  ["http", { base_url: "http://user:p@files.example/" }, "base_url", "without user name"],
  ["minio", { endpoint_url: "not a url" }, "endpoint_url", "Expected a URL"],
  ["minio", { region_name: "x.evil.example/" }, "region_name", "expected a region"],
  ["sharepoint", { site_url: "not a url" }, "site_url", "expected a URL"],
  ["sharepoint", { auth_type: "oauth" }, "access_token", "required"],
  ["dropbox", { token: undefined }, "token", "required"],
  ["box", { box_app_settings: "{}" }, "box_app_settings", "JSON settings file of a Box app"],
  ["box", { box_app_settings: { enterpriseID: "x" } }, "box_app_settings", "Expected a string"],
  [
    "google_cloud_storage",
    { json_credentials: "{" },
    "json_credentials",
    "JSON key file of a service account",
  ],
  ["bigquery", { json_credentials: '{"type":"external_account"}' }, "json_credentials", "service account"],
  ["azure_cloud_storage", { account_name: "x.evil.example" }, "account_name", "3 to 24"],
  ["snowflake", { account: "evil.example/" }, "account", "expected an account"],
  ["localstorage", { path: 7 }, "path", "Expected a string"],
  ["gdrive", { access_token: "" }, "access_token", "may not be blank"],
];

describe("invalid settings are rejected with the name of the field", () => {
  test.each(REFUSED)("%s %j: %s", async (slug, changes, field, said) => {
    const isUrl = "connection_url" in changes;
    const settings = isUrl ? changes : { ...ACCEPTED[slug]?.(), ...changes };
    const expected = {
      status: 400,
      attr: `connector_metadata.${field}`,
      detail: expect.stringContaining(said),
    };
    expect(await sent("connector", slug, settings)).toMatchObject(expected);
    expect(await sent("test_connectors", slug, settings)).toMatchObject(expected);
  });
});

const ODD: readonly unknown[] = [
  null,
  "",
  " ",
  0,
  -1,
  1e308,
  true,
  "true",
  [],
  ["x"],
  {},
  { a: { b: 1 } },
  "%",
  "%zz",
  "\u0001\u007f",
  "a\r\nX-Injected: 1",
  "😀".repeat(50),
  "x".repeat(20_000),
  "../../etc/passwd",
  "http://[::1",
  "http://127.0.0.1:99999/",
  "postgresql://%",
  "file:///etc/passwd",
  "(((((",
  "{{{",
  "__proto__",
];

/** The fields of a form, in any part of the schema, without those of the alternative. */
function formOf(schema: unknown): { readonly properties: Set<string>; readonly required: Set<string> } {
  const properties = new Set<string>();
  const required = new Set<string>();
  const visit = (part: unknown): void => {
    if (typeof part !== "object" || part === null) return;
    for (const [name, below] of Object.entries(part)) {
      if (name === "properties") for (const field of Object.keys(below)) properties.add(field);
      if (name === "required" && Array.isArray(below)) for (const field of below) required.add(String(field));
      visit(below);
    }
  };
  visit(schema);
  return { properties, required };
}

/** A failed test returns the documented 500, with a plain message. */
function isDocumented({ status, code, attr, detail = "" }: Outcome): boolean {
  if (detail.includes("Invalid input")) return false;
  if (status === 500) return code === "error" && detail.startsWith("Error while testing connector");
  if (status !== 400) return [200, 201, 403, 408].includes(status);
  return attr?.startsWith("connector_metadata.") ?? false;
}

const SERVERS = Object.keys(ACCEPTED).filter((slug) =>
  /sftp|sql|oracle|maria|redshift|http|minio/.test(slug),
);

/** Each field of each kind is sent a third of the values, always another third than its neighbours. */
const PARTS = 3;

function oddFor(place: number): readonly unknown[] {
  return ODD.filter((_, index) => (index + place) % PARTS === 0);
}

describe.each(Object.keys(ACCEPTED).map((slug, kind) => ({ slug, kind })))("$slug", ({ slug, kind }) => {
  test("accepted settings match the schema", async () => {
    const accepted = ACCEPTED[slug]?.() ?? {};
    expect(await sent("connector", slug, accepted)).toEqual({ status: 201 });
    const { json } = await callManagement(service, `GET /connector_schema/?id=${ids.get(slug)}`);
    const { properties, required } = formOf(json);
    // No form shows OAuth fields, and the authentication method has a default.
    const asked = Object.keys(accepted).filter((field) => !/^(access_token|auth_type)$/.test(field));
    expect(asked.filter((field) => !properties.has(field))).toEqual([]);
    for (const field of asked) {
      const outcome = await sent("connector", slug, { ...accepted, [field]: undefined });
      const missing = {
        status: 400,
        attr: `connector_metadata.${field}`,
        detail: "This setting is required.",
      };
      expect([field, outcome]).toMatchObject([field, required.has(field) ? missing : { status: 201 }]);
    }
  });

  test("unusual values of any field cause no 5xx", { timeout: 120_000 }, async () => {
    const accepted = ACCEPTED[slug]?.() ?? {};
    const wrong: unknown[] = [];
    const isLocal = SERVERS.includes(slug) || slug === "localstorage";
    const fields = [...Object.keys(accepted), "connectorName", "connection_url", "constructor"];
    for (const [place, field] of fields.entries()) {
      // Tests resolve no names, neither unusual ones nor those of providers.
      const isTried = isLocal && !/^(host|server)$/.test(field);
      const outcomes = oddFor(kind + place).map(async (value) => {
        const settings = { ...accepted, [field]: value };
        const outcome = await sent("connector", slug, settings);
        const isOpened = isTried && outcome.status === 201;
        return [value, outcome, isOpened ? await sent("test_connectors", slug, settings) : outcome] as const;
      });
      for (const [value, ...told] of await Promise.all(outcomes)) {
        if (!told.every(isDocumented)) wrong.push([field, value, told]);
      }
    }
    for (const settings of [{}, { "": "" }, { x: 1 }, { ...accepted, x: 1 }]) {
      const outcome = await sent("connector", slug, settings);
      if (!isDocumented(outcome)) wrong.push([settings, outcome]);
    }
    expect(wrong).toEqual([]);
    expect(reached).toBe(0);
  });
});

test.each(SERVERS)(
  "%s reaches no forbidden address, and does not distinguish open ports from closed ones",
  async (slug) => {
    const [open, closed] = [
      await sent("test_connectors", slug, ACCEPTED[slug]?.(forbiddenPort)),
      await sent("test_connectors", slug, ACCEPTED[slug]?.(1)),
    ];
    expect(open).toMatchObject({
      status: 500,
      code: "error",
      detail: expect.stringContaining("The host name was not found, or its address is not a public one"),
    });
    expect(closed).toEqual(open);
    expect(reached).toBe(0);
  },
);
