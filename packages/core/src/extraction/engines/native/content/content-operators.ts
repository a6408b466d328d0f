import { IDENTITY } from "../../../geometry/affine.ts";
import { operatorCode } from "./content-lexer.ts";
import type { ContentRun } from "./content-run.ts";
import { writeDrawnUnderscore } from "../glyphs/drawn-underscore.ts";
import { Dict, Name } from "../generated/pdfjs-core.mjs";
import { readInlineImage } from "./inline-image.ts";
import {
  BLACK,
  cmykPaint,
  colorSpaceNamed,
  grayPaint,
  type ColorSpace,
  type Paint,
  rgbPaint,
} from "../graphics/paint.ts";
import type { GraphicsState } from "../graphics/graphics-state.ts";
import { isBox } from "../shapes/shape-kinds.ts";
import type { PaintingMode } from "../shapes/shape-collector.ts";

/** Executes an operator; returns a promise if a font or form must be loaded first. */
type Operator = (run: ContentRun) => Promise<void> | undefined | void;

const GRAPHICS: Readonly<Record<string, Operator>> = {
  q: (run) => run.save(),
  Q: (run) => run.restore(),
  cm: (run) => {
    const matrix = run.matrixOperand();
    if (matrix) run.state.transform(matrix);
  },
  w: ({ lexer, state }) => {
    state.lineWidth = lexer.number(0);
  },
  gs: (run) => applyGraphicsState(run),
  Do: (run) => drawObject(run),
  sh: ({ page, state, marked }) => {
    if (marked.visible) page.shapes.shade(state);
  },
  BI: ({ lexer, page, state, marked }) => {
    const pixels = readInlineImage(lexer);
    if (marked.visible) page.shapes.placeImage(pixels, state);
  },
};

const TEXT: Readonly<Record<string, Operator>> = {
  BT: ({ page }) => page.text.setMatrix(IDENTITY),
  Tf: (run) => {
    run.state.fontSize = run.lexer.number(0);
    return setFont(run, run.lexer.name(0));
  },
  Tm: (run) => {
    const matrix = run.matrixOperand();
    if (matrix) run.page.text.setMatrix(matrix);
  },
  Td: ({ lexer, page }) => page.text.moveLine(lexer.number(0), lexer.number(1)),
  TD: ({ lexer, page, state }) => {
    state.leading = -lexer.number(1);
    page.text.moveLine(lexer.number(0), lexer.number(1));
  },
  "T*": (run) => nextLine(run),
  Tc: ({ lexer, state }) => {
    state.characterSpacing = lexer.number(0);
  },
  Tw: ({ lexer, state }) => {
    state.wordSpacing = lexer.number(0);
  },
  Tz: ({ lexer, state }) => {
    state.horizontalScale = lexer.number(0) / 100;
  },
  TL: ({ lexer, state }) => {
    state.leading = lexer.number(0);
  },
  Ts: ({ lexer, state }) => {
    state.rise = lexer.number(0);
  },
  Tr: ({ lexer, state }) => {
    state.renderMode = lexer.number(0) | 0;
  },
  Tj: (run) => showString(run),
  "'": (run) => {
    nextLine(run);
    showString(run);
  },
  '"': (run) => {
    run.state.wordSpacing = run.lexer.number(0);
    run.state.characterSpacing = run.lexer.number(1);
    nextLine(run);
    showString(run);
  },
  TJ: ({ lexer, page, state, marked }) => page.text.showArray(lexer, state, marked.visible),
};

const PATHS: Readonly<Record<string, Operator>> = {
  m: ({ lexer, path }) => path.moveTo(lexer.number(0), lexer.number(1)),
  l: ({ lexer, path, state }) => path.lineTo(lexer.number(0), lexer.number(1), state.matrix),
  c: (run) => curve(run, 3),
  v: (run) => curve(run, 2),
  y: (run) => curve(run, 2),
  h: ({ path, state }) => path.close(state.matrix),
  re: ({ lexer, path, state }) =>
    path.rectangle(
      { x: lexer.number(0), y: lexer.number(1), width: lexer.number(2), height: lexer.number(3) },
      state.matrix,
    ),
  W: (run) => awaitClip(run),
  "W*": (run) => awaitClip(run),
  n: (run) => paint(run, undefined),
  S: (run) => paint(run, "stroke"),
  s: (run) => closeAndPaint(run, "stroke"),
  f: (run) => paint(run, "fill"),
  F: (run) => paint(run, "fill"),
  "f*": (run) => paint(run, "fill"),
  B: (run) => paint(run, "fill and stroke"),
  "B*": (run) => paint(run, "fill and stroke"),
  b: (run) => closeAndPaint(run, "fill and stroke"),
  "b*": (run) => closeAndPaint(run, "fill and stroke"),
};

const COLORS: Readonly<Record<string, Operator>> = {
  g: (run) => setFill(run, "gray"),
  G: (run) => setStroke(run, "gray"),
  rg: (run) => setFill(run, "rgb"),
  RG: (run) => setStroke(run, "rgb"),
  k: (run) => setFill(run, "cmyk"),
  K: (run) => setStroke(run, "cmyk"),
  cs: (run) => {
    run.fillSpace = colorSpaceNamed(run.lexer.name(0), run.resources);
    run.state.fill = BLACK;
  },
  CS: (run) => {
    run.strokeSpace = colorSpaceNamed(run.lexer.name(0), run.resources);
    run.state.stroke = BLACK;
  },
  sc: (run) => setFill(run, run.fillSpace),
  scn: (run) => setFill(run, run.fillSpace),
  SC: (run) => setStroke(run, run.strokeSpace),
  SCN: (run) => setStroke(run, run.strokeSpace),
};

