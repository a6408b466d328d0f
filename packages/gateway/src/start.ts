import type { PostgresServer, Service } from "./compose/service.ts";
import { configTable, readStartArguments, START_USAGE } from "./command-line/service/start-arguments.ts";
import { environmentWith, readConfig, type Config } from "./config/config.ts";
import { startEmbeddedPostgres } from "./persistence/embedded-postgres.ts";
import { createLog, type Log } from "./telemetry/log.ts";
import { logWhatOthersWrite } from "./telemetry/log-others.ts";

/** Unfinished work is aborted after this time. */
const STOP_DEADLINE_MS = 28_000;

/** Runs the service until a signal ends it, and resolves to the exit code. `overrides` replace environment variables. */
export async function start(
  arguments_: readonly string[],
  overrides: Readonly<Record<string, string>> = {},
): Promise<number> {
  const wanted = readStartArguments(arguments_);
  if (wanted.action === "help") return tell(START_USAGE);
  if (wanted.action === "refuse") {
    process.stderr.write(`${wanted.message}\n${START_USAGE}\n`);
    return 1;
  }
  const outcome = readConfig(environmentWith(overrides));
  if (!outcome.ok) return refuse(outcome.problems);
  if (wanted.action === "print-config") return tell(configTable(outcome.table));
  return runService(outcome.config, outcome.warning);
}

async function runService(config: Config, warning: string | undefined): Promise<number> {
  const { collectPagesLessOften } = await import("./garbage-collection.ts");
  collectPagesLessOften();
  const log = createLog(config.logLevel);
  if (warning !== undefined) log.warn(warning);
  const stopAsked = firstSignal();
  endOnUnexpectedErrors(log);
  logWhatOthersWrite(log);
  const service = await startService(config, log);
  if (service instanceof Error) return refuse([`Galley cannot start: ${messageOf(service)}`]);
  process.stdout.write(service.greeting);
  log.info({ role: config.role, url: service.url }, "started");
  log.info({ signal: await stopAsked }, "stopping");
  return stopInTime(service, log);
}

/** A failed start is returned as a value, for a one-line message to the operator. */
async function startService(config: Config, log: Log): Promise<Service | Error> {
  try {
    // The database starts while the rest is imported.
    const [postgres, { composeService }] = await Promise.all([
      startPostgres(config, log),
      import("./compose/service.ts"),
    ]);
    return await composeService(config, postgres, log);
  } catch (error) {
    log.debug({ err: error }, "start failed");
    return error instanceof Error ? error : new Error(String(error));
  }
}

async function startPostgres({ databaseUrl, dataDir }: Config, log: Log): Promise<PostgresServer> {
  if (databaseUrl === undefined) {
    return startEmbeddedPostgres(dataDir, { onTrouble: (trouble) => log.error(trouble) });
  }
  return { url: databaseUrl, [Symbol.asyncDispose]: () => Promise.resolve() };
}

async function stopInTime(service: Service, log: Log): Promise<number> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(reject, STOP_DEADLINE_MS, new Error("Stopping took too long."));
  try {
    await Promise.race([service.stop(), late]);
    log.info("stopped");
    return 0;
  } catch (err) {
    log.error({ err }, "stopped with an error");
    return 1;
  } finally {
    clearTimeout(timer);
  }
}

/** Resolves with the first stop signal; a second one ends the process at once. */
function firstSignal(): Promise<NodeJS.Signals> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>();
  let asked = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (asked) process.exit(1);
      asked = true;
      resolve(signal);
    });
  }
  return promise;
}

/**
 * After an unexpected error the state of the process is unknown, so it exits and its supervisor restarts it.
 */
function endOnUnexpectedErrors(log: Log): void {
  for (const event of ["uncaughtException", "unhandledRejection"] as const) {
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, event);
      process.exit(1);
    });
  }
}

function tell(text: string): 0 {
  process.stdout.write(text);
  return 0;
}

/** A sentence each on a terminal, a log line each otherwise. */
function refuse(problems: readonly string[]): 1 {
  const log = createLog("fatal");
  for (const problem of problems) {
    if (process.stderr.isTTY) process.stderr.write(`${problem}\n`);
    else log.fatal(problem);
  }
  return 1;
}

/** A failed connection to a name with several addresses has its messages in the nested errors. */
function messageOf(error: Error): string {
  if (error.message !== "" || !(error instanceof AggregateError)) return error.message;
  return error.errors.map(String).join("; ");
}
