import { DomainError, type Caller } from "@galley/core/domain";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler } from "@modelcontextprotocol/server";
import type { Request, Response } from "express";
import { serviceServer, type ServiceServerParts } from "./service-server.ts";

/** Arguments are short: documents are uploaded or fetched. */
const MAX_BODY_BYTES = 1024 * 1024;

/** How the SDK reports requests that it answered with a 4xx; they are a caller's mistake, not an internal error. */
const REJECTION = /^Rejected inbound request/;

/** The code of JSON-RPC for an error that the server defines. */
const SERVER_ERROR = -32_000;

/** Answers the calls of one request: one, or a batch of them. */
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
  const counting: Pick<typeof handler, "fetch"> = {
    async fetch(sent, options) {
      try {
        await parts.application.access.countFurther(caller, (await callsIn(sent)) - 1);
      } catch (error) {
        if (error instanceof DomainError && error.code === "QUOTA_EXCEEDED") return refused(error);
        throw error;
      }
      return handler.fetch(sent, options);
    },
  };
  await toNodeHandler(counting, { maxRequestBodySize: MAX_BODY_BYTES, onerror })(request, response);
}

/** How many messages the body contains; one if it is not a batch. */
async function callsIn(request: globalThis.Request): Promise<number> {
  const text = await request.clone().text();
  if (!text.trimStart().startsWith("[")) return 1;
  try {
    const body: unknown = JSON.parse(text);
    return Array.isArray(body) ? body.length : 1;
  } catch {
    // The protocol rejects it.
    return 1;
  }
}

function refused({ message, retryAfterSeconds }: DomainError): globalThis.Response {
  const headers: Record<string, string> =
    retryAfterSeconds === undefined ? {} : { "retry-after": `${retryAfterSeconds}` };
  const error = { code: SERVER_ERROR, message };
  return globalThis.Response.json({ jsonrpc: "2.0", error, id: null }, { status: 429, headers });
}
