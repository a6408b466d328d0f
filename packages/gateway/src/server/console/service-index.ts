import type { IncomingMessage } from "node:http";
import express, { type Router } from "express";
import { allowOnly } from "../error-answer.ts";

export interface ServiceIndexSettings {
  readonly version: string;
  readonly publicUrl: (request: IncomingMessage) => string;
}

/** `/`: browsers are redirected to the console, programs get the service's version and links. */
export function serviceIndex({ version, publicUrl }: ServiceIndexSettings): Router {
  const router = express.Router();
  router
    .route("/")
    .get((request, response) => {
      response.vary("Accept");
      if (request.accepts(["json", "html"]) === "html") {
        response.redirect("/console/");
        return;
      }
      const base = publicUrl(request);
      const links = {
        console: `${base}/console/`,
        graphql: `${base}/graphql`,
        openapi: `${base}/openapi.json`,
        docs: `${base}/docs/`,
        health: `${base}/health/ready`,
      };
      response.json({ name: "Galley", version, links });
    })
    .all(allowOnly("GET", "HEAD"));
  return router;
}
