import type { IncomingMessage } from "node:http";
import type { Application, Caller, IncomingDocument } from "@galley/core/domain";
import type { z } from "zod";
import { authenticate } from "./authentication.ts";
import { refusalOf, type DocumentedRefusals } from "./errors.ts";
import { parseQuery } from "./query.ts";

/** One call of the documented area. Its schemas check what comes in and describe what goes out. */
export interface EndpointDefinition<Query extends z.ZodType, Body extends z.ZodType> {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly query: Query;
  /**
   * A document is raw bytes, whatever the content type says: clients send three different ones, or none. A schema
   * describes JSON, which is read with `parseJsonBody`.
   */
  readonly body: "none" | "document" | z.ZodType;
  /** The answer of success. A string is sent as plain text, anything else as JSON. */
  readonly response: { readonly status: number; readonly body: Body };
  /** Words that the documentation has for a refusal of the application. */
  readonly refusals?: DocumentedRefusals;
  /** For a GET that changes something: it is not answered to HEAD. */
  readonly changes?: true;
  /** @throws Refusal and DomainError, which are answered; anything else is a fault of the service. */
  handle(call: Call<z.output<Query>>): Promise<z.output<Body>>;
}

export interface Call<Query> {
  readonly application: Application;
  readonly caller: Caller;
  readonly query: Query;
  readonly body: Pick<IncomingDocument, "content" | "declaredBytes">;
  /** The header `Idempotency-Key`, for calls that take a document in. */
  readonly idempotencyKey: string | undefined;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  /** Whole seconds after which the same call may work. */
  readonly retryAfterSeconds?: number | undefined;
}

/** A definition with its types folded away, ready to be mounted and described. */
export interface Endpoint extends Pick<
  EndpointDefinition<z.ZodType, z.ZodType>,
  "method" | "path" | "query" | "body" | "response"
> {
  /** The methods that it answers. */
  readonly methods: readonly string[];
  /** Refusals are answers; what is thrown is a fault of the service. */
  answer(application: Application, request: IncomingMessage): Promise<Answer>;
}

export function endpoint<Query extends z.ZodType, Body extends z.ZodType>(
  definition: EndpointDefinition<Query, Body>,
): Endpoint {
  const { method, path, query, body, response, changes, refusals = {} } = definition;
  return {
    method,
    path,
    query,
    body,
    response,
    methods: method === "GET" && !changes ? ["GET", "HEAD"] : [method],
    async answer(application, request) {
      try {
        const call = {
          application,
          caller: await authenticate(application, request.headers),
          query: parseQuery(query, request.url ?? ""),
          body: incomingBody(request),
          idempotencyKey: headerOf(request, "idempotency-key"),
        };
        return { status: response.status, body: await definition.handle(call) };
      } catch (error) {
        const refusal = refusalOf(error, refusals);
        if (!refusal) throw error;
        const { status, message, retryAfterSeconds } = refusal;
        return { status, body: { message }, retryAfterSeconds };
      }
    },
  };
}

function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(", ") : value;
}

/**
 * The body as a stream. Breaking off its reading leaves the connection open, so that a sender who is refused half
 * way can still be told why.
 */
function incomingBody(request: IncomingMessage): Call<unknown>["body"] {
  const length = request.headers["content-length"];
  const chunked = request.headers["transfer-encoding"] !== undefined;
  return {
    content: request.iterator({ destroyOnReturn: false }),
    declaredBytes: length === undefined ? (chunked ? undefined : 0) : Number(length),
  };
}
