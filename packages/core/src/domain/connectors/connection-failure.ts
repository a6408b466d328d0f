import { ConnectorError, type ConnectorErrorCode } from "./connector-ports.ts";

/** Why a connection could not be used. */
export type ConnectionFailureCode = ConnectorErrorCode | "TIMED_OUT";

export interface ConnectionFailure {
  readonly code: ConnectionFailureCode;
  /** Human-readable, never with a secret. */
  readonly message: string;
  /** What to do about it. */
  readonly hint: string;
}

const HINTS = {
  ACCESS_DENIED:
    "Check the user name, the password or key, and the permissions that they have at the target.",
  REAUTHENTICATE: "Authorize the connector again.",
  NOT_FOUND: "Check the spelling of the folder, bucket, database or table, or create it.",
  UNREACHABLE: "Check the host and the port, and that a firewall lets the service through; then try again.",
  REFUSED_ADDRESS:
    "Check the host name. If its address is inside your network, ask the operator of the service to allow it with GALLEY_OUTBOUND_ALLOW.",
  DRIVER_MISSING: "Ask the operator of the service to install the package that the message names.",
  FAILED: "Check the settings against the message of the target.",
  TIMED_OUT: "Check the host and the port, and whether the target is overloaded; then try again.",
} as const satisfies Record<ConnectionFailureCode, string>;

/** What a person can do about a failed connection. */
export function connectionHint(code: ConnectionFailureCode): string {
  return HINTS[code];
}

/** @throws the error unless it is one of a connection. */
export function connectionFailure(error: unknown, limit: AbortSignal): ConnectionFailure {
  if (limit.aborted) {
    return {
      code: "TIMED_OUT",
      message: "The target did not respond in time.",
      hint: connectionHint("TIMED_OUT"),
    };
  }
  if (!(error instanceof ConnectorError)) throw error;
  return { code: error.code, message: error.message, hint: connectionHint(error.code) };
}
