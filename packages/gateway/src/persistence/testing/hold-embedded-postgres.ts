import { startEmbeddedPostgres } from "../embedded-postgres.ts";

/**
 * A process that starts the PostgreSQL of a data folder, tells its URL and keeps it until it is killed. `--durable`
 * keeps what was committed when one of the server's processes is killed, too.
 */
const [, , dataDir = "", ...flags] = process.argv;
const { url } = await startEmbeddedPostgres(dataDir, { durable: flags.includes("--durable") });
process.stdout.write(`${url}\n`);
setInterval(() => undefined, 60_000);
