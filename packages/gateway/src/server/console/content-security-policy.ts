/**
 * The policy of the console's page. Scripts come only from the service; style elements need the nonce, because the
 * component library writes them.
 *
 * @param ownUrl the service's address as the browser knows it.
 */
export function contentSecurityPolicy(nonce: string, ownUrl: string): string {
  const { origin } = new URL(ownUrl);
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "font-src 'self'",
    // Older browsers do not apply 'self' to WebSockets.
    `connect-src 'self' ${origin.replace(/^http/, "ws")}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
