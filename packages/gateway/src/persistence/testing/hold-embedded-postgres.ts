import { startEmbeddedPostgres } from "../embedded-postgres.ts";

/**
 * A process that starts the PostgreSQL of a data folder, prints its URL and keeps it until killed. With
 * `--durable`, commits also survive a killed server process.
 */
const [, , dataDir = "", ...flags] = process.argv;
const { url } = await startEmbeddedPostgres(dataDir, { durable: flags.includes("--durable") });
process.stdout.write(`${url}\n`);
setInterval(() => undefined, 60_000);
