/** The bytes of a picture that comes with the document; undefined for all others, which are never fetched. */
export type PictureSource = (url: string) => Uint8Array | undefined;

const DATA_URL = /^data:image\/[\w.+-]+;base64,([\w+/=\s]*)$/;

/** The picture in a `data:` URL. */
export function pictureOfUrl(url: string): Uint8Array | undefined {
  const data = DATA_URL.exec(url)?.[1];
  return data === undefined ? undefined : Buffer.from(data, "base64");
}
