import { describe, expect, test } from "vitest";
import { withoutSurroundings } from "./dark-surround.ts";
import { Sheet } from "../testing/drawing.ts";

const CARD = { x0: 200, y0: 150, x1: 800, y1: 600 };

/** A card with lines of text, photographed on a table of the given shade. */
function photographed(table: number): Sheet {
  return new Sheet(1000, 750, { paper: table }).ink(CARD, 220).lines({ ...CARD, x0: 240, x1: 760 }, 16);
}

/** The darkest shade in a part of an image. */
function darkest(
  { width, data }: { readonly width: number; readonly data: Uint8Array },
  part = CARD,
): number {
  let least = 255;
  for (let y = part.y0; y < part.y1; y++) {
    for (let x = part.x0; x < part.x1; x++) least = Math.min(least, data[y * width + x] ?? 0);
  }
  return least;
}

describe("the surroundings of a sheet", () => {
  test("a dark table gets the shade of the paper, and the text is unchanged", () => {
    const photo = photographed(60);
    const sheet = withoutSurroundings(photo);
    expect(Buffer.compare(sheet?.data ?? photo.data, photographed(220).data)).toBe(0);
  });

  test("the black edges of a scan are cleared too", () => {
    const scan = new Sheet(1000, 750).lines({ x0: 100, y0: 100, x1: 900, y1: 650 }, 16);
    scan.ink({ x0: 0, y0: 0, x1: 50, y1: 750 }).ink({ x0: 0, y0: 0, x1: 1000, y1: 37 });
    const cleared = withoutSurroundings(scan);
    expect(cleared && darkest(cleared, { x0: 0, y0: 0, x1: 90, y1: 750 })).toBe(255);
  });

  test.each([
    ["a clean page", new Sheet(1000, 750).lines(CARD, 16)],
    ["a page on a light table", photographed(190)],
    ["a slide of light text on dark", new Sheet(1000, 750, { paper: 30 }).ink({ ...CARD, y1: 160 }, 240)],
    ["a page with a gradual shadow", shadowed()],
    ["a dark box with light text", withBanner()],
  ])("%s has no dark surroundings", (_, image) => {
    expect(withoutSurroundings(image)).toBeUndefined();
  });
});

/** Dark at the left edge, lighter towards the right. */
function shadowed(): Sheet {
  const sheet = new Sheet(1000, 750);
  for (let x = 0; x < 1000; x++) sheet.ink({ x0: x, y0: 0, x1: x + 1, y1: 750 }, Math.min(255, 40 + x / 2));
  return sheet;
}

function withBanner(): Sheet {
  const sheet = new Sheet(1000, 750).ink({ x0: 0, y0: 0, x1: 1000, y1: 150 }, 20);
  for (let y = 20; y < 130; y += 30) {
    for (let x = 40; x < 900; x += 12) sheet.ink({ x0: x, y0: y, x1: x + 4, y1: y + 16 }, 250);
  }
  return sheet;
}
