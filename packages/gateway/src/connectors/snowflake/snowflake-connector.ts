import { z } from "zod";
import { defineConnector, nameField, secretField, textField } from "../define-connector.ts";
import { openSnowflake } from "./snowflake-tables.ts";

const settings = z.strictObject({
  connectorName: nameField("Snowflake"),
  user: textField("User"),
  password: secretField("Password"),
  account: z
    .string()
    .regex(/^[a-z0-9._-]+$/i, "expected an account such as organization-account")
    .meta({ title: "Account" }),
  database: textField("Database"),
  schema: textField("Schema"),
  warehouse: textField("Warehouse"),
  role: textField("Role"),
});

type SnowflakeSettings = z.output<typeof settings>;

export const snowflakeConnector = defineConnector<SnowflakeSettings>({
  kind: {
    id: "snowflake|87c5151e-5e41-420a-b1ea-772d9720929b",
    name: "Snowflake",
    description: "Tables of a Snowflake warehouse",
    icon: "/icons/connector-icons/Snowflake.png",
    mode: "database",
    canRead: false,
    canWrite: true,
    oauthBackend: undefined,
  },
  listed: true,
  settings,
  place: () => undefined,
  open: (given, { network, endpoints }, { signal }) =>
    openSnowflake(given, { network, base: endpoints.snowflake }, signal),
});
