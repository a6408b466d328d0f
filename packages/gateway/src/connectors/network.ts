import type { Agent as HttpAgent } from "node:http";
import type { Agent as HttpsAgent } from "node:https";
import type { Socket } from "node:net";

export interface Place {
  readonly host: string;
  readonly port: number;
}

export interface NetworkRequest {
  readonly method: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | AsyncIterable<Uint8Array>;
  readonly signal: AbortSignal;
}

export interface NetworkAnswer {
  readonly status: number;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** A reader that stops early calls `return` on its iterator, as `for await` does. */
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * The network access of connectors: every connection goes through the address policy. Rejected addresses and
 * unresponsive servers throw a `ConnectorError`.
 */
export interface Network {
  /** A TCP connection to any port of a permitted address. */
  connect(place: Place, signal: AbortSignal): Promise<Socket>;
  /** For libraries that send their own requests. */
  readonly httpAgent: HttpAgent;
  readonly httpsAgent: HttpsAgent;
  /** Sends one request; redirects are returned, not followed. */
  request(url: string, request: NetworkRequest): Promise<NetworkAnswer>;
  /** The permitted addresses of a host. */
  resolve(host: string, signal: AbortSignal): Promise<readonly string[]>;
}
