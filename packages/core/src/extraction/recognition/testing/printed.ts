import { deflateSync } from "node:zlib";
import { renderPage } from "../../engines/render/page-renderer.ts";
import { encodePng } from "../../engines/render/png.ts";
import { onePagePdf, type PdfObject, pdfOf } from "../../engines/testing/tiny-pdf.ts";
import type { GreyImage } from "../../raster/image/grey-image.ts";

/** A page of 4 by 2 inches, in points. */
const WIDTH = 288;
const HEIGHT = 144;

const SIZE = 12;
const LEADING = 18;

/** Page content with lines of 12-point Helvetica; `at` is the distance of the first baseline from the top. */
export function linesOfType(lines: readonly string[], at = 30): string {
  const written = lines.map((line) => `(${line}) Tj 0 -${LEADING} Td`).join(" ");
  return `BT /F1 ${SIZE} Tf 24 ${HEIGHT - at} Td ${written} ET`;
}

/** Returns a perfect scan of a page with `content`. */
export async function scanned(content: string, dpi = 200): Promise<GreyImage> {
  const pdf = onePagePdf(content, { page: `/MediaBox [0 0 ${WIDTH} ${HEIGHT}]` });
  const { pixels, ...raster } = await renderPage(pdf, 1, {
    dpi,
    maxPixels: 4_000_000,
    grey: true,
    password: "",
  });
  return { ...raster, data: pixels };
}

/** The lines of each third of a receipt. */
export const ITEMS_OF_RECEIPT = [
  "Bread 4.20",
  "Milk 1.15",
  "Coffee 12.90",
  "Apples 3.75",
  "Rice 6.05",
  "Tea 2.95",
] as const;

/** A receipt of narrow lines, several pages of them one below another. */
export async function printedReceipt(
  dpi: number,
  items: readonly string[] = ITEMS_OF_RECEIPT,
): Promise<GreyImage> {
  const part = await scanned(linesOfType(items), dpi);
  const parts = Array.from({ length: 3 }, () => part.data);
  const data = new Uint8Array(parts.length * part.data.length);
  for (const [index, pixels] of parts.entries()) data.set(pixels, index * part.data.length);
  return { ...part, height: parts.length * part.height, data };
}

export function asPng({ width, height, data, dpi }: GreyImage): Uint8Array {
  return encodePng({ width, height, channels: 1, pixels: Uint8Array.from(data), dpi });
}

/** Returns a PDF with one page per picture; `over` is content drawn on top of each. */
export function asPdf(pictures: readonly GreyImage[], over = "", page = ""): Uint8Array {
  const pages = pictures.map((_, index) => 4 + 3 * index);
  const objects = pictures.flatMap((picture, index): PdfObject[] => {
    const [width, height] = [(picture.width * 72) / picture.dpi, (picture.height * 72) / picture.dpi];
    const first = 4 + 3 * index;
    return [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${first + 1} 0 R /Resources << /Font << /F1 3 0 R >> /XObject << /Im ${first + 2} 0 R >> >> ${page} >>`,
      { entries: "", bytes: `q ${width} 0 0 ${height} 0 0 cm /Im Do Q ${over}` },
      {
        entries: `/Type /XObject /Subtype /Image /Width ${picture.width} /Height ${picture.height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode`,
        bytes: deflateSync(picture.data),
      },
    ];
  });
  return pdfOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${pages.map((number) => `${number} 0 R`).join(" ")}] /Count ${pages.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ...objects,
  ]);
}
