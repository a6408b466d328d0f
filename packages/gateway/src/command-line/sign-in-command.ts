import { randomBytes, randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import { createSignIns } from "@galley/core/domain";
import { readConfig, type Config } from "../config/config.ts";
import { DATABASE_LIMITS } from "../database-limits.ts";
import { signInLink } from "../console-links.ts";
import { createRecordsOnly } from "../persistence/database.ts";
import { reachableUrl } from "../server/greeting.ts";
import { failureOf, refused, withDatabase } from "./database-command.ts";

const USAGE = `Usage: galley sign-in [--email ADDRESS] [--url URL]

Prints a link that signs a member in to the console. It can be used once, within
15 minutes.

  --email ADDRESS  the member; default: GALLEY_MANAGER_EMAIL, or the first manager
  --url URL        the service's address; default: GALLEY_PUBLIC_URL, or HOST and PORT

Configured by the service's variables: DATABASE_URL, GALLEY_DATA_DIR, GALLEY_ORG,
GALLEY_MANAGER_EMAIL, GALLEY_PUBLIC_URL, HOST, PORT.

Exit codes: 0 success, 1 no such member or no database, 2 invalid usage.
`;

interface Wish {
  readonly email: string | undefined;
  readonly url: string | undefined;
}

/** Runs `galley sign-in` and resolves to the exit code. */
export async function runSignIn(arguments_: readonly string[]): Promise<0 | 1 | 2> {
  const wish = wishOf(arguments_);
  if (wish === "help") {
    process.stdout.write(USAGE);
    return 0;
  }
  if (typeof wish === "string") return refused(2, [wish, "See: galley sign-in --help"]);
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

function wishOf(arguments_: readonly string[]): Wish | "help" | `galley: ${string}` {
  try {
    const { values } = parseArgs({
      args: [...arguments_],
      options: { help: { type: "boolean", short: "h" }, email: { type: "string" }, url: { type: "string" } },
    });
    if (values.help) return "help";
    if (values.url !== undefined && !/^https?:$/.test(URL.parse(values.url)?.protocol ?? "")) {
      return `galley: --url is ${values.url}; expected an http or https URL.`;
    }
    return { email: values.email, url: values.url?.replace(/\/+$/, "") };
  } catch (error) {
    return `galley: ${error instanceof Error ? error.message : String(error)}`;
  }
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
