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
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Whoever does not read it to its end calls `return` on its iterator, as `for await` does. */
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * The way out for connectors: every connection goes through the address policy. What is refused, and what does not
 * answer, is a `ConnectorError`.
 */
export interface Network {
  /** A plain connection to any port of a permitted address. */
  connect(place: Place, signal: AbortSignal): Promise<Socket>;
  /** For libraries that make their requests themselves. */
  readonly httpAgent: HttpAgent;
  readonly httpsAgent: HttpsAgent;
  /** One request; redirects are answers like others. */
  request(url: string, request: NetworkRequest): Promise<NetworkAnswer>;
  /** Permitted addresses of a host. */
  resolve(host: string, signal: AbortSignal): Promise<readonly string[]>;
}
