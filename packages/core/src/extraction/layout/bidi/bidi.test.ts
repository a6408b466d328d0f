import reference from "bidi-js";
import { expect, test } from "vitest";
import { embeddingLevels, logicalOrder } from "./bidi.ts";

/** Characters of every class that glyphs have. */
const ALPHABET = Array.from("abאבגابت19٣٤+-,./:%$ ()[]<>!־،؟ֹَ漢Ω");

interface Reference {
  readonly getEmbeddingLevels: (text: string, base: string) => { readonly levels: Uint8Array };
}

function isFactory(value: unknown): value is () => Reference {
  return typeof value === "function";
}

/** Its types speak of a default export, but the module is the factory itself. */
function referenceOf(factory: unknown): Reference {
  if (!isFactory(factory)) throw new Error("bidi-js exports no factory");
  return factory();
}

/** A generator of the same numbers on every run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

test.each(["ltr", "rtl"] as const)(
  "embedding levels are those of a reference implementation, base %s",
  (base) => {
    const { getEmbeddingLevels } = referenceOf(reference);
    const random = randomFrom(7);
    for (let round = 0; round < 5000; round++) {
      const length = 1 + Math.floor(random() * 12);
      const text = Array.from({ length }, () => ALPHABET[Math.floor(random() * ALPHABET.length)] ?? "").join(
        "",
      );
      const { levels } = getEmbeddingLevels(text, base);
      expect([text, ...embeddingLevels(Array.from(text), base)]).toEqual([text, ...levels]);
    }
  },
);

test.each([
  ["Hebrew", "םולש", "rtl", "שלום"],
  ["numbers in Hebrew", "21 תב", "rtl", "בת 21"],
  ["Latin words in Hebrew", "ב Hello World א", "rtl", "א Hello World ב"],
  ["Latin words and their numbers in Hebrew", "LED 12 300 ב", "rtl", "ב LED 12 300"],
  ["Hebrew words in Latin", "said םולש and", "ltr", "said שלום and"],
  ["amounts in Hebrew", "$12.50 ריחמ", "rtl", "מחיר $12.50"],
  ["brackets around Hebrew", "(םולש)", "rtl", "(שלום)"],
  ["Latin in brackets in Hebrew", "(abc) א", "rtl", "א (abc)"],
] as const)("%s are read from what is seen", (_, seen, base, read) => {
  const visual = Array.from(seen);
  const { order } = logicalOrder(visual, base);
  const strip = (text: string): string => text.replaceAll(/[()]/gu, "|");
  expect(strip(order.map((index) => visual[index] ?? "").join(""))).toBe(strip(read));
});

test("a bracket among letters from right to left was seen as its mirror image", () => {
  const { mirrored } = logicalOrder(Array.from("(םולש)"), "rtl");
  expect([...mirrored].toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5]);
});
