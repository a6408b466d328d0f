import { ConnectorError } from "@galley/core/domain";
import { ZodError } from "zod";

/** Fields that hold what nobody is to read. */
const SECRET = /password|secret|token|key$|credentials|connection_url|box_app_settings/;

/** Shorter ones stand in any text by chance. */
const MIN_LENGTH = 6;

const REDACTED = "[redacted]";

/** A server may send back what was sent to it: its words are shown without the secrets of the settings. */
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

/** An answer of another form than the protocol's is the server's fault. */
export function connectionError(error: unknown): unknown {
  if (!(error instanceof ZodError)) return error;
  return new ConnectorError("FAILED", "The server's answer is not what its protocol has.", { cause: error });
}

function secretsOf(settings: unknown): readonly string[] {
  return Object.entries(Object(settings))
    .filter(([name]) => SECRET.test(name))
    .flatMap(([, value]) => (typeof value === "string" ? [value, ...passwordOf(value)] : []))
    .filter((secret) => secret.length >= MIN_LENGTH);
}

/** Of an address with a password in it: as it is written there, and as it is sent. */
function passwordOf(value: string): readonly string[] {
  const password = URL.parse(value)?.password ?? "";
  try {
    return [password, decodeURIComponent(password)];
  } catch {
    return [password];
  }
}
