import type { IncomingMessage } from "node:http";
import type { Application, Caller, IncomingDocument } from "@galley/core/domain";
import type { z } from "zod";
import { authenticate } from "./authentication.ts";
import { decodedBody, isEncoded } from "./decoded-body.ts";
import { documentPasswordHeader } from "./document-password.ts";
import { Refusal, refusalOf, type DocumentedRefusals } from "./errors.ts";
import { parseQuery } from "./query.ts";

/** One call of the extraction API. Its schemas validate the request and describe the response. */
export interface EndpointDefinition<Query extends z.ZodType, Body extends z.ZodType> {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  /** What the call does, in one sentence for the reference. */
  readonly summary: string;
  readonly query: Query;
  /**
   * `document` is raw bytes whatever the content type: clients send three different ones, or none. A schema describes
   * JSON, which is read with `readJson`.
   */
  readonly body: "none" | "document" | "text" | z.ZodType;
  /** The successful response. A string is sent as plain text, anything else as JSON. */
  readonly response: {
    readonly status: number;
    readonly body: Body;
    /** Header names with their descriptions, for a response `WithHeaders`. */
    readonly headers?: Readonly<Record<string, string>>;
  };
  /** Other successful responses, which `handle` returns as `OtherAnswer`. */
  readonly otherResponses?: readonly OtherResponse[];
  /** Documented messages that replace those of the domain. */
  readonly refusals?: DocumentedRefusals;
  /** Set for a GET that changes something: it does not answer HEAD. */
  readonly changes?: true;
  /** @throws Refusal and DomainError, which are sent to the caller; any other error is a fault of the service. */
  handle(call: Call<z.output<Query>>): Promise<z.output<Body> | WithHeaders<z.output<Body>> | OtherAnswer>;
}

export interface OtherResponse {
  readonly status: number;
  readonly body: z.ZodType;
  /** Header names with their descriptions. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The endpoint's usual response, with headers of its own. */
export class WithHeaders<Body> {
  readonly body: Body;
  readonly headers: Readonly<Record<string, string>>;

  constructor(body: Body, headers: Readonly<Record<string, string>>) {
    this.body = body;
    this.headers = headers;
  }
}

/** A response other than the endpoint's usual one. */
export class OtherAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  readonly beforeEnd: Answer["beforeEnd"];

  constructor(
    status: number,
    body: unknown,
    { headers = {}, beforeEnd }: Pick<Answer, "headers" | "beforeEnd"> = {},
  ) {
    this.status = status;
    this.body = body;
    this.headers = headers;
    this.beforeEnd = beforeEnd;
  }
}

export interface Call<Query> {
  readonly application: Application;
  readonly caller: Caller;
  readonly query: Query;
  readonly body: Pick<IncomingDocument, "content" | "declaredBytes">;
  /** The header `Idempotency-Key`, for calls that accept a document. */
  readonly idempotencyKey: string | undefined;
  /** The header `Document-Password`, for calls that accept a document. */
  readonly documentPassword: string | undefined;
  /** Aborts when the caller disconnects. */
  readonly disconnected: AbortSignal;
  /** Aborts when the service is about to stop; calls that wait should end. */
  readonly stopping: AbortSignal;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whole seconds after which the same call may succeed. */
  readonly retryAfterSeconds?: number | undefined;
  /**
   * For a body in pieces: what is done before the last part is sent.
   *
   * @throws Refusal, which is sent instead if nothing was sent before; otherwise the connection is closed.
   */
  readonly beforeEnd?: (() => Promise<void>) | undefined;
}

/** A definition without its type parameters, ready to be mounted and described. */
export interface Endpoint extends Pick<
  EndpointDefinition<z.ZodType, z.ZodType>,
  "method" | "path" | "summary" | "query" | "body" | "response" | "otherResponses"
> {
  /** The methods that it answers. */
  readonly methods: readonly string[];
  /** Returns refusals as answers; throws only faults of the service. */
  answer(application: Application, request: IncomingMessage, signals: CallSignals): Promise<Answer>;
}

export type CallSignals = Pick<Call<unknown>, "disconnected" | "stopping">;

export function endpoint<Query extends z.ZodType, Body extends z.ZodType>(
  definition: EndpointDefinition<Query, Body>,
): Endpoint {
  const {
    method,
    path,
    summary,
    query,
    body,
    response,
    otherResponses = [],
    changes,
    refusals = {},
  } = definition;
  return {
    method,
    path,
    summary,
    query,
    body,
    response,
    otherResponses,
    methods: method === "GET" && !changes ? ["GET", "HEAD"] : [method],
    async answer(application, request, signals) {
      try {
        const call = {
          application,
          caller: await authenticate(application, request.headers),
          query: parseQuery(query, request.url ?? ""),
          body: incomingBody(request),
          idempotencyKey: headerOf(request, "idempotency-key"),
          documentPassword: documentPasswordHeader(request),
          ...signals,
        };
        const answer = await definition.handle(call);
        if (answer instanceof OtherAnswer) return withRefusals(answer, refusals);
        const { body: content, headers } =
          answer instanceof WithHeaders ? answer : new WithHeaders(answer, {});
        return { status: response.status, body: content, headers };
      } catch (error) {
        const refusal = refusalOf(error, refusals);
        if (!refusal) throw error;
        return answerOfRefusal(refusal);
      }
    },
  };
}

export function answerOfRefusal({ status, message, retryAfterSeconds }: Refusal): Answer {
  return { status, body: { message }, retryAfterSeconds };
}

function withRefusals(answer: OtherAnswer, refusals: DocumentedRefusals): Answer {
  const { status, body, headers, beforeEnd } = answer;
  if (!beforeEnd) return answer;
  const refusing = (error: unknown): never => {
    throw refusalOf(error, refusals) ?? error;
  };
  return { status, body, headers, beforeEnd: () => beforeEnd().catch(refusing) };
}

function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(", ") : value;
}

function incomingBody(request: IncomingMessage): Call<unknown>["body"] {
  const length = request.headers["content-length"];
  const chunked = request.headers["transfer-encoding"] !== undefined;
  const sentBytes = length === undefined ? (chunked ? undefined : 0) : Number(length);
  return {
    content: decodedBody(request, (status, message) => new Refusal(status, message)),
    declaredBytes: isEncoded(request) ? undefined : sentBytes,
  };
}
