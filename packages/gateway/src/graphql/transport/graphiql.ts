import { fileURLToPath } from "node:url";
import express, { type Router } from "express";

/** Built by scripts/build-graphiql.ts; the path is the same from the source and from the built code. */
const FOLDER = fileURLToPath(new URL("../../../dist/graphiql/", import.meta.url));

/** Everything is served by the service itself; the editor sets inline styles and embeds its fonts in its style sheet. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self' data:",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Serves GraphiQL to browsers; other requests pass through. */
export function graphiqlRouter(): Router {
  const router = express.Router();
  const files = express.static(FOLDER, {
    index: false,
    redirect: false,
    fallthrough: false,
    cacheControl: false,
  });
  router.use("/graphiql", (request, response, next) => {
    response.set({ "Cache-Control": "no-cache", "Content-Security-Policy": CONTENT_SECURITY_POLICY });
    files(request, response, next);
  });
  router.get("/", (request, response, next) => {
    if (request.accepts(["json", "html"]) !== "html") {
      next();
      return;
    }
    response.set("Content-Security-Policy", CONTENT_SECURITY_POLICY);
    response.sendFile("index.html", { root: FOLDER });
  });
  return router;
}
