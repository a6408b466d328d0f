/** The text of bytes, which may end within a character; undefined if one has no meaning in the encoding. */
export function strictlyDecoded(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}
