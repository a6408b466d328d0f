/** Shorter ones would blot out what is no secret. */
const MIN_SECRET_LENGTH = 4;

/** A foreign text, in which a server may have repeated the secret that it was sent. */
export function withoutSecret(text: string, secret: string): string {
  return secret.length < MIN_SECRET_LENGTH ? text : text.replaceAll(secret, "(hidden)");
}
