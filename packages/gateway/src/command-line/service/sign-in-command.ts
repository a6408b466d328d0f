import { randomBytes, randomUUID } from "node:crypto";
import { createSignIns } from "@galley/core/domain";
import { readConfig, type Config } from "../../config/config.ts";
import { DATABASE_LIMITS } from "../../database-limits.ts";
import { signInLink } from "../../console-links.ts";
import { createRecordsOnly } from "../../persistence/database.ts";
import { reachableUrl } from "../../server/greeting.ts";
import type { Values } from "../extraction-options.ts";
import { UsageError } from "../usage-error.ts";
import { failureOf, refused, withDatabase } from "./database-command.ts";

interface Wish {
  readonly email: string | undefined;
  readonly url: string | undefined;
}

/** Runs `galley sign-in` and resolves to the exit code: 1 if there is no such member or no database. */
export async function runSignIn(values: Values): Promise<0 | 1 | 2> {
  const wish = wishOf(values);
  const outcome = readConfig();
  if (!outcome.ok) return refused(2, outcome.problems);
  const base = wish.url ?? baseOf(outcome.config);
  if (base === undefined) {
    return refused(2, ["PORT is 0, so the service's address is unknown. Pass it with --url."]);
  }
  try {
    process.stdout.write(`${await issuedLink(outcome.config, wish.email, base)}\n`);
    return 0;
  } catch (error) {
    return refused(1, [failureOf(error)]);
  }
}

/** @throws UsageError */
function wishOf({ email, url }: Values): Wish {
  if (typeof url === "string" && !/^https?:$/.test(URL.parse(url)?.protocol ?? "")) {
    throw new UsageError(`--url is ${url}; expected an http or https URL.`);
  }
  return {
    email: typeof email === "string" ? email : undefined,
    url: typeof url === "string" ? url.replace(/\/+$/, "") : undefined,
  };
}

function baseOf({ publicUrl, host, port }: Config): string | undefined {
  return publicUrl ?? (port === 0 ? undefined : reachableUrl(host, port));
}

function issuedLink(config: Config, email: string | undefined, base: string): Promise<string> {
  const { sessionSeconds, first } = config;
  const environment = { now: () => new Date(), uuid: () => randomUUID(), randomBytes };
  return withDatabase(config, DATABASE_LIMITS, async (orm) => {
    const signIns = createSignIns({ database: createRecordsOnly(orm), environment, sessionSeconds });
    const { organization, managerEmail } = first;
    return signInLink(base, (await signIns.issueLink({ organization, managerEmail, email })).secret);
  });
}
