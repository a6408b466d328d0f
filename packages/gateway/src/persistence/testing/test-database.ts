import { randomUUID } from "node:crypto";
import { MikroORM } from "@mikro-orm/postgresql";
import { inject } from "vitest";
import { startEmbeddedPostgres } from "../embedded-postgres.ts";

/** An empty database. */
export interface TestDatabase extends AsyncDisposable {
  readonly url: string;
}

/** Creates a database on the PostgreSQL that all tests of this run share, which is started on demand. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = await startEmbeddedPostgres(inject("throwawayDataDir"), { durable: false });
  const name = `test-${randomUUID()}`;
  await execute(server.url, `create database "${name}"`);
  const url = new URL(server.url);
  url.pathname = name;
  return {
    url: url.href,
    async [Symbol.asyncDispose]() {
      await execute(server.url, `drop database "${name}" with (force)`);
      await server[Symbol.asyncDispose]();
    },
  };
}

async function execute(url: string, statement: string): Promise<void> {
  const orm = new MikroORM({ clientUrl: url, entities: [], discovery: { warnWhenNoEntities: false } });
  try {
    await orm.em.execute(statement);
  } finally {
    await orm.close();
  }
}
