/** Masking shorter secrets would also mask other text. */
const MIN_SECRET_LENGTH = 4;

/** Text from a server, which may have repeated the secret that was sent, with the secret masked. */
export function withoutSecret(text: string, secret: string): string {
  return secret.length < MIN_SECRET_LENGTH ? text : text.replaceAll(secret, "(hidden)");
}
