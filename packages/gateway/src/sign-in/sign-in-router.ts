import type { IncomingMessage, ServerResponse } from "node:http";
import {
  DomainError,
  type Application,
  type DomainErrorCode,
  type SecretBox,
  type SessionView,
} from "@galley/core/domain";
import express, { type Request, type RequestHandler, type Response } from "express";
import { openBegun, sealBegun } from "./begun-sign-in.ts";
import { cookie, cookieOf } from "./cookies.ts";
import type { IdentityProvider } from "./identity-provider.ts";
import type { Browser } from "./browser.ts";
import { sessionOf } from "./session-cookie.ts";

export interface SignInDependencies {
  readonly application: Application;
  /** Undefined if sign-in is not configured. */
  readonly provider: IdentityProvider | undefined;
  readonly secrets: SecretBox;
  /** The service's address as the client knows it, without a trailing slash. */
  readonly publicUrl: (request: IncomingMessage) => string;
  readonly browserOf: (request: IncomingMessage, response: ServerResponse) => Browser;
  /** Receives the details of an invalid response of the provider, which the browser does not see. */
  readonly failed: (error: unknown) => void;
  /** Counts a failed sign-in. Throws DomainError `QUOTA_EXCEEDED` if there are too many. */
  readonly refused: () => void;
}

const BEGUN_COOKIE = "galley_sign_in";
export const LOGIN = "/api/v1/login";
const RETURN_PATH = `${LOGIN}/callback`;

/** Time limit for signing in at the provider. */
const SIGN_IN_SECONDS = 10 * 60;

/** Sign-in, sign-out, and the session of the browser. */
export function signInRouter(dependencies: SignInDependencies): express.Router {
  const router = express.Router();
  router.route(LOGIN).get(beginSignIn(dependencies)).all(only("GET"));
  router.route(RETURN_PATH).get(finishSignIn(dependencies)).all(only("GET"));
  router.route("/api/v1/logout{/}").post(signOut(dependencies)).all(only("POST"));
  router.route("/api/v1/session{/}").get(showSession(dependencies)).all(only("GET"));
  router.route("/api/v1/organization{/}").get(listOrganizations(dependencies)).all(only("GET"));
  router.route("/api/v1/organization/:id/set{/}").post(chooseOrganization(dependencies)).all(only("POST"));
  return router;
}

function beginSignIn({ provider, secrets, publicUrl }: SignInDependencies): RequestHandler {
  return async (request, response) => {
    if (!provider) return answer(response, 404, { message: "Sign-in is not configured." });
    const { url, challenge } = await provider.begin(publicUrl(request) + RETURN_PATH);
    const endsAt = Date.now() + SIGN_IN_SECONDS * 1000;
    const begun = sealBegun(secrets, { challenge, returnTo: ownPath(request.query["return_to"]), endsAt });
    const place = placeOf(request, publicUrl, RETURN_PATH);
    setCookies(response, [cookie(BEGUN_COOKIE, { value: begun, maxAgeSeconds: SIGN_IN_SECONDS }, place)]);
    redirect(response, url.href);
  };
}

function finishSignIn(dependencies: SignInDependencies): RequestHandler {
  const { application, provider, secrets, publicUrl, browserOf, failed, refused } = dependencies;
  return async (request, response) => {
    const sealed = cookieOf(request, BEGUN_COOKIE);
    const begun = sealed === undefined ? undefined : openBegun(secrets, sealed, new Date());
    // Single use, whatever the result.
    const spent = cookie(
      BEGUN_COOKIE,
      { value: "", maxAgeSeconds: 0 },
      placeOf(request, publicUrl, RETURN_PATH),
    );
    setCookies(response, [spent]);
    if (!provider || !begun)
      return answer(response, 400, {
        message: "The sign-in has expired or was not started here. Start it again.",
      });
    const returned = new URL(publicUrl(request) + request.originalUrl);
    const identity = await provider.finish(returned, begun.challenge).catch((error: unknown) => {
      failed(error);
      return undefined;
    });
    if (!identity) {
      refused();
      return answer(response, 400, { message: "The provider's response is not valid." });
    }
    await refusalsAnswered(response, async () => {
      const browser = browserOf(request, response);
      browser.keep(await application.sessions.signIn(identity, browser.visitor));
      redirect(response, begun.returnTo);
    });
  };
}

