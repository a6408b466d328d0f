import type { IncomingMessage } from "node:http";
import { DomainError, type Access, type Caller } from "@galley/core/domain";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { Router } from "express";
import { credentialsOf } from "../../graphql/transport/credentials.ts";
import { allowOnly } from "../../server/error-answer.ts";
import { createRenderings } from "../renderings.ts";
import { serviceServer, type ServiceServerParts } from "./service-server.ts";

export const MCP_PATH = "/mcp";

/** Arguments are short: documents are uploaded or fetched. */
const MAX_BODY_BYTES = 1024 * 1024;

/** How the SDK reports requests that it answered with a 4xx; they are a caller's mistake, not an internal error. */
const REJECTION = /^Rejected inbound request/;

/**
 * The Model Context Protocol over streamable HTTP, without sessions, so that any replica answers any request.
 * Cookies are not read: no page in a browser can act for who is signed in.
 */
export function mcpRouter(parts: Omit<ServiceServerParts, "renderings">): Router {
  const router = Router();
  const onerror = (error: Error): void => {
    if (!REJECTION.test(error.message)) parts.failed(error);
  };
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
      const handler = createMcpHandler(() => serviceServer({ ...parts, renderings }, caller), {
        onerror,
        maxRequestBodySize: MAX_BODY_BYTES,
        // There is nothing to be told of between two calls.
        maxSubscriptions: 1,
      });
      const limits = { maxRequestBodySize: MAX_BODY_BYTES, onerror };
      await toNodeHandler(handler, limits)(request, response);
    })
    .all(allowOnly("POST"));
  return router;
}

/** A bearer may be an access token or an extraction key: many clients can send no other header. */
async function callerOf(access: Access, { headers }: IncomingMessage): Promise<Caller> {
  const { accessToken: bearer, extractionKey } = credentialsOf(headers);
  return access.authenticate({ bearer, extractionKey });
}
