import { expect, test } from "vitest";
import { serviceAccountFile } from "../testing/apis/google-identity.ts";
import { startBigquery } from "../testing/apis/bigquery-server.ts";
import { loopbackDependencies } from "../testing/loopback-network.ts";
import { bigqueryConnector } from "./bigquery-connector.ts";

const CONTEXT = { signal: new AbortController().signal };

const TARGET = {
  table: "archive.texts",
  columns: [
    { name: "hash", type: "text" },
    { name: "pages", type: "integer" },
    { name: "metadata", type: "json" },
  ],
  key: ["hash"],
  create: true,
} as const;

test("a missing table is created, columns are added, and rows are replaced by their key with bound values", async () => {
  await using warehouse = await startBigquery();
  const dependencies = loopbackDependencies([], { google_bigquery: warehouse.url });
  const settings = { connectorName: "warehouse", json_credentials: serviceAccountFile(warehouse.url) };
  await using connection = await bigqueryConnector.open(settings, dependencies, CONTEXT);
  const { table } = connection;
  await table?.prepare(TARGET, CONTEXT.signal);
  warehouse.columns = ["hash", "pages"];
  await table?.prepare(TARGET, CONTEXT.signal);
  await table?.replace(
    [{ target: TARGET, key: { hash: "a'`b" }, rows: [{ hash: "a'`b", pages: 3, metadata: "{}" }] }],
    CONTEXT.signal,
  );
  expect(warehouse.queries.map(({ query }) => query)).toEqual([
    "select 1",
    "create table `archive.texts` (`hash` STRING, `pages` INT64, `metadata` JSON)",
    "alter table `archive.texts` add column `metadata` JSON",
    `begin transaction;
delete from \`archive.texts\` where \`hash\` = @k0_0;
insert into \`archive.texts\` (\`hash\`, \`pages\`, \`metadata\`) values (@r0_0, @r0_1, parse_json(@r0_2));
commit transaction;`,
  ]);
  const bound = warehouse.queries.at(-1)?.queryParameters.map(({ parameterValue }) => parameterValue.value);
  expect(bound).toEqual(["a'`b", "a'`b", "3", "{}"]);
});

test("a missing table that may not be created is reported", async () => {
  await using warehouse = await startBigquery();
  const dependencies = loopbackDependencies([], { google_bigquery: warehouse.url });
  const settings = { connectorName: "warehouse", json_credentials: serviceAccountFile(warehouse.url) };
  await using connection = await bigqueryConnector.open(settings, dependencies, CONTEXT);
  const given = { ...TARGET, create: false };
  await expect(connection.table?.prepare(given, CONTEXT.signal)).rejects.toThrow("not found");
  warehouse.columns = ["hash"];
  await expect(connection.table?.prepare(given, CONTEXT.signal)).rejects.toThrow('lacks "pages", "metadata"');
});
