import type { IncomingMessage, ServerResponse } from "node:http";
import { DomainError } from "@galley/core/domain";
import { decodedBody, isEncoded } from "@galley/rest-compat";
import express, { type Router } from "express";
import { credentialsOf } from "./credentials.ts";
import type { GraphqlDependencies } from "./dependencies.ts";

/** `PUT /{name}` stores the request body as an upload for `submitDocument`. */
export function uploadsRouter({
  application: { access, uploads },
  sessionOf,
}: Pick<GraphqlDependencies, "application" | "sessionOf">): Router {
  const router = express.Router();
  router
    .route("/:name")
    .put(async (request, response) => {
      const caller = await access.authenticate({
        ...credentialsOf(request.headers),
        session: sessionOf?.(request),
      });
      const { id, file } = await uploads.receive(caller, {
        name: request.params.name,
        content: decodedBody(request, notDecoded),
        declaredBytes: isEncoded(request) ? undefined : declaredBytesOf(request),
      });
      const { name, bytes, sha256, mediaType } = file;
      answer(response, 201, { id, name, bytes, sha256, mediaType });
    })
    .all((request, response) => {
      response.setHeader("Allow", "PUT");
      answer(response, 405, { message: `${request.method} is not allowed here.` });
    });
  return router;
}

/** The content type is exactly `application/json`, as in every response outside /graphql. */
function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
}

function notDecoded(status: 400 | 415, message: string): DomainError {
  return new DomainError(status === 415 ? "UNSUPPORTED_DOCUMENT" : "BAD_INPUT", message);
}

function declaredBytesOf({ headers }: IncomingMessage): number | undefined {
  const length = headers["content-length"];
  return length === undefined ? undefined : Number(length);
}
