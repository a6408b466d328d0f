import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { DomainError } from "@galley/core/domain";
import compression from "compression";
import express, { type Request, type RequestHandler, type Router } from "express";
import { isErrno } from "../../files/errno.ts";
import { readOnly } from "../error-answer.ts";
import { FOREVER, withSlash } from "../static-files.ts";
import { contentSecurityPolicy } from "./content-security-policy.ts";

export interface ConsoleSettings {
  /** The console's built files: `index.html`, and files with a hash in their name in `assets`. */
  readonly folder: string | undefined;
  /** The service's address as the browser knows it. */
  readonly publicUrl: (request: IncomingMessage) => string;
}

/** Where `index.html` has the nonce of its style elements. */
const NONCE_PLACEHOLDER = "__CSP_NONCE__";
const NONCE_BYTES = 18;

const PAGE_HEADERS = {
  "Cache-Control": "no-store",
  "Referrer-Policy": "same-origin",
  // Windows that the console opens, such as those of OAuth, keep their opener.
  "Cross-Origin-Opener-Policy": "same-origin-allow-popups",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), publickey-credentials-get=(self)",
} as const;

/** Serves the console below the path on which it is mounted. Every path that is not a file is a page of the console. */
export function consoleRouter({ folder, publicUrl }: ConsoleSettings): Router {
  const router = express.Router({ strict: true });
  router.all("/{*path}", readOnly, withSlash);
  router.use(consoleFiles(folder));
  router.use(consolePage("index.html", { folder, publicUrl }));
  return router;
}

/** The files that the console's pages load, without the pages. */
export function consoleFiles(folder: string | undefined): Router {
  const router = express.Router({ strict: true });
  if (folder === undefined) return router;
  router.use(compression());
  router.use("/assets", files(join(folder, "assets"), FOREVER), missing);
  router.use(withoutPages(files(folder, "no-cache")));
  return router;
}

/** Responds with one of the console's pages: `index.html`, or `view.html` with a document and nothing else. */
export function consolePage(
  name: "index.html" | "view.html",
  { folder, publicUrl }: ConsoleSettings,
): RequestHandler {
  return folder === undefined ? notBuilt : page(join(folder, name), publicUrl);
}

function files(folder: string, cacheControl: string): RequestHandler {
  return express.static(folder, {
    index: false,
    redirect: false,
    cacheControl: false,
    setHeaders(response) {
      response.setHeader("Cache-Control", cacheControl);
      response.setHeader("Cross-Origin-Resource-Policy", "same-origin");
      // A worker's script brings its own policy.
      response.setHeader("Content-Security-Policy", "default-src 'self'; frame-ancestors 'none'");
    },
  });
}

/** Pages are only answered with their nonce. */
function withoutPages(handler: RequestHandler): RequestHandler {
  return (request, response, next) => {
    if (request.path === "/" || request.path.endsWith(".html")) next();
    else handler(request, response, next);
  };
}

function page(path: string, publicUrl: ConsoleSettings["publicUrl"]): RequestHandler {
  return async (request, response) => {
    if (isMissingFile(request)) throw notFound(request);
    const nonce = randomBytes(NONCE_BYTES).toString("base64");
    const html = (await indexOf(path)).replaceAll(NONCE_PLACEHOLDER, nonce);
    response.set(PAGE_HEADERS);
    response.set("Content-Security-Policy", contentSecurityPolicy(nonce, publicUrl(request)));
    response.type("html").send(html);
  };
}

/** Browsers open pages with `Accept: text/html`; a path with a file's ending that is asked for otherwise is a file. */
function isMissingFile(request: Request): boolean {
  const isFile = /\.\w{1,8}$/.test(request.path);
  return isFile && !(request.get("accept") ?? "").includes("text/html");
}

const missing: RequestHandler = (request) => {
  throw notFound(request);
};

function notFound({ baseUrl, path }: Request): DomainError {
  return new DomainError("NOT_FOUND", `The console has no file ${baseUrl}${path}.`);
}

const notBuilt: RequestHandler = () => {
  throw consoleNotBuilt();
};

function consoleNotBuilt(): DomainError {
  return new DomainError("NOT_FOUND", "The console is not built. Run: pnpm build");
}

/** Read for every answer, since a new build replaces it. */
async function indexOf(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw isErrno(error, "ENOENT") ? consoleNotBuilt() : error;
  }
}
