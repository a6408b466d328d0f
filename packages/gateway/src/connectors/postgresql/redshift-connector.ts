import { z } from "zod";
import {
  defineConnector,
  hostField,
  nameField,
  portField,
  secretField,
  textField,
} from "../define-connector.ts";
import { driver } from "../driver.ts";

const settings = z.strictObject({
  connectorName: nameField("Redshift"),
  host: hostField("Host"),
  port: portField("5439"),
  database: textField("Database"),
  schema: z.string().default("public").meta({ title: "Schema" }),
  user: textField("User"),
  password: secretField("Password"),
});

/** Amazon Redshift, through PostgreSQL's protocol. */
export const redshiftConnector = defineConnector<z.output<typeof settings>>({
  kind: {
    id: "redshift|6c6af35c-9498-4bd6-9258-23b5337e068b",
    name: "Redshift",
    description: "Tables of an Amazon Redshift warehouse",
    icon: "/icons/connector-icons/Redshift.png",
    mode: "database",
    canRead: false,
    canWrite: true,
    oauthBackend: undefined,
  },
  listed: true,
  settings,
  place: ({ host, port }) => ({ host, port: Number(port), tls: false }),
  async open(given, { network }, { signal }) {
    const { openPostgresql, REDSHIFT } = await driver("pg", () => import("./postgresql-tables.ts"));
    const access = { ...given, port: Number(given.port), verified: false };
    return openPostgresql(access, { network, dialect: REDSHIFT }, signal);
  },
});
