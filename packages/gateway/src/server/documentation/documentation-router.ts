import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DomainError } from "@galley/core/domain";
import compression from "compression";
import express, { type RequestHandler, type Router } from "express";
import { isErrno } from "../../files/errno.ts";
import { readOnly } from "../error-answer.ts";
import { FOREVER, withSlash } from "../static-files.ts";

/** Built by `packages/site`; the path is the same from the source and from the built code. */
export const BUILT_DOCUMENTATION = fileURLToPath(new URL("../../../dist/docs/", import.meta.url));

const HEADERS = {
  "Content-Security-Policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "Referrer-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
} as const;

/** Serves the documentation below the path on which it is mounted, to anyone. */
export function documentationRouter(folder: string): Router {
  const router = express.Router({ strict: true });
  router.all("/{*path}", readOnly, withSlash);
  router.use(compression());
  router.use((_request, response, next) => {
    response.set(HEADERS);
    next();
  });
  router.use("/assets", files(join(folder, "assets"), FOREVER));
  router.use(files(folder, "no-cache"));
  router.use(missing(folder));
  return router;
}

function files(folder: string, cacheControl: string): RequestHandler {
  return express.static(folder, {
    redirect: false,
    cacheControl: false,
    setHeaders: (response) => response.setHeader("Cache-Control", cacheControl),
  });
}

/** The page that says so is the same for every path, so its relative addresses become absolute. */
function missing(folder: string): RequestHandler {
  return async (request, response) => {
    const { baseUrl, path } = request;
    if (!(request.get("accept") ?? "").includes("text/html")) {
      throw new DomainError("NOT_FOUND", `The documentation has no file ${baseUrl}${path}.`);
    }
    const html = (await pageOf(folder)).replaceAll('="./', `="${baseUrl}/`);
    response.status(404).set("Cache-Control", "no-store").type("html").send(html);
  };
}

async function pageOf(folder: string): Promise<string> {
  try {
    return await readFile(join(folder, "404.html"), "utf8");
  } catch (error) {
    if (!isErrno(error, "ENOENT")) throw error;
    throw new DomainError("NOT_FOUND", "The documentation is not built. Run: pnpm build");
  }
}
