import { ConnectorError, type ConnectorErrorCode } from "@galley/core/domain";

/** Status codes of the protocol (draft-ietf-secsh-filexfer-02, section 7). */
const CODES: Readonly<Record<number, readonly [code: ConnectorErrorCode, message: string]>> = {
  2: ["NOT_FOUND", "File or folder not found."],
  3: ["ACCESS_DENIED", "The user has no permission for this."],
  6: ["UNREACHABLE", "The connection was lost."],
  7: ["UNREACHABLE", "The connection was lost."],
};

export function sftpError(cause: unknown): unknown {
  if (cause instanceof ConnectorError || !(cause instanceof Error)) return cause;
  const status = "code" in cause && typeof cause.code === "number" ? cause.code : undefined;
  if (status === undefined) return cause;
  const [code, message] = CODES[status] ?? ["FAILED", `The server failed: ${cause.message}`];
  return new ConnectorError(code, message, { cause });
}
