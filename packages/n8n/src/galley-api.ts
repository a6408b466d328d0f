import {
  NodeApiError,
  type IExecuteFunctions,
  type IHookFunctions,
  type IHttpRequestOptions,
  type ILoadOptionsFunctions,
  type JsonFields,
} from "n8n-workflow";
import { fieldsOf, listOf, textOf } from "./json.ts";

/** Where requests to the service are sent from. */
export type Context = IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions;

const CREDENTIAL = "galleyApi";

/** The `data` of an operation. @throws NodeApiError with the message of the service. */
export async function graphql(
  context: Context,
  query: string,
  variables: JsonFields = {},
): Promise<JsonFields> {
  const body = await request(context, {
    url: "/graphql",
    method: "POST",
    body: { query, variables },
    json: true,
  });
  const [error] = listOf(fieldsOf(body)["errors"]);
  if (error === undefined) return fieldsOf(fieldsOf(body)["data"]);
  const { message, extensions } = fieldsOf(error);
  throw apiError(context, { message, code: textOf(fieldsOf(extensions)["code"]) });
}

/** Sends a document; returns the id of the upload, which is kept for a day. */
export async function upload(context: Context, name: string, content: Uint8Array): Promise<string> {
  const body = await request(context, {
    url: `/uploads/${encodeURIComponent(name)}`,
    method: "PUT",
    headers: { "content-type": "application/octet-stream" },
    body: content,
  });
  return textOf(fieldsOf(body)["id"]);
}

/** The text behind a path of the service. */
export async function download(context: Context, path: string): Promise<string> {
  return textOf(await request(context, { url: path, method: "GET", encoding: "text" }));
}

type Request = Omit<IHttpRequestOptions, "baseURL">;

async function request(context: Context, options: Request): Promise<unknown> {
  const { baseUrl } = await context.getCredentials(CREDENTIAL);
  const signal = "getExecutionCancelSignal" in context ? context.getExecutionCancelSignal?.() : undefined;
  const { statusCode, body } = await context.helpers.httpRequestWithAuthentication.call(context, CREDENTIAL, {
    ...options,
    baseURL: textOf(baseUrl).replace(/\/+$/, ""),
    // The body of an answer says what is wrong.
    ignoreHttpStatusErrors: true,
    returnFullResponse: true,
    ...(signal && { abortSignal: signal }),
  });
  const answer = options.encoding === "text" ? body : parsed(body);
  if (statusCode < 400 || listOf(fieldsOf(answer)["errors"]).length > 0) return answer;
  const { message } = fieldsOf(answer);
  throw apiError(context, {
    message: message ?? `The service answered with ${statusCode}.`,
    code: String(statusCode),
  });
}

interface Refusal {
  readonly message: unknown;
  readonly code: string;
}

function apiError(context: Context, { message, code }: Refusal): NodeApiError {
  const answer = { message: textOf(message), code };
  return new NodeApiError(context.getNode(), answer, {
    message: answer.message,
    description: `Code: ${code}`,
  });
}

function parsed(body: unknown): unknown {
  if (typeof body !== "string") return body;
  try {
    return JSON.parse(body);
  } catch {
    return { message: body.slice(0, 500) };
  }
}
