import { HeaderMap, type ApolloServer } from "@apollo/server";
import type { Request, RequestHandler, Response } from "express";
import type { RequestContext } from "../context/context.ts";

const METHODS = ["GET", "HEAD", "POST"];

/** Executes operations over HTTP after `readOperation`. Responses have a content type without parameters. */
export function answerOperations(
  apollo: ApolloServer<RequestContext>,
  contextOf: (request: Request, response: Response) => Promise<RequestContext>,
): RequestHandler {
  return async (request, response) => {
    const { status, headers, body } = await apollo.executeHTTPGraphQLRequest({
      httpGraphQLRequest: {
        method: request.method === "HEAD" ? "GET" : request.method,
        headers: headersOf(request),
        search: searchOf(request.url),
        body: request.body,
      },
      context: () => contextOf(request, response),
    });
    for (const [name, value] of headers) response.setHeader(name, value.replace(/; charset=utf-8$/, ""));
    response.statusCode = status ?? 200;
    // The schema uses no incremental delivery.
    response.end(body.kind === "complete" ? body.string : "");
  };
}

/** Rejects other methods with 405. */
export const operationMethodsOnly: RequestHandler = (request, response, next) => {
  if (METHODS.includes(request.method)) {
    next();
    return;
  }
  response.writeHead(405, { "Content-Type": "application/json", Allow: METHODS.join(", ") });
  response.end(JSON.stringify({ message: `${request.method} is not allowed here.` }));
};

function headersOf({ headers }: Request): HeaderMap {
  const map = new HeaderMap();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) map.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  return map;
}

function searchOf(url: string): string {
  const start = url.indexOf("?");
  return start < 0 ? "" : url.slice(start);
}
