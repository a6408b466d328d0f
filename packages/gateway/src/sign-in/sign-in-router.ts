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
import { SESSION_COOKIE, sessionOf } from "./session-cookie.ts";

export interface SignInDependencies {
  readonly application: Application;
  /** Undefined where people do not sign in. */
  readonly provider: IdentityProvider | undefined;
  readonly secrets: SecretBox;
  /** The service's own address as the caller of a request knows it, without a slash at its end. */
  readonly publicUrl: (request: IncomingMessage) => string;
  /** Told of what a provider answered that is not acceptable; the browser is told only that. */
  readonly failed: (error: unknown) => void;
  /** Counts a sign-in that a provider's answer did not allow. Throws DomainError `QUOTA_EXCEEDED` when there are too many. */
  readonly refused: () => void;
}

const BEGUN_COOKIE = "galley_sign_in";
const LOGIN = "/api/v1/login";
const RETURN_PATH = `${LOGIN}/callback`;

/** What a person has for signing in at the provider. */
const SIGN_IN_SECONDS = 10 * 60;

/** Signing in and out, and what a browser asks of its session. */
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
    if (!provider) return answer(response, 404, { message: "Nobody signs in here." });
    const { url, challenge } = await provider.begin(publicUrl(request) + RETURN_PATH);
    const endsAt = Date.now() + SIGN_IN_SECONDS * 1000;
    const begun = sealBegun(secrets, { challenge, returnTo: ownPath(request.query["return_to"]), endsAt });
    const place = placeOf(request, publicUrl, RETURN_PATH);
    setCookies(response, [cookie(BEGUN_COOKIE, { value: begun, maxAgeSeconds: SIGN_IN_SECONDS }, place)]);
    redirect(response, url.href);
  };
}

function finishSignIn(dependencies: SignInDependencies): RequestHandler {
  const { application, provider, secrets, publicUrl, failed, refused } = dependencies;
  return async (request, response) => {
    const sealed = cookieOf(request, BEGUN_COOKIE);
    const begun = sealed === undefined ? undefined : openBegun(secrets, sealed, new Date());
    // Used up, whatever comes of it.
    const spent = cookie(
      BEGUN_COOKIE,
      { value: "", maxAgeSeconds: 0 },
      placeOf(request, publicUrl, RETURN_PATH),
    );
    setCookies(response, [spent]);
    if (!provider || !begun) return answer(response, 400, { message: "Begin to sign in again." });
    const returned = new URL(publicUrl(request) + request.originalUrl);
    const identity = await provider.finish(returned, begun.challenge).catch((error: unknown) => {
      failed(error);
      return undefined;
    });
    if (!identity) {
      refused();
      return answer(response, 400, { message: "The provider's answer is not acceptable." });
    }
    await refusalsAnswered(response, async () => {
      const { secret, expiresAt } = await application.sessions.signIn(identity);
      const maxAgeSeconds = Math.floor((expiresAt.getTime() - Date.now()) / 1000);
      const session = cookie(
        SESSION_COOKIE,
        { value: secret, maxAgeSeconds },
        placeOf(request, publicUrl, "/"),
      );
      setCookies(response, [spent, session]);
      redirect(response, begun.returnTo);
    });
  };
}

function signOut({ application, publicUrl }: SignInDependencies): RequestHandler {
  return async (request, response) => {
    const secret = sessionOf(request, publicUrl(request));
    if (secret === undefined) return answer(response, 401, { message: "Unauthorized" });
    await application.sessions.signOut(secret);
    const ended = cookie(SESSION_COOKIE, { value: "", maxAgeSeconds: 0 }, placeOf(request, publicUrl, "/"));
    setCookies(response, [ended]);
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
      organizations: organizations.map(({ organization }) => organizationAnswer(organization)),
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
    user: { id: `${user.number}`, email: user.email, name: user.name },
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

/** Refusals that say when to try again. */
const PASSED_ON: ReadonlySet<DomainErrorCode> = new Set(["UNAVAILABLE", "QUOTA_EXCEEDED"]);

/** A path of the service itself: a link that signs in leads to no other site. */
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

/** Nothing of it is kept by a cache: the answer sets cookies. */
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
