import type { IncomingMessage, ServerResponse } from "node:http";
import { DomainError, type Application } from "@galley/core/domain";
import express from "express";
import type { Answer } from "../../http/endpoint.ts";
import { send } from "../../http/http-answer.ts";
import { passOpenGate } from "../gate.ts";
import { errorAnswer, refusalAnswer } from "../management-errors.ts";
import { sendAnswer } from "../management-router.ts";
import { arrivalPage } from "./arrival-page.ts";
import { browserSecretOf, clearedCookie, keptCookie } from "./browser-cookie.ts";

export interface OAuthRouterOptions {
  /** Called with every fault that was answered with 500. */
  readonly onFault: (error: unknown) => void;
  /** The service's own address as the caller of a request knows it, without a final slash. */
  readonly publicUrl: (request: IncomingMessage) => string;
  readonly sessionOf?: ((request: IncomingMessage) => string | undefined) | undefined;
}

type Work = (request: express.Request, backend: string) => Promise<Answer>;

/** The paths below which a browser leaves for a provider and comes back. */
const AREAS = ["", "/api/v1", "/api/v1/service/:organization", "/api/v1/unstract/:organization"];

/**
 * The documented OAuth flow: a client requests a cache key and sends a browser to the login path, the provider
 * redirects the browser to the complete path, and the client passes the cache key when it creates a connector.
 */
export function oauthRouter(application: Application, options: OAuthRouterOptions): express.Router {
  const answering = (work: Work): express.RequestHandler => answered(options, work);
  const router = express.Router();
  const readOnly = (paths: string | string[], handler: express.RequestHandler): void => {
    router.route(paths).get(handler).all(notAllowed);
  };
  readOnly(
    "/api/v1/oauth/cache-key/:backend{/}",
    answering(async (request, backend) => {
      const member = await passOpenGate(application, request, options.sessionOf?.(request));
      return { status: 200, body: { cache_key: await application.oauth.begin(member, backend) } };
    }),
  );
  readOnly(
    AREAS.map((area) => `${area}/oauth/login/:backend{/}`),
    answering((request, backend) => redirectToProvider(application, options, { request, backend })),
  );
  readOnly(
    AREAS.map((area) => `${area}/oauth/complete/:backend{/}`),
    arrived(application, options),
  );
  return router;
}

/** Where people sign in; the browser is redirected back afterwards. */
const LOGIN = "/api/v1/login";

async function redirectToProvider(
  application: Application,
  { publicUrl, sessionOf }: OAuthRouterOptions,
  { request, backend }: { readonly request: express.Request; readonly backend: string },
): Promise<Answer> {
  const base = publicUrl(request);
  const key = parameterOf(request, "oauth-key");
  const path = completePath(request);
  const session = sessionOf?.(request);
  try {
    const way = { key, backend, redirectUri: `${base}${path}`, session };
    const { url, browserSecret } = await application.oauth.leave(way);
    const cookie = keptCookie(browserSecret, { path, secure: isSecure(base) });
    return redirect(url, { "set-cookie": cookie });
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "UNAUTHENTICATED") throw error;
    return redirect(`${base}${LOGIN}?${new URLSearchParams({ return_to: request.originalUrl }).toString()}`);
  }
}

function redirect(location: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status: 302, body: undefined, headers: { ...NOT_KEPT, location, ...headers } };
}

const notAllowed: express.RequestHandler = ({ method }, response) => {
  const detail = `Method "${method}" not allowed.`;
  const refusal = errorAnswer(405, [{ code: "method_not_allowed", detail, attr: null }]);
  send(response, { ...refusal, headers: { allow: "GET, HEAD" } });
};

/** The callback URL registered at the provider: below an organization's path, or the one for all others. */
function completePath({ params }: express.Request): string {
  const organization = params["organization"];
  const area =
    organization === undefined ? "" : `/api/v1/service/${encodeURIComponent(String(organization))}`;
  return `${area}/oauth/complete/${encodeURIComponent(String(params["backend"]))}/`;
}

function isSecure(base: string): boolean {
  return base.startsWith("https:");
}

/** Answers with a page, since a person sees it. */
function arrived(
  application: Application,
  { onFault, publicUrl }: OAuthRouterOptions,
): express.RequestHandler {
  return async (request, response) => {
    const backend = String(request.params["backend"]);
    const base = publicUrl(request);
    const path = completePath(request);
    const clear = clearedCookie({ path, secure: isSecure(base) });
    try {
      await application.oauth.complete({
        backend,
        redirectUri: `${base}${path}`,
        callbackUrl: `${base}${path}${search(request)}`,
        state: parameterOf(request, "state"),
        browserSecret: browserSecretOf(request),
      });
      const page = arrivalPage({
        message: "You are signed in. You can close this window.",
        isSignedIn: true,
      });
      sendPage(response, 200, { clear, page });
    } catch (error) {
      const refusal = refusalAnswer(error);
      if (!refusal) onFault(error);
      const said = error instanceof DomainError ? error.message : "The service failed. Please try again.";
      sendPage(response, refusal?.status ?? 500, {
        clear,
        page: arrivalPage({ message: said, isSignedIn: false }),
      });
    }
  };
}

/** The query that the provider has added, unchanged. */
function search({ originalUrl }: express.Request): string {
  const start = originalUrl.indexOf("?");
  return start === -1 ? "" : originalUrl.slice(start);
}

function parameterOf(request: express.Request, name: string): string {
  return new URLSearchParams(search(request)).get(name) ?? "";
}

function answered({ onFault }: OAuthRouterOptions, work: Work): express.RequestHandler {
  return async (request, response) => {
    try {
      send(response, await work(request, String(request.params["backend"])));
    } catch (error) {
      const refusal = refusalAnswer(error, { backend: "backend" });
      if (!refusal) onFault(error);
      sendAnswer(response, refusal ?? { status: 500, body: { detail: FAULT } });
    }
  };
}

const FAULT = "The service failed; this is not a fault of the request.";

const NOT_KEPT = { "cache-control": "no-store", "referrer-policy": "no-referrer" } as const;

function sendPage(
  response: ServerResponse,
  status: number,
  { clear, page }: { readonly clear: string; readonly page: string },
): void {
  response
    .writeHead(status, {
      ...NOT_KEPT,
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      "set-cookie": clear,
    })
    .end(page);
}
