import { z } from "zod";
import type { ServerPlace } from "../connector-definition.ts";
import {
  defineConnector,
  formOf,
  nameField,
  portField,
  secretField,
  textField,
} from "../define-connector.ts";
import { driver } from "../driver.ts";
import type { PostgresqlAccess } from "./postgresql-access.ts";

const URL_FORM = /^postgres(ql)?:\/\//;

const urlField = secretField("Connection URL", "Such as postgresql://user:password@host:5432/database").regex(
  URL_FORM,
  "expected a URL that begins with postgresql://",
);
const fields = {
  host: textField("Host"),
  port: portField("5432"),
  database: textField("Database"),
  schema: z.string().default("public").meta({ title: "Schema" }),
  user: textField("User"),
  password: secretField("Password"),
};

const connectorName = nameField("PostgreSQL");

const settings = z.union([
  z.strictObject({ connectorName, connection_url: urlField }),
  z.strictObject({ connectorName, ...fields }),
]);

export type PostgresqlSettings = z.output<typeof settings>;

/** A database, or a warehouse that speaks its protocol. */
export const postgresqlConnector = defineConnector<PostgresqlSettings>({
  kind: {
    id: "postgresql|6db35f45-be11-4fd5-80c5-85c48183afbb",
    name: "PostgreSQL",
    description: "Tables of a PostgreSQL database",
    icon: "/icons/connector-icons/Postgresql.png",
    mode: "database",
    canRead: true,
    canWrite: true,
    oauthBackend: undefined,
  },
  listed: true,
  settings,
  settingsSchema: eitherForm(),
  place: placeOf,
  async open(given, { network }, { signal }) {
    const { openPostgresql, POSTGRESQL } = await driver("pg", () => import("./postgresql-tables.ts"));
    return openPostgresql(accessOf(given), { network, dialect: POSTGRESQL }, signal);
  },
});

const DEFAULT_PORT = 5432;

function accessOf(given: PostgresqlSettings): PostgresqlAccess {
  if (!("connection_url" in given)) return { ...given, port: Number(given.port), verified: false };
  const url = new URL(given.connection_url);
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port) || DEFAULT_PORT,
    database: decodeURIComponent(url.pathname.slice(1)),
    schema: url.searchParams.get("schema") ?? undefined,
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    verified: url.searchParams.get("sslmode")?.startsWith("verify-") ?? false,
  };
}

function placeOf(given: PostgresqlSettings): ServerPlace {
  const { host, port } = accessOf(given);
  return { host, port, tls: false };
}

/** Either way of saying where the database is. */
function eitherForm(): Readonly<Record<string, unknown>> {
  const partOf = (schema: z.ZodType, title: string): Readonly<Record<string, unknown>> => ({
    title,
    ...formOf(schema),
  });
  return {
    title: "PostgreSQL",
    type: "object",
    allOf: [
      partOf(z.object({ connectorName }), "Name"),
      {
        oneOf: [
          partOf(z.object({ connection_url: urlField }), "Connection URL"),
          partOf(z.object(fields), "Connection parameters"),
        ],
      },
    ],
  };
}
