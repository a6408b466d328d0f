/** The URL of an embedded PostgreSQL through the loopback address instead of its socket, as other programs reach it. */
export function loopbackUrl(url: string): URL {
  const changed = new URL(url);
  changed.host = `127.0.0.1:${changed.port}`;
  return changed;
}
