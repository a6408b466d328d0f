/** The bytes of a picture that comes with the document; undefined for all others, which are never fetched. */
export type PictureSource = (url: string) => Uint8Array | undefined;

const PICTURE = /^data:image\/[\w.+-]+;base64,([\w+/=\s]*)$/;

/** The picture in a `data:` URL. */
export function pictureOfUrl(url: string): Uint8Array | undefined {
  const data = PICTURE.exec(url)?.[1];
  return data === undefined ? undefined : Buffer.from(data, "base64");
}

const HTML = /^data:text\/html((?:;[^,;]*)*),([^]*)$/i;

/** The page in a `data:` URL. */
export function htmlOfUrl(url: string): string | undefined {
  const [, parameters = "", data] = HTML.exec(url) ?? [];
  if (data === undefined) return undefined;
  if (/;\s*base64$/i.test(parameters)) return Buffer.from(data, "base64").toString();
  try {
    return decodeURIComponent(data);
  } catch {
    return data;
  }
}
