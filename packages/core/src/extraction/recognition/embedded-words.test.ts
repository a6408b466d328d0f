import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { onePagePdf } from "../engines/testing/tiny-pdf.ts";
import { extractText } from "../extract-text.ts";
import { documentBlocks } from "../structure/document/document-blocks.ts";
import { toMarkdown } from "../structure/renditions/markdown.ts";
import { tablesOf } from "../structure/renditions/tables.ts";
import { smallLogo } from "./testing/written-pictures.ts";

/** WinAnsi codes of signs that recognition reads in place of bullets. */
const SIGNS = { "€": "\\200", "®": "\\256", "¢": "\\242", "»": "\\273", "°": "\\260" } as const;

const AMOUNTS = ["412.50", "90.00", "37.25"];

test.each(Object.entries(SIGNS))(
  "embedded words with %s stay as they are beside a picture that is recognised",
  async (sign, code) => {
    const { image, words } = await smallLogo(["NORTHERN", "SERVICES"]);
    const { width, height, data, dpi } = image;
    const [across, down] = [(width * 72) / dpi, (height * 72) / dpi];
    const rows = AMOUNTS.map((amount, row) => {
      const y = 500 - 16 * row;
      return `BT /F1 11 Tf 1 0 0 1 60 ${y} Tm (Item ${row + 1}) Tj 1 0 0 1 300 ${y} Tm (${code} ${amount}) Tj ET`;
    });
    const head = "BT /F1 11 Tf 1 0 0 1 60 516 Tm (Position) Tj 1 0 0 1 300 516 Tm (Price) Tj ET";
    const pdf = onePagePdf(`q ${across} 0 0 ${down} 60 700 cm /Im Do Q ${head} ${rows.join(" ")}`, {
      page: "/MediaBox [0 0 612 792]",
      resources: "/XObject << /Im 10 0 R >>",
      objects: [
        {
          entries: `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode`,
          bytes: deflateSync(data),
        },
      ],
    });
    const { pages } = await extractText(pdf, { blocks: true });
    const blocks = documentBlocks(pages.map(({ outcome }) => outcome));
    const markdown = toMarkdown(blocks);
    for (const word of words) expect(markdown).toContain(word);
    expect(tablesOf(blocks)[0]?.rows.map((row) => row.at(-1))).toEqual([
      "Price",
      ...AMOUNTS.map((amount) => `${sign} ${amount}`),
    ]);
    expect(markdown).not.toContain("•");
  },
);