function signOut({ application, publicUrl, browserOf }: SignInDependencies): RequestHandler {
  return async (request, response) => {
    const secret = sessionOf(request, publicUrl(request));
    if (secret === undefined) return answer(response, 401, { message: "Unauthorized" });
    await application.sessions.signOut(secret);
    browserOf(request, response).forget();
    response.writeHead(204).end();
  };
}

function showSession(dependencies: SignInDependencies): RequestHandler {
  return withSession(dependencies, async (secret) =>
    viewAnswer(await dependencies.application.sessions.view(secret)),
  );
}

function listOrganizations(dependencies: SignInDependencies): RequestHandler {
  return withSession(dependencies, async (secret) => {
    const { organizations } = await dependencies.application.sessions.view(secret);
    return {
      message: "success",
      organizations: organizations.map(organizationAnswer),
    };
  });
}

function chooseOrganization(dependencies: SignInDependencies): RequestHandler {
  return withSession(dependencies, async (secret, request) => {
    const id = [request.params["id"]].flat().join("/");
    return viewAnswer(await dependencies.application.sessions.choose(secret, id));
  });
}

function viewAnswer({ user, organization }: SessionView): object {
  return {
    user: user ? { id: `${user.number}`, email: user.email, name: user.name } : null,
    organization: organization ? organizationAnswer(organization) : null,
  };
}

function organizationAnswer({ id, slug }: { readonly id: string; readonly slug: string }): object {
  return { id, name: slug, display_name: slug };
}

function withSession(
  { publicUrl }: SignInDependencies,
  work: (secret: string, request: Request) => Promise<object>,
): RequestHandler {
  return async (request, response) => {
    const secret = sessionOf(request, publicUrl(request));
    if (secret === undefined) return answer(response, 401, { message: "Unauthorized" });
    await refusalsAnswered(response, async () => answer(response, 200, await work(secret, request)));
  };
}

async function refusalsAnswered(response: Response, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof DomainError) || PASSED_ON.has(error.code)) throw error;
    answer(response, error.code === "UNAUTHENTICATED" ? 401 : 403, { message: error.message });
  }
}

/** Errors that say when to try again. */
const PASSED_ON: ReadonlySet<DomainErrorCode> = new Set(["UNAVAILABLE", "QUOTA_EXCEEDED"]);

/** A path of the service itself, so that a sign-in link cannot redirect to another site. */
function ownPath(given: unknown): string {
  return typeof given === "string" && /^\/(?![/\\])[\x20-\x7e]*$/.test(given) ? given : "/";
}

function placeOf(
  request: IncomingMessage,
  publicUrl: SignInDependencies["publicUrl"],
  path: string,
): { path: string; secure: boolean } {
  return { path, secure: publicUrl(request).startsWith("https:") };
}

function setCookies(response: ServerResponse, cookies: readonly string[]): void {
  response.setHeader("Set-Cookie", [...cookies]);
}

/** Not cached, because the response sets cookies. */
function redirect(response: ServerResponse, location: string): void {
  response.writeHead(302, { Location: location, "Cache-Control": "no-store" }).end();
}

function answer(response: ServerResponse, status: number, body: object): void {
  const headers = { "Content-Type": "application/json", "Cache-Control": "no-store" };
  response.writeHead(status, headers).end(JSON.stringify(body));
}

function only(method: "GET" | "POST"): RequestHandler {
  return (request, response) => {
    response.setHeader("Allow", method);
    answer(response, 405, { message: `${request.method} is not allowed here.` });
  };
}
