import type { Connection } from "@galley/core/domain";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createCatalogue } from "../catalogue.ts";
import { loopbackDependencies } from "../testing/loopback-network.ts";
import { mariadbServerMissing, startMariadbServer, type MariadbServer } from "../testing/mariadb-server.ts";
import { documentContract, tableContract, type TableWorld } from "../testing/table-contract.ts";
import { mariadbConnector, mysqlConnector } from "./mysql-connector.ts";

const CONTEXT = { signal: new AbortController().signal };
const missing = await mariadbServerMissing();

let server: MariadbServer;
beforeAll(async () => {
  if (missing === undefined) server = await startMariadbServer();
});
afterAll(() => server?.[Symbol.asyncDispose]());

function settings(database: string): Readonly<Record<string, unknown>> {
  const { port, user, password } = server;
  return { connectorName: "tables", host: "127.0.0.1", port: `${port}`, database, user, password };
}

test("the forms have the fields that clients know", () => {
  const required = ["connectorName", "host", "port", "database", "user", "password"];
  expect(mysqlConnector.kind.settingsSchema).toMatchObject({ type: "object", required });
  expect(mariadbConnector.kind.settingsSchema).toMatchObject({
    required,
    properties: { sslEnabled: { type: "boolean" }, password: { format: "password" } },
  });
});

describe.skipIf(missing !== undefined)(`MariaDB${missing === undefined ? "" : ` (${missing})`}`, () => {
  describe.each([mysqlConnector, mariadbConnector])("$kind.name", (connector) => {
    const open = async (): Promise<TableWorld> => {
      const database = await server.createDatabase();
      const another = (): Promise<Connection> =>
        connector.open(settings(database), loopbackDependencies(), CONTEXT);
      const connection = await another();
      return {
        connection,
        another,
        quoted: (name) => `\`${name.replaceAll("`", "``")}\``,
        select: (statement) => server.select(database, statement),
        [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
      };
    };
    tableContract(open);
    documentContract(open, {
      integer: "bigint",
      bytes: "longblob",
      literal: (hex) => `x'${hex}'`,
      repeated: (hex, times) => `repeat(x'${hex}', ${times})`,
    });
  });

  test("a connection is tested step by step, and wrong credentials are reported", async () => {
    const database = await server.createDatabase();
    const catalogue = createCatalogue([mariadbConnector], loopbackDependencies());
    const tried = async (changes: Readonly<Record<string, unknown>>): Promise<readonly string[]> => {
      const given = { ...settings(database), ...changes };
      const steps = await Array.fromAsync(catalogue.test(mariadbConnector.kind.id, given, CONTEXT));
      return steps.map(({ name, ok }) => `${name} ${ok ? "ok" : "failed"}`);
    };
    expect(await tried({})).toEqual(["dns ok", "tcp ok", "login ok", "permission ok", "list ok"]);
    expect(await tried({ password: "wrong" })).toEqual(["dns ok", "tcp ok", "login failed"]);
    expect(await tried({ database: "nowhere" })).toEqual(["dns ok", "tcp ok", "login failed"]);
  });
});
