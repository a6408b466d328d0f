import { Readable } from "node:stream";
import {
  type ContainerClient,
  BlobServiceClient,
  isRestError,
  newPipeline,
  RestError,
  StorageSharedKeyCredential,
  type HttpOperationResponse,
  type IHttpClient,
  type WebResource,
} from "@azure/storage-blob";
import { ConnectorError } from "@galley/core/domain";
import { textOf } from "../answers.ts";
import type { Network, NetworkAnswer, NetworkRequest } from "../network.ts";

export interface AzureBlobAccess {
  readonly account_name: string;
  readonly access_key: string;
  /** The container name. */
  readonly bucket: string;
}

/** Attempts of each request, and the longest pause between them. */
const RETRIES = { maxTries: 3, retryDelayInMs: 500, maxRetryDelayInMs: 5000 } as const;

/** Microsoft's client, whose requests all go through the network of the connectors. */
export function containerClient(
  { account_name: account, access_key: key, bucket }: AzureBlobAccess,
  { network, base }: { readonly network: Network; readonly base: string },
): ContainerClient {
  const pipeline = newPipeline(new StorageSharedKeyCredential(account, key), {
    httpClient: httpClientOver(network),
    retryOptions: RETRIES,
    userAgentOptions: { userAgentPrefix: "galley" },
  });
  return new BlobServiceClient(base.replace("{account}", account), pipeline).getContainerClient(bucket);
}

/** Proxies and agents that the library read from the environment are ignored. */
function httpClientOver(network: Network): IHttpClient {
  return {
    async sendRequest(request) {
      const answer = await network.request(request.url, outgoingOf(request)).catch(retriable);
      const isStreamed = request.streamResponseStatusCodes?.has(answer.status) === true;
      return {
        request,
        status: answer.status,
        headers: headersOf(request, answer),
        ...(isStreamed
          ? { readableStreamBody: Readable.from(answer.body, { objectMode: false }) }
          : { bodyAsText: await textOf(answer).catch(retriable) }),
      };
    },
  };
}

function outgoingOf({ method, headers, body, abortSignal }: WebResource): NetworkRequest {
  const given: unknown = typeof body === "function" ? body() : body;
  const isSendable = typeof given === "string" || given instanceof Uint8Array || given instanceof Readable;
  return {
    method,
    headers: headers.toJson(),
    ...(isSendable && { body: given }),
    signal: abortSignal instanceof AbortSignal ? abortSignal : new AbortController().signal,
  };
}

/** The library exports no constructor of its headers, so a copy of the request's is emptied and filled. */
function headersOf(request: WebResource, answer: NetworkAnswer): HttpOperationResponse["headers"] {
  const headers = request.headers.clone();
  for (const name of headers.headerNames()) headers.remove(name);
  for (const [name, value] of Object.entries(answer.headers)) headers.set(name, value ?? "");
  return headers;
}

/** The library retries only requests that failed with an error of its own. */
function retriable(cause: unknown): never {
  if (!(cause instanceof ConnectorError) || cause.code !== "UNREACHABLE") throw cause;
  throw Object.assign(new RestError(cause.message, { code: RestError.REQUEST_SEND_ERROR }), { cause });
}

/** Maximum number of characters shown of a server's error message. */
const SHOWN_CHARACTERS = 300;

/** Translates an error of the library. */
export function azureError(error: unknown): unknown {
  if (!isRestError(error)) return error;
  const { statusCode: status, message, cause } = error;
  if (cause instanceof ConnectorError) return cause;
  if (status === 401 || status === 403) {
    return new ConnectorError("ACCESS_DENIED", "Azure rejected the access key.", { cause: error });
  }
  const complaint = message.replaceAll(/\s+/g, " ").slice(0, SHOWN_CHARACTERS);
  return new ConnectorError(status === 404 ? "NOT_FOUND" : "FAILED", `Azure responded: ${complaint}`, {
    cause: error,
  });
}
