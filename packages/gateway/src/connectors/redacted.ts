import { ConnectorError } from "@galley/core/domain";

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
export function redactedError(error: unknown, settings: unknown): unknown {
  if (!(error instanceof ConnectorError)) return error;
  const message = redacted(error.message, settings);
  return message === error.message ? error : new ConnectorError(error.code, message);
}

function secretsOf(settings: unknown): readonly string[] {
  return Object.entries(Object(settings))
    .filter(([name]) => SECRET.test(name))
    .flatMap(([, value]) => (typeof value === "string" ? [value, ...passwordOf(value)] : []))
    .filter((secret) => secret.length >= MIN_LENGTH);
}

/** Of an address with a password in it. */
function passwordOf(value: string): readonly string[] {
  const password = URL.canParse(value) ? new URL(value).password : "";
  return [password, decodeURIComponent(password)];
}
