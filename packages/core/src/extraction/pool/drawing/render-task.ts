import { keepCompiledModules } from "../../code-cache/compile-cache.ts";
import { encodePng } from "../../engines/render/png.ts";
import { ExtractionError } from "../../failure/extraction-error.ts";
import { isOutOfMemory } from "../../failure/out-of-memory.ts";
import { OpenDocuments } from "../pages/open-documents.ts";
import { openDrawing, type PageDrawing } from "./page-drawing.ts";
import { PAGE_STATE, PROGRESS } from "../pages/page-protocol.ts";
import type { RenderResult, RenderTask } from "./render-protocol.ts";
import type { RenderedPage } from "../../engines/render/rendered-page.ts";

keepCompiledModules();
const documents = new OpenDocuments<PageDrawing>();

/** Entry point of a rendering thread: renders one page; the document stays open for the next. */
export async function drawPage({ document, number, options, progress }: RenderTask): Promise<RenderResult> {
  try {
    Atomics.store(progress, PROGRESS.PAGE, PAGE_STATE.OPENING);
    const drawing = await documents.get(document, () => openDrawing(document.bytes, options));
    Atomics.store(progress, PROGRESS.PAGE, number);
    return { ok: true, page: await drawnPage(drawing, number, options) };
  } catch (error) {
    return failureOf(number, error);
  }
}

async function drawnPage(
  drawing: PageDrawing,
  number: number,
  options: RenderTask["options"],
): Promise<RenderedPage> {
  const raster = await drawing.draw(number, options);
  const { width, height, dpi } = raster;
  return { number, width, height, dpi, png: encodePng(raster) };
}

function failureOf(number: number, error: unknown): RenderResult {
  if (error instanceof ExtractionError) return { ok: false, code: error.code, message: error.message };
  if (isOutOfMemory(error)) {
    const message = `Page ${number} exceeded the memory limit for rendering.`;
    return { ok: false, code: "RESOURCE_LIMIT", message };
  }
  const detail = error instanceof Error ? error.message : String(error);
  return { ok: false, code: "DAMAGED_DOCUMENT", message: `Page ${number} could not be rendered: ${detail}` };
}
