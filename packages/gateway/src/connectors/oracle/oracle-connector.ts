import { z } from "zod";
import { defineConnector, nameField, secretField, textField } from "../define-connector.ts";
import { driver } from "../driver.ts";
import { dsnField, oracleAddressOf } from "./oracle-address.ts";

/** Clients that know the wallet fields send them blank. */
const noFolder = z
  .string()
  .refine(
    (folder) => folder === "",
    "folders are not read: pass the content of ewallet.pem as wallet_content",
  )
  .optional()
  .meta({ deprecated: true, maxLength: 0 });

const settings = z.strictObject({
  connectorName: nameField("Oracle DB"),
  user: textField("User"),
  password: secretField("Password"),
  dsn: dsnField,
  wallet_content: z.string().default("").meta({
    title: "Wallet",
    description: "The content of ewallet.pem, if the server requires a client certificate",
    format: "password",
  }),
  wallet_password: z.string().default("").meta({ title: "Password of the wallet", format: "password" }),
  config_dir: noFolder,
  wallet_location: noFolder,
});

type OracleSettings = z.output<typeof settings>;

/** Oracle Database, without Oracle's client libraries. */
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
  place({ dsn }) {
    const address = oracleAddressOf(dsn);
    return address && { ...address, tls: false };
  },
  async open(given, { network }, { signal }) {
    const { openOracle } = await driver("oracledb", () => import("./oracle-tables.ts"));
    return openOracle(given, network, signal);
  },
});
