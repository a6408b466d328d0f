import { randomUUID } from "node:crypto";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { expect } from "vitest";
import { complaintsOf } from "./browser.ts";
import type { RunningService } from "../service.ts";

/** A signed-in browser on the console. */
export interface ConsoleVisit extends AsyncDisposable {
  readonly page: Page;
  /** Errors in the page, responses that its policy refused, and every request to another server. */
  readonly complaints: readonly string[];
}

export interface VisitOptions {
  readonly width?: number;
  readonly height?: number;
  readonly scheme?: "dark" | "light";
  /** The access token to sign in with; by default the manager's. */
  readonly accessToken?: string;
}

/** Opens a path of the console, such as "/documents", by default for a manager of the organization. */
export async function visitConsole(
  browser: Browser,
  service: RunningService,
  path: string,
  { width = 1440, height = 900, scheme = "light", accessToken = service.accessToken }: VisitOptions = {},
): Promise<ConsoleVisit> {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    reducedMotion: "reduce",
  });
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: service.url });
  await signIn(context, { url: service.url, accessToken });
  const page = await context.newPage();
  const complaints = complaintsOf(page, service.url);
  await page.goto(`${service.url}/console${path}`);
  return { page, complaints, [Symbol.asyncDispose]: () => context.close() };
}

/** As a person who pastes the token: the browser gets a session cookie. */
async function signIn(
  { request }: BrowserContext,
  { url, accessToken }: Pick<RunningService, "url" | "accessToken">,
): Promise<void> {
  const query =
    "mutation ($token: String!) { signInWithAccessToken(input: { token: $token }) { session { id } } }";
  const answer = await request.post(`${url}/graphql`, {
    headers: { origin: url },
    data: { query, variables: { token: accessToken } },
  });
  expect(await answer.json()).toMatchObject({ data: { signInWithAccessToken: { session: {} } } });
}

/** A name that no earlier attempt of a test has used. */
export function uniqueName(beginning: string): string {
  return `${beginning}-${randomUUID().slice(0, 8)}`;
}
