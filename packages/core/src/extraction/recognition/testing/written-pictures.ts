import { renderPage } from "../../engines/render/page-renderer.ts";
import { onePagePdf } from "../../engines/testing/tiny-pdf.ts";
import type { GreyImage } from "../../raster/image/grey-image.ts";
import { straightened } from "../../raster/geometry/straighten.ts";
import { grainy } from "../../raster/testing/degrade.ts";
import { randomFrom } from "../../raster/testing/random.ts";

/** A picture with words, like those on pages with text. */
export interface WrittenPicture {
  readonly kind: keyof typeof DRAWN;
  readonly image: GreyImage;
  /** Words in the picture, in no particular order. */
  readonly words: readonly string[];
}

/** Returns pictures with at least three words, cycling through the kinds; deterministic. */
export async function writtenPictures(count: number): Promise<readonly WrittenPicture[]> {
  const kinds = Object.keys(DRAWN).filter(isKind);
  const pictures: WrittenPicture[] = [];
  for (let seed = 0; seed < count; seed++) {
    const kind = kinds[seed % kinds.length] ?? "chart";
    const random = randomFrom(seed);
    const words = Array.from({ length: 24 }, () => pick(WORDS, random));
    const drawn = DRAWN[kind](random, words);
    pictures.push({ kind, image: await pictureOf(drawn, random, seed), words: drawn.words });
  }
  return pictures;
}

/** Returns a logo of 36 points with outlined words of 4.5 points on a dark square. */
export async function smallLogo(words: readonly string[]): Promise<WrittenPicture> {
  const lines = words.map((word, i) => {
    const at = { x: 2 + 3 * i, y: 20 - 9.5 * i, size: 5.6 };
    return `1 G 3 w 2 Tr ${written(word, at)} 0 Tr ${written(word, at)}`;
  });
  const drawn = { width: 36, height: 36, content: `0.35 g 0 0 36 36 re f ${lines.join(" ")}`, dpi: 300 };
  return { kind: "logo", image: await pictureOf({ ...drawn, words }, () => 0, 0), words };
}

/** Lengths are in points. */
interface Drawn {
  readonly width: number;
  readonly height: number;
  readonly content: string;
  readonly words: readonly string[];
  /** Resolution of the image, in dots per inch. */
  readonly dpi: number;
  /** Rotation in degrees. */
  readonly skew?: number;
  /** Standard deviation of the noise. */
  readonly grain?: number;
}

type Random = () => number;

