import type { GreyImage } from "./grey-image.ts";

/** Returns the image with each shade replaced by `replace` of it. Computed once per shade, since an image has millions of pixels. */
export function withShades(image: GreyImage, replace: (shade: number) => number): GreyImage {
  const table = Uint8Array.from({ length: 256 }, (_, shade) => replace(shade));
  const data = new Uint8Array(image.data.length);
  for (let i = 0; i < data.length; i++) data[i] = table[image.data[i] ?? 0] ?? 0;
  return { ...image, data };
}
