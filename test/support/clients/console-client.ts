import { z } from "zod";
import type { CookieBrowser } from "./cookie-browser.ts";
import type { RunningService } from "../service.ts";

export interface ConsoleAnswer {
  readonly status: number;
  readonly data: Readonly<Record<string, unknown>> | null;
  /** The code of the first error. */
  readonly code: string | undefined;
  readonly message: string | undefined;
  /** The session cookie that the answer sets, with its attributes. */
  readonly cookie: string | undefined;
}

export interface Operation {
  readonly query: string;
  readonly variables?: object;
}

const answerSchema = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z.array(z.object({ message: z.string(), extensions: z.object({ code: z.string() }) })).default([]),
});

/** Sends an operation as a page of the console does. */
export async function askAsConsole(
  { url }: Pick<RunningService, "url">,
  browser: CookieBrowser,
  operation: Operation,
  headers: Readonly<Record<string, string>> = { origin: url },
): Promise<ConsoleAnswer> {
  const answer = await browser.send(`${url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", "user-agent": "Test/1.0", ...headers },
    body: JSON.stringify(operation),
  });
  const { data = null, errors } = answerSchema.parse(await answer.json());
  const [error] = errors;
  const cookie = answer.headers.getSetCookie().find((one) => one.startsWith("galley_session="));
  return { status: answer.status, data, code: error?.extensions.code, message: error?.message, cookie };
}

const EXCHANGE = `mutation ($token: String!) {
  signInWithAccessToken(input: {token: $token}) { session { id way } }
}`;

/** Signs a browser in with an access token. */
export function exchangeToken(
  service: Pick<RunningService, "url">,
  browser: CookieBrowser,
  token: string,
  headers?: Readonly<Record<string, string>>,
): Promise<ConsoleAnswer> {
  return askAsConsole(service, browser, { query: EXCHANGE, variables: { token } }, headers);
}
