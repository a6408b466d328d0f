import { startEmbeddedPostgres } from "../embedded-postgres.ts";

/** A process that starts the PostgreSQL of a data folder, tells its URL and keeps it until it is killed. */
const [, , dataDir = ""] = process.argv;
const { url } = await startEmbeddedPostgres(dataDir, { durable: false });
process.stdout.write(`${url}\n`);
setInterval(() => undefined, 60_000);
