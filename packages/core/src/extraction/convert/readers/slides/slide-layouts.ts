import type { OfficePackage, OfficePart } from "../office-xml/office-package.ts";
import { childOf, findElement, textOf } from "../../xml/xml-element.ts";
import { ownFrame, placeholderOf, shapesOf, type Frame, type PlacedShape } from "./slide-shapes.ts";

/** A placeholder of a layout or master, and where the slides have what fills it. */
export interface PlacedPlaceholder {
  readonly type: string;
  readonly index: string;
  readonly frame: Frame;
}

/** What a slide has from its layout and master. */
export interface SlideLayout {
  /** Those of the layout first. */
  readonly placeholders: readonly PlacedPlaceholder[];
  /** Shapes with text that are on the slide, such as a company's name. */
  readonly repeated: readonly PlacedShape[];
}

/** What is kept of a layout or a master. */
interface LayoutPart extends SlideLayout {
  readonly showsMaster: boolean;
  readonly master: LayoutPart | undefined;
}

/** Layouts and masters that are kept; further ones are read again for each slide. */
const MAX_KEPT = 200;

/** The layouts of a presentation. Each is read once, because thousands of slides may have the same. */
export class SlideLayouts {
  readonly #file: OfficePackage;
  readonly #parts = new Map<string, LayoutPart>();

  constructor(file: OfficePackage) {
    this.#file = file;
  }

  of(slide: OfficePart): SlideLayout {
    const layout = this.#part(this.#file.relatedName(slide, "slideLayout"), "sldLayout");
    const parts = [layout, layout?.master].filter((part) => part !== undefined);
    const shown = parts.slice(0, showsMaster(slide, "sld") ? (layout?.showsMaster ? 2 : 1) : 0);
    return {
      placeholders: parts.flatMap(({ placeholders }) => placeholders),
      repeated: shown.flatMap(({ repeated }) => repeated),
    };
  }

  #part(name: string | undefined, root: "sldLayout" | "sldMaster"): LayoutPart | undefined {
    if (name === undefined) return undefined;
    const known = this.#parts.get(name);
    if (known) return known;
    const part = this.#file.part(name);
    if (!part) return undefined;
    const isLayout = root === "sldLayout";
    const read = {
      ...contentOf(part),
      showsMaster: showsMaster(part, root),
      master: isLayout ? this.#part(this.#file.relatedName(part, "slideMaster"), "sldMaster") : undefined,
    };
    if (this.#parts.size < MAX_KEPT) this.#parts.set(name, read);
    return read;
  }
}

function contentOf(part: OfficePart): SlideLayout {
  const shapes = shapesOf(findElement(part.root, "spTree"));
  const placeholders = shapes.flatMap(({ element }) => {
    const placeholder = placeholderOf(element);
    const frame = ownFrame(element);
    return placeholder && frame ? [{ ...placeholder, frame }] : [];
  });
  const repeated = shapes.filter(
    ({ element }) =>
      element.name === "sp" && !placeholderOf(element) && textOf(childOf(element, "txBody")).trim() !== "",
  );
  return { placeholders, repeated };
}

function showsMaster(part: OfficePart, root: string): boolean {
  return !["0", "false"].includes(findElement(part.root, root)?.attributes["showMasterSp"] ?? "1");
}