const MARKED_CONTENT: Readonly<Record<string, Operator>> = {
  BMC: ({ marked, lexer }) => marked.begin(lexer),
  BDC: ({ marked, lexer, resources, page }) =>
    marked.beginWithProperties(lexer, resources, page.context.xref),
  EMC: ({ marked }) => marked.end(),
};

/** Every operator that affects text, ruling lines, boxes or images, by the lexer's code. */
export const OPERATORS: ReadonlyMap<number, Operator> = new Map(
  Object.entries({ ...GRAPHICS, ...TEXT, ...PATHS, ...COLORS, ...MARKED_CONTENT }).map(([name, operator]) => [
    operatorCode(name),
    operator,
  ]),
);

function nextLine({ page, state }: ContentRun): void {
  page.text.moveLine(0, -state.leading);
}

function showString({ lexer, page, state, marked }: ContentRun): void {
  if (lexer.string) page.text.show(lexer.string, state, marked.visible);
}

/** Synchronous if the font is cached: it is the most frequent operator that may wait. */
function setFont(run: ContentRun, name: string): Promise<void> | undefined {
  const known = run.fonts.get(name);
  if (known === undefined) return loadFont(run, name);
  run.state.font = known;
  return undefined;
}

async function loadFont({ page, resources, state, fonts }: ContentRun, name: string): Promise<void> {
  const font = await page.context.fonts.named(name, resources, page.evaluator);
  fonts.set(name, font);
  state.font = font;
}

function applyGraphicsState(run: ContentRun): Promise<void> | undefined {
  const { lexer, resources, state } = run;
  const states = resources.get("ExtGState");
  const entries = states instanceof Dict ? states.get(lexer.name(0)) : undefined;
  if (!(entries instanceof Dict)) return undefined;
  const width = entries.get("LW");
  if (typeof width === "number") state.lineWidth = width;
  applyTransparency(entries, state);
  const font = entries.get("Font");
  return Array.isArray(font) ? setFontEntry(run, font) : undefined;
}

function applyTransparency(entries: Dict, state: GraphicsState): void {
  const opacity = entries.get("ca");
  if (typeof opacity === "number") state.fillOpacity = opacity;
  if (!entries.has("BM") && !entries.has("SMask")) return;
  const [mode, mask] = [entries.get("BM"), entries.get("SMask")];
  const isNormal = mode === undefined || (mode instanceof Name && PLAIN_MODES.has(mode.name));
  const isUnmasked = mask === undefined || (mask instanceof Name && mask.name === "None");
  state.isBlended = !isNormal || !isUnmasked;
}

const PLAIN_MODES: ReadonlySet<string> = new Set(["Normal", "Compatible"]);

async function setFontEntry(
  { page, resources, state }: ContentRun,
  [reference, size]: readonly unknown[],
): Promise<void> {
  if (typeof size === "number") state.fontSize = size;
  state.font = await page.context.fonts.at(reference, resources, page.evaluator);
}

function drawObject({ lexer, page, resources, state, marked }: ContentRun): Promise<void> | undefined {
  if (!marked.visible) return undefined;
  const objects = resources.get("XObject");
  const object = objects instanceof Dict ? page.objectAt(objects.getRaw(lexer.name(0))) : undefined;
  return object ? page.drawObject(object, resources, state) : undefined;
}

function curve({ lexer, path, state }: ContentRun, points: 2 | 3): void {
  path.controlPoint(lexer.number(0), lexer.number(1), state.matrix);
  if (points === 3) path.controlPoint(lexer.number(2), lexer.number(3), state.matrix);
  path.curveTo(lexer.number(2 * points - 2), lexer.number(2 * points - 1), state.matrix);
}

function awaitClip(run: ContentRun): void {
  run.clipPending = true;
}

function closeAndPaint(run: ContentRun, mode: PaintingMode): void {
  run.path.close(run.state.matrix);
  paint(run, mode);
}

/** Ends the path: paints it in the given mode, if any, and clips with it if requested. */
function paint(run: ContentRun, mode: PaintingMode | undefined): void {
  const { page, path, state } = run;
  if (mode !== undefined && run.marked.visible) {
    page.shapes.paint(path, mode, state);
    if (mode !== "stroke") page.covers.add(path.subpaths, state, page.glyphs.count);
    const line = path.subpaths.length === 1 ? path.subpaths[0] : undefined;
    if (line) writeDrawnUnderscore(line, page.glyphs);
  }
  if (run.clipPending) {
    const bounds = path.bounds();
    if (bounds) state.clipTo(bounds);
    const [only] = path.subpaths;
    if (path.subpaths.length !== 1 || !only || !isBox(only)) state.hasShapedClip = true;
    run.clipPending = false;
  }
  path.clear();
}

function setFill(run: ContentRun, space: ColorSpace): void {
  run.fillSpace = space;
  run.state.fill = paintOf(run, space);
}

function setStroke(run: ContentRun, space: ColorSpace): void {
  run.strokeSpace = space;
  run.state.stroke = paintOf(run, space);
}

function paintOf({ lexer }: ContentRun, space: ColorSpace): Paint {
  const first = lexer.number(0);
  const second = lexer.number(1);
  const third = lexer.number(2);
  switch (space) {
    case "gray":
      return grayPaint(first);
    case "rgb":
      return rgbPaint(first, second, third);
    case "cmyk":
      return cmykPaint([first, second, third, lexer.number(3)]);
    case "other":
      break;
  }
  return "unknown";
}
