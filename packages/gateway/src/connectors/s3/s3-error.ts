import { S3ServiceException } from "@aws-sdk/client-s3";
import { ConnectorError, type ConnectorErrorCode } from "@galley/core/domain";

const CODES: Readonly<Record<string, ConnectorErrorCode>> = {
  NoSuchBucket: "NOT_FOUND",
  NoSuchKey: "NOT_FOUND",
  NotFound: "NOT_FOUND",
};

/** Translates an error of an S3 server or of the connection to it. */
export function s3Error(cause: unknown): unknown {
  if (cause instanceof ConnectorError) return cause;
  if (cause instanceof S3ServiceException) {
    const status = cause.$metadata.httpStatusCode ?? 0;
    const code = CODES[cause.name] ?? (status === 401 || status === 403 ? "ACCESS_DENIED" : "FAILED");
    return new ConnectorError(code, `${cause.name}: ${cause.message}`, { cause });
  }
  if (cause instanceof Error && (cause.name === "CredentialsProviderError" || "code" in cause)) {
    if (cause.name === "CredentialsProviderError") {
      return new ConnectorError("ACCESS_DENIED", cause.message, { cause });
    }
    return new ConnectorError("UNREACHABLE", `The server cannot be reached: ${cause.message}.`, { cause });
  }
  return cause instanceof Error && cause.name === "TimeoutError"
    ? new ConnectorError("UNREACHABLE", "The server did not respond in time.", { cause })
    : cause;
}
