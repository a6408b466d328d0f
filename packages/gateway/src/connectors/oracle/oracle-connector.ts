import { z } from "zod";
import { defineConnector, nameField, secretField, textField } from "../define-connector.ts";
import { driver } from "../driver.ts";

const settings = z.strictObject({
  connectorName: nameField("Oracle DB"),
  config_dir: textField("Folder of the wallet's configuration"),
  user: textField("User"),
  password: secretField("Password"),
  dsn: textField("DSN", "Such as database.example:1522/service, or a name of tnsnames.ora"),
  wallet_location: textField("Folder of the wallet"),
  wallet_password: secretField("Password of the wallet"),
});

type OracleSettings = z.output<typeof settings>;

/** Oracle Database, spoken to without Oracle's client libraries. */
export const oracleConnector = defineConnector<OracleSettings>({
  kind: {
    id: "oracledb|49e3b4c1-9c34-43fc-89a4-96950821ade0",
    name: "Oracle DB",
    description: "Tables of an Oracle database",
    icon: "/icons/connector-icons/Oracle.png",
    mode: "database",
    canRead: false,
    canWrite: true,
    oauthBackend: undefined,
  },
  listed: true,
  settings,
  place: () => undefined,
  async open(given, { network, localRoots }, { signal }) {
    const { openOracle } = await driver("oracledb", () => import("./oracle-tables.ts"));
    return openOracle(given, { network, localRoots }, signal);
  },
});
