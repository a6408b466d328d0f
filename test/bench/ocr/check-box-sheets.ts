import { createDocument } from "../../fixtures/pdf/document.ts";
import { LETTER } from "../../fixtures/pdf/geometry.ts";
import type { PageBuilder } from "../../fixtures/pdf/page.ts";
import { type Random, seeded } from "../../fixtures/random.ts";
import { someWords } from "../../fixtures/words.ts";

/** A page of check boxes and radio buttons, each with a unique label. */
export interface CheckBoxSheet {
  readonly pdf: Uint8Array;
  /** Whether the box of each label is checked. */
  readonly labels: ReadonlyMap<string, boolean>;
}

/** Lengths in points. */
const MARGIN = 54;
const PITCH = 26;
const ROWS = 24;
const LABEL_SIZE = 10;

/** Letters that resemble boxes and circles. */
const LOOKALIKES = "Option 2000 Book Odd Quality D O Q 80 Dogs Ohio OK 100 Good";

/** Draws `count` sheets, deterministically. */
export function checkBoxSheets(count: number): readonly CheckBoxSheet[] {
  return Array.from({ length: count }, (_, index) => drawSheet(seeded(900 + index)));
}

function drawSheet(random: Random): CheckBoxSheet {
  const labels = new Map<string, boolean>();
  const document = createDocument();
  document.page(LETTER, (page) => {
    for (let row = 0; row < ROWS; row++) {
      const y = MARGIN + row * PITCH;
      if (random.chance(0.2)) page.text(LOOKALIKES, { x: MARGIN, y: y + 9, size: random.int(8, 12) });
      else drawRow(page, y, { random, labels });
    }
  });
  return { pdf: document.finish().bytes, labels };
}

interface Sheet {
  readonly random: Random;
  readonly labels: Map<string, boolean>;
}

function drawRow(page: PageBuilder, y: number, { random, labels }: Sheet): void {
  const isRound = random.chance(0.4);
  const side = random.number(7, 13);
  const stroke = random.number(0.5, 1.2);
  for (let x = MARGIN; x < LETTER.width - 150; x += random.int(130, 180)) {
    const isMarked = random.chance(0.4);
    const shape = { page, x, y, side };
    const label = labelFor(labels.size);
    labels.set(label, isMarked);
    page.operators(`q ${stroke} w ${isRound ? circle(shape, side / 2) : square(shape)} S Q`);
    if (isMarked) page.operators(isRound ? `q ${circle(shape, side / 4)} f Q` : mark(shape, random));
    page.text(label, { x: x + side + 6, y: y + side / 2 + 3.5, size: LABEL_SIZE });
  }
}

/** In capitals, to distinguish it from the sentences. */
function labelFor(index: number): string {
  return `${someWords(1, index).toUpperCase()}${index + 101}`;
}

interface Shape {
  readonly page: PageBuilder;
  /** From the upper left corner of the page. */
  readonly x: number;
  readonly y: number;
  readonly side: number;
}

function square({ page, x, y, side }: Shape): string {
  return `${x} ${page.frame.height - y - side} ${side} ${side} re`;
}

/** A circle of four curves around the centre of the shape. */
function circle({ page, x: left, y: top, side }: Shape, radius: number): string {
  const [x, y] = [left + side / 2, page.frame.height - top - side / 2];
  const k = 0.5523 * radius;
  const curve = (...points: readonly number[]): string => `${points.join(" ")} c`;
  return [
    `${x + radius} ${y} m`,
    curve(x + radius, y + k, x + k, y + radius, x, y + radius),
    curve(x - k, y + radius, x - radius, y + k, x - radius, y),
    curve(x - radius, y - k, x - k, y - radius, x, y - radius),
    curve(x + k, y - radius, x + radius, y - k, x + radius, y),
  ].join(" ");
}

/** A cross, a tick or a filled square. */
function mark({ page, x, y, side }: Shape, random: Random): string {
  const at = (right: number, down: number): string =>
    `${x + right * side} ${page.frame.height - y - down * side}`;
  return random.pick([
    `q 1.2 w ${at(0.15, 0.15)} m ${at(0.85, 0.85)} l S ${at(0.85, 0.15)} m ${at(0.15, 0.85)} l S Q`,
    `q 1.2 w ${at(0.15, 0.5)} m ${at(0.42, 0.82)} l ${at(0.9, 0.1)} l S Q`,
    `q ${at(0.2, 0.8)} ${0.6 * side} ${0.6 * side} re f Q`,
  ]);
}
