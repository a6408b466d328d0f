import { z } from "zod";
import type { AnyConnector } from "../connector-definition.ts";
import {
  booleanField,
  defineConnector,
  hostField,
  nameField,
  portField,
  secretField,
  textField,
} from "../define-connector.ts";
import { driver } from "../driver.ts";
import type { MysqlAccess } from "./mysql-access.ts";

const fields = {
  host: hostField("Host"),
  port: portField("3306"),
  database: textField("Database"),
  user: textField("User"),
  password: secretField("Password"),
};

interface Described {
  readonly id: string;
  readonly name: string;
  readonly icon: string;
}

export const mysqlConnector = connectorOf(
  {
    id: "mysql|db709852-fa51-4aa6-9b91-afc45f111bec",
    name: "MySQL",
    icon: "/icons/connector-icons/MySql.png",
  },
  z.strictObject({ connectorName: nameField("MySQL"), ...fields }),
);

export const mariadbConnector = connectorOf(
  {
    id: "mariadb|146b0124-b9fc-466f-8e68-098ff60703e8",
    name: "MariaDB",
    icon: "/icons/connector-icons/MariaDB.png",
  },
  z.strictObject({
    connectorName: nameField("MariaDB"),
    ...fields,
    sslEnabled: booleanField("Encrypted connections only", false),
  }),
);

/** MySQL and MariaDB have the same settings and protocol. */
function connectorOf<Settings extends MysqlAccess & Readonly<Record<string, unknown>>>(
  described: Described,
  settings: z.ZodType<Settings>,
): AnyConnector {
  return defineConnector<Settings>({
    kind: {
      ...described,
      description: `Tables of a ${described.name} database`,
      mode: "database",
      canRead: true,
      canWrite: true,
      oauthBackend: undefined,
    },
    listed: true,
    settings,
    place: ({ host, port }) => ({ host, port: Number(port), tls: false }),
    async open(given, { network }, { signal }) {
      const { openMysql } = await driver("mysql2", () => import("./mysql-tables.ts"));
      return openMysql(given, network, signal);
    },
  });
}
