import { z } from "zod";
import type { ServerPlace } from "../connector-definition.ts";
import {
  defineConnector,
  formOf,
  hostField,
  nameField,
  portField,
  secretField,
  textField,
} from "../define-connector.ts";
import { driver } from "../driver.ts";
import { accessOfUrl, connectionUrlField } from "./connection-url.ts";
import type { PostgresqlAccess } from "./postgresql-access.ts";

const fields = {
  host: hostField("Host"),
  port: portField("5432"),
  database: textField("Database"),
  schema: z.string().default("public").meta({ title: "Schema" }),
  user: textField("User"),
  password: secretField("Password"),
};

const connectorName = nameField("PostgreSQL");

const byUrl = z.strictObject({ connectorName, connection_url: connectionUrlField });
// Forms send the fields of the other form blank.
const byFields = z.strictObject({ connectorName, connection_url: z.literal("").optional(), ...fields });

export type PostgresqlSettings = z.output<typeof byUrl> | z.output<typeof byFields>;

/** A database, or a warehouse with the same protocol. */
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
  settings: (given) =>
    (given["connection_url"] ?? "") === "" && Object.keys(fields).some((name) => name in given)
      ? byFields
      : byUrl,
  settingsSchema: eitherForm(),
  place: placeOf,
  async open(given, { network }, { signal }) {
    const { openPostgresql, POSTGRESQL } = await driver("pg", () => import("./postgresql-tables.ts"));
    return openPostgresql(accessOf(given), { network, dialect: POSTGRESQL }, signal);
  },
});

function accessOf(given: PostgresqlSettings): PostgresqlAccess {
  if ("host" in given) return { ...given, port: Number(given.port), verified: false };
  return accessOfUrl(given.connection_url);
}

function placeOf(given: PostgresqlSettings): ServerPlace {
  const { host, port } = accessOf(given);
  return { host, port, tls: false };
}

/** A connection URL, or separate fields. */
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
          partOf(z.object({ connection_url: connectionUrlField }), "Connection URL"),
          partOf(z.object(fields), "Connection parameters"),
        ],
      },
    ],
  };
}
