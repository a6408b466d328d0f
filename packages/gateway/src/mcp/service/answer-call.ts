import type { Caller } from "@galley/core/domain";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler } from "@modelcontextprotocol/server";
import type { Request, Response } from "express";
import { serviceServer, type ServiceServerParts } from "./service-server.ts";

/** Arguments are short: documents are uploaded or fetched. */
const MAX_BODY_BYTES = 1024 * 1024;

/** How the SDK reports requests that it answered with a 4xx; they are a caller's mistake, not an internal error. */
const REJECTION = /^Rejected inbound request/;

/** Answers one call of the protocol. */
export async function answerCall(
  parts: ServiceServerParts,
  caller: Caller,
  { request, response }: { readonly request: Request; readonly response: Response },
): Promise<void> {
  const onerror = (error: Error): void => {
    if (!REJECTION.test(error.message)) parts.failed(error);
  };
  const handler = createMcpHandler(() => serviceServer(parts, caller), {
    onerror,
    maxRequestBodySize: MAX_BODY_BYTES,
    // There is nothing to be told of between two calls.
    maxSubscriptions: 1,
  });
  await toNodeHandler(handler, { maxRequestBodySize: MAX_BODY_BYTES, onerror })(request, response);
}
