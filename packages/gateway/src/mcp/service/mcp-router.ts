import type { IncomingMessage } from "node:http";
import { DomainError, type Access, type Caller } from "@galley/core/domain";
import { Router } from "express";
import { credentialsOf } from "../../graphql/transport/credentials.ts";
import { allowOnly } from "../../server/error-answer.ts";
import { createRenderings } from "../renderings.ts";
import type { ServiceServerParts } from "./service-server.ts";

export const MCP_PATH = "/mcp";

/**
 * The Model Context Protocol over streamable HTTP, without sessions, so that any replica answers any request.
 * Cookies are not read: no page in a browser can act for who is signed in. The protocol is loaded with the first call:
 * it takes 20 MB of memory, and most services are never called so.
 */
export function mcpRouter(parts: Omit<ServiceServerParts, "renderings">): Router {
  const router = Router();
  const { access } = parts.application;
  const renderings = createRenderings();
  router
    .route(MCP_PATH)
    .post(async (request, response) => {
      const caller = await callerOf(access, request).catch((error: unknown) => {
        if (error instanceof DomainError && error.code === "UNAUTHENTICATED") {
          response.setHeader("WWW-Authenticate", "Bearer");
        }
        throw error;
      });
      const { answerCall } = await import("./answer-call.ts");
      await answerCall({ ...parts, renderings }, caller, { request, response });
    })
    .all(allowOnly("POST"));
  return router;
}

/** A bearer may be an access token or an extraction key: many clients can send no other header. */
async function callerOf(access: Access, { headers }: IncomingMessage): Promise<Caller> {
  const { accessToken: bearer, extractionKey } = credentialsOf(headers);
  return access.authenticate({ bearer, extractionKey });
}
