import type { Rect } from "../../geometry/rect.ts";
import type { DrawnShape, ShapeSizes } from "./drawn-shape.ts";
import type { Components } from "../ink/components.ts";
import type { InkImage } from "../image/ink-image.ts";
import { inkShare } from "../image/ink-image.ts";
import { isRingedLetter } from "./ringed-letter.ts";
import { boxOfPiece, Neighbours } from "./standing-apart.ts";

/** Maximum aspect ratio of a circle. */
const MOST_OVAL = 1.16;

/** Number of rays from the centre to the edge. */
const RAYS = 64;

/** Minimum share of rays that meet the edge, and the minimum distance of the edge, in radii. */
const LEAST_RAYS_HIT = 0.9;
const NEAR_EDGE = 0.82;

/** Maximum standard deviation of the distances to the edge, in radii. */
const MOST_UNEVEN = 0.065;

/** Side of the corner squares, in widths, and their maximum mean share of ink. */
const CORNER = 0.1;
const MOST_CORNER = 0.25;

/** Maximum thickness of a ring, in radii; thicker ones are discs. */
const THICKEST_RING = 0.55;

/** Distance from the ring to its inside, in radii. */
const INSIDE = 0.12;

/** Minimum likeness and maximum thickness (in radii) of a ring that cannot be a letter, however near its label is. */
const ROUND = 0.93;
const THIN_RING = 0.17;

/** Discs near rings of the same size are marked buttons; other discs are bullets. */
const SAME_SIZE = 0.2;
const BESIDE_RING_INCHES = 4;

/** Finds small circles among the connected components. */
export function circleShapesOf(
  image: InkImage,
  components: Components,
  {
    sizes,
    dpi,
    letterHeight,
  }: { readonly sizes: ShapeSizes; readonly dpi: number; readonly letterHeight: number },
): readonly DrawnShape[] {
  const neighbours = new Neighbours(components, sizes);
  const found: Circle[] = [];
  for (let i = 0; i < components.count; i++) {
    if (!isRound(components, i, sizes)) continue;
    const circle = circleOf(image, boxOfPiece(components, i));
    if (!circle) continue;
    const isLarger = neighbours.isLargerThanWord(i, letterHeight);
    if (!circle.isThinRing && !isLarger && neighbours.isAmongLetters(i)) continue;
    found.push({ ...circle, standsApart: isLarger || neighbours.isApart(i) });
  }
  const rings = found.filter((circle) => !circle.isDisc);
  const isButton = ({ box }: Circle): boolean =>
    rings.some((ring) => {
      const [width, other] = [box.x1 - box.x0, ring.box.x1 - ring.box.x0];
      return (
        Math.abs(other - width) <= SAME_SIZE * width &&
        Math.abs(ring.box.y0 - box.y0) < BESIDE_RING_INCHES * dpi
      );
    });
  return found.filter((circle) => !circle.isDisc || isButton(circle));
}

interface Circle extends DrawnShape {
  readonly isDisc: boolean;
  readonly isThinRing: boolean;
}

function isRound(components: Components, i: number, { smallest, largest }: ShapeSizes): boolean {
  const { x0, y0, x1, y1 } = boxOfPiece(components, i);
  const [width, height] = [x1 - x0, y1 - y0];
  if (Math.min(width, height) < smallest || Math.max(width, height) > largest * 1.15) return false;
  return width <= MOST_OVAL * height && height <= MOST_OVAL * width;
}

function circleOf(image: InkImage, box: Rect): Circle | undefined {
  const radius = (box.x1 - box.x0 + box.y1 - box.y0) / 4;
  const middle = { x: (box.x0 + box.x1) / 2, y: (box.y0 + box.y1) / 2 };
  const hits = Array.from({ length: RAYS }, (_, ray) =>
    alongRay(image, { ...middle, radius, angle: (2 * Math.PI * ray) / RAYS }),
  ).filter(({ distance }) => distance > NEAR_EDGE * radius);
  if (hits.length < LEAST_RAYS_HIT * RAYS) return undefined;
  const mean = hits.reduce((sum, { distance }) => sum + distance, 0) / hits.length;
  const variance = hits.reduce((sum, { distance }) => sum + (distance - mean) ** 2, 0) / hits.length;
  const uneven = Math.sqrt(variance) / mean;
  if (uneven > MOST_UNEVEN || cornerInk(image, box) > MOST_CORNER) return undefined;
  const thickness =
    hits.map((hit) => hit.thickness).toSorted((one, other) => one - other)[hits.length >> 1] ?? 0;
  const isDisc = thickness > THICKEST_RING * radius;
  const likeness = (hits.length / RAYS) * (1 - 3 * uneven);
  const inside = radius - thickness - INSIDE * radius;
  if (!isDisc && isRingedLetter(image, { ...middle, radius: inside })) return undefined;
  return {
    kind: "circle",
    box,
    isDisc,
    isThinRing: thickness <= THIN_RING * radius && likeness >= ROUND,
    fill: isDisc ? 1 : discInk(image, { ...middle, radius: inside }),
    likeness,
    standsApart: false,
  };
}

interface Round {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** Returns the distance of the outermost ink from the centre (0 if there is none) and its thickness, in pixels. */
function alongRay(
  { width, height, ink }: InkImage,
  { x, y, radius, angle }: Round & { readonly angle: number },
): { readonly distance: number; readonly thickness: number } {
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
  const isInk = (distance: number): boolean => {
    const [column, row] = [Math.floor(x + dx * distance), Math.floor(y + dy * distance)];
    return column >= 0 && row >= 0 && column < width && row < height && ink[row * width + column] === 1;
  };
  let distance = radius * 1.08;
  while (distance > radius / 2 && !isInk(distance)) distance -= 0.5;
  if (distance <= radius / 2) return { distance: 0, thickness: 0 };
  let end = distance;
  while (end > 0 && isInk(end)) end -= 0.5;
  return { distance, thickness: distance - end };
}

function cornerInk(image: InkImage, { x0, y0, x1, y1 }: Rect): number {
  const side = Math.max(1, Math.round(CORNER * (x1 - x0)));
  const corners = [
    { x0, y0, x1: x0 + side, y1: y0 + side },
    { x0: x1 - side, y0, x1, y1: y0 + side },
    { x0, y0: y1 - side, x1: x0 + side, y1 },
    { x0: x1 - side, y0: y1 - side, x1, y1 },
  ];
  return corners.reduce((sum, corner) => sum + inkShare(image, corner), 0) / corners.length;
}

/** Returns the share of ink in a disc; 1 if it is too small to have an inside. */
function discInk({ width, ink }: InkImage, { x, y, radius }: Round): number {
  if (radius <= 2) return 1;
  let [inked, all] = [0, 0];
  for (let row = Math.ceil(y - radius); row <= y + radius; row++) {
    for (let column = Math.ceil(x - radius); column <= x + radius; column++) {
      if ((column + 0.5 - x) ** 2 + (row + 0.5 - y) ** 2 > radius * radius) continue;
      all++;
      inked += ink[row * width + column] ?? 0;
    }
  }
  return inked / Math.max(1, all);
}
