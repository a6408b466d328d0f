import sharp from "sharp";
import { expect, test } from "vitest";
import { pagesAlone } from "./tiff-pages.ts";

const WIDTHS = [11, 12, 13, 14];

/** A TIFF whose pages have these widths. */
async function tiff(options: { readonly bigtiff: boolean }): Promise<Uint8Array> {
  const pages = WIDTHS.map((width) =>
    sharp({ create: { width, height: 20, channels: 3, background: "#fff" } })
      .png()
      .toBuffer(),
  );
  return sharp(await Promise.all(pages), { join: { animated: true } })
    .tiff({ ...options, compression: "none" })
    .toBuffer();
}

test.each([{ bigtiff: false }, { bigtiff: true }])(
  "a page of a TIFF is the only one of its file while it is read: %j",
  async (options) => {
    const file = Uint8Array.from(await tiff(options));
    const before = Uint8Array.from(file);
    const { pages = 0, height } = await sharp(file, { page: 0 }).metadata();
    const alone = pagesAlone(file, pages);
    const read = await Promise.all(
      Array.from({ length: pages }, (_, index) =>
        alone.read(index + 1, async (found) => {
          const facts = await sharp(file, { page: found - 1 }).metadata();
          return { found, height: facts.height, pages: facts.pages };
        }),
      ),
    );
    expect(pages).toBe(WIDTHS.length);
    expect(read).toEqual(WIDTHS.map(() => ({ found: 1, height, pages: 1 })));
    expect(Buffer.compare(before, file)).toBe(0);
  },
);

test("a failure of one page leaves the others as they are", async () => {
  const file = Uint8Array.from(await tiff({ bigtiff: false }));
  const alone = pagesAlone(file, WIDTHS.length);
  const failed = alone.read(1, () => Promise.reject(new Error("damaged")));
  await expect(failed).rejects.toThrow("damaged");
  await expect(alone.read(4, async () => (await sharp(file).metadata()).pages)).resolves.toBe(1);
  await expect(sharp(file).metadata()).resolves.toMatchObject({ pages: WIDTHS.length });
});

test("a file with other directories than libtiff counts is read as a whole", async () => {
  const file = Uint8Array.from(await tiff({ bigtiff: false }));
  await expect(pagesAlone(file, 3).read(2, (found) => Promise.resolve(found))).resolves.toBe(2);
  const damaged = file.subarray(0, 20);
  await expect(pagesAlone(damaged, 3).read(2, (found) => Promise.resolve(found))).resolves.toBe(2);
  const other = new TextEncoder().encode("no TIFF at all");
  await expect(pagesAlone(other, 3).read(2, (found) => Promise.resolve(found))).resolves.toBe(2);
});
