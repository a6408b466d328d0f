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
  connectorName: nameField("MSSQL"),
  server: hostField("Server"),
  port: portField("1433"),
  database: textField("Database"),
  user: textField("User"),
  password: secretField("Password"),
});

type MssqlSettings = z.output<typeof settings>;

/** Microsoft SQL Server. */
export const mssqlConnector = defineConnector<MssqlSettings>({
  kind: {
    id: "mssql|6c6af35c-9498-4bd6-9258-23b5337e068b",
    name: "MSSQL",
    description: "Tables of a Microsoft SQL Server database",
    icon: "/icons/connector-icons/MSSQL.png",
    mode: "database",
    canRead: false,
    canWrite: true,
    oauthBackend: undefined,
  },
  listed: true,
  settings,
  place: ({ server, port }) => ({ host: server, port: Number(port), tls: false }),
  async open(given, { network }, { signal }) {
    const { openMssql } = await driver("tedious", () => import("./mssql-tables.ts"));
    return openMssql(given, network, signal);
  },
});