/** Draws a picture of each kind from 24 words. */
const DRAWN = {
  chart: (random: Random, words: readonly string[]): Drawn => {
    const [title = "", unit = "", ...labels] = words.slice(0, 7);
    const bars = labels.map((label, i) => {
      const height = 30 + 60 * random();
      const x = 40 + 50 * i;
      const shade = 0.3 + 0.5 * random();
      return `${shade} g ${x} 30 30 ${height} re f 0 g ${written(label, { x: x - 3, y: 20, size: 7.5 })}`;
    });
    const axes = "0.5 w 30 30 m 30 140 l S 30 30 m 290 30 l S";
    const scale = [0, 20, 40, 60].map((n) => written(String(n), { x: 16, y: 28 + 1.5 * n, size: 7.5 }));
    const head = written(`${title} ${unit}`, { x: 90, y: 150, size: 10 });
    return {
      width: 310,
      height: 170,
      content: [axes, ...bars, ...scale, head].join(" "),
      words: [title, unit, ...labels],
      dpi: 150 + 100 * random(),
    };
  },
  screenshot: (random: Random, words: readonly string[]): Drawn => {
    const isDark = random() < 0.5;
    const [ground, ink] = isDark ? [0.15, 0.9] : [0.94, 0.1];
    const lines = [0, 1, 2, 3].map((i) => words.slice(4 + 4 * i, 8 + 4 * i).join(" "));
    const menu = words.slice(0, 4);
    const content = [
      `${ground} g 0 0 260 150 re f ${isDark ? 0.3 : 0.25} g 0 132 260 18 re f`,
      `0.95 g ${menu.map((word, i) => written(word, { x: 8 + 62 * i, y: 138, size: 9 })).join(" ")}`,
      `${ink} g ${lines.map((line, i) => written(line, { x: 10, y: 110 - 17 * i, size: 9 })).join(" ")}`,
      `${isDark ? 0.5 : 0.7} g 10 20 60 18 re f ${ink} g`,
    ];
    return {
      width: 260,
      height: 150,
      content: content.join(" "),
      words: words.slice(0, 20),
      dpi: 120 + 60 * random(),
    };
  },
  logo: (random: Random, words: readonly string[]): Drawn => {
    const isDark = random() < 0.6;
    const own = words.slice(0, 3);
    const size = 12 + 6 * random();
    const [ground, ink] = isDark ? [0.2 + 0.2 * random(), 1] : [1, 0.35 * random()];
    const sign = `${0.5 + 0.2 * random()} g 8 8 40 44 re f ${ground} g 18 18 20 24 re f`;
    const text = own.map((word, i) => written(word, { x: 58, y: 44 - 18 * i, size: Math.min(size, 16) }));
    return {
      width: 170,
      height: 62,
      content: `${ground} g 0 0 170 62 re f ${sign} ${ink} g ${text.join(" ")}`,
      words: own,
      dpi: 150 + 150 * random(),
    };
  },
  stamp: (random: Random, words: readonly string[]): Drawn => {
    const own = words.slice(0, 3).map((word) => word.toUpperCase());
    const shade = 0.2 + 0.25 * random();
    const text = own.map((word, i) => written(word, { x: 30, y: 62 - 20 * i, size: 14 }));
    return {
      width: 190,
      height: 100,
      content: `${shade} g ${shade} G 2 w 16 12 158 72 re S 1 w 20 16 150 64 re S ${text.join(" ")}`,
      words: own,
      dpi: 200,
      skew: 8 * random() - 4,
      grain: 10,
    };
  },
  cutOut: (random: Random, words: readonly string[]): Drawn => {
    const lines = [0, 1, 2].map((i) => words.slice(4 * i, 4 * i + 4).join(" "));
    const text = lines.map((line, i) => written(line, { x: 12, y: 46 - 16 * i, size: 10 }));
    return {
      width: 250,
      height: 66,
      content: `${0.8 + 0.15 * random()} g 0 0 250 66 re f 0.15 g ${text.join(" ")}`,
      words: words.slice(0, 12),
      dpi: 150 + 80 * random(),
      skew: 2 * random() - 1,
      grain: 6,
    };
  },
} as const;

function isKind(name: string): name is keyof typeof DRAWN {
  return name in DRAWN;
}

function written(
  text: string,
  { x, y, size }: { readonly x: number; readonly y: number; readonly size: number },
): string {
  return `BT /F1 ${size} Tf ${x} ${y} Td (${text}) Tj ET`;
}

async function pictureOf(drawn: Drawn, random: Random, seed: number): Promise<GreyImage> {
  const { width, height, content, dpi, skew = 0, grain = 0 } = drawn;
  const pdf = onePagePdf(content, { page: `/MediaBox [0 0 ${width} ${height}]` });
  const raster = await renderPage(pdf, 1, { dpi, maxPixels: 4_000_000, grey: true, password: "" });
  const image = { width: raster.width, height: raster.height, data: raster.pixels, dpi };
  const turned = skew === 0 ? image : straightened(image, { skew, scale: 1 }).image;
  return grain === 0 ? turned : grainy(turned, grain * (0.5 + random()), seed);
}

function pick(words: readonly string[], random: Random): string {
  return words[Math.floor(random() * words.length)] ?? "";
}

const WORDS = (
  "Revenue Market Northern Annual Report Growth Summary Quarter Energy Budget Water Transport Office " +
  "Garden Village Customer Delivery Service Monthly Invoice Payment Account Balance Support Windows Settings " +
  "Language Project Status Review Approved Received Copy Archive Station Center Bridge Harbour Museum Factory " +
  "Standard Quality Measure Pressure Product Section Figure Volume Percent Total Average Minimum Maximum"
).split(" ");
