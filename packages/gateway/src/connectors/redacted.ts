import { ConnectorError } from "@galley/core/domain";
import { ZodError } from "zod";

/** Setting names that hold secrets. */
const SECRET = /password|secret|token|key$|credentials|connection_url|box_app_settings/;

/** Shorter values occur in any text by chance. */
const MIN_LENGTH = 6;

const REDACTED = "[redacted]";

/** Removes the secrets of the settings from a message, because a server may repeat what was sent to it. */
export function redacted(message: string, settings: unknown): string {
  return secretsOf(settings).reduce((text, secret) => text.replaceAll(secret, REDACTED), message);
}

/** The error with its message redacted. */
export function redactedError(thrown: unknown, settings: unknown): unknown {
  const error = connectionError(thrown);
  if (!(error instanceof ConnectorError)) return error;
  const message = redacted(error.message, settings);
  return message === error.message ? error : new ConnectorError(error.code, message);
}

/** A response that violates the protocol is reported as the server's fault. */
export function connectionError(error: unknown): unknown {
  if (!(error instanceof ZodError)) return error;
  return new ConnectorError("FAILED", "The server's response does not follow its protocol.", {
    cause: error,
  });
}

function secretsOf(settings: unknown): readonly string[] {
  return Object.entries(Object(settings))
    .filter(([name]) => SECRET.test(name))
    .flatMap(([, value]) => (typeof value === "string" ? [value, ...passwordOf(value)] : []))
    .filter((secret) => secret.length >= MIN_LENGTH);
}

/** The password in a URL: as written and as sent. */
function passwordOf(value: string): readonly string[] {
  const password = URL.parse(value)?.password ?? "";
  try {
    return [password, decodeURIComponent(password)];
  } catch {
    return [password];
  }
}
