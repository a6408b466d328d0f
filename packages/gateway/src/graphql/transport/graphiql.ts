import { fileURLToPath } from "node:url";
import express, { type Router } from "express";

/** Made by scripts/build-graphiql.ts; the same folder for the source and for the built code. */
const FOLDER = fileURLToPath(new URL("../../../dist/graphiql/", import.meta.url));

/** Everything comes from the service itself; the editor sets styles as it runs and carries its fonts in its style sheet. */
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

/** The page on which a person tries the API, for browsers; other requests pass. */
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
