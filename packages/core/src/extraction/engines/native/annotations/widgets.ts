import type { FormField } from "../../../page/form-field.ts";
import type { Rect } from "../../../geometry/rect.ts";
import type { Affine } from "../../../geometry/affine.ts";
import { MAX_ANNOTATIONS, MAX_INHERITANCE_DEPTH } from "../document/budgets.ts";
import {
  BaseStream,
  type CorePage,
  Dict,
  Name,
  stringToPDFString,
  type XRef,
} from "../generated/pdfjs-core.mjs";
import { annotationBox } from "./annotation-box.ts";
import { annotationsOf, isVisibleAnnotation } from "./annotations.ts";
import { fontSizeOf } from "./free-text.ts";
import type { OptionalContent } from "../document/optional-content.ts";

const MULTILINE = 1 << 12;
const PASSWORD = 1 << 13;
const RADIO = 1 << 15;
const PUSH_BUTTON = 1 << 16;
const COMBO_BOX = 1 << 17;
const COMB = 1 << 24;

/** Comb fields with more cells are damaged. */
const MOST_CELLS = 1000;

export interface PageFields {
  readonly fields: readonly WidgetField[];
  /** The appearances are outdated, so the values in the dictionaries apply. */
  readonly needAppearances: boolean;
  readonly notes: readonly string[];
}

/** A field with its widget. */
export interface WidgetField {
  readonly field: FormField;
  readonly widget: Dict;
  /** A list box, as opposed to a combo box. */
  readonly isList: boolean;
}

/** The visible widgets of a page, with their values from the dictionaries. */
export function readFields(page: CorePage, toPage: Affine, optionalContent: OptionalContent): PageFields {
  const { annotations, complete } = annotationsOf(page);
  const widgets = annotations.filter((annotation) => isVisibleWidget(annotation, optionalContent));
  const form = formOf(page.xref);
  const fields = widgets.flatMap((widget) => {
    const box = annotationBox(widget, toPage);
    return box ? [fieldOf(widget, box, form)] : [];
  });
  return {
    fields,
    needAppearances: form?.get("NeedAppearances") === true,
    notes: complete ? [] : [`Only the first ${MAX_ANNOTATIONS} form fields and notes of the page were read.`],
  };
}

function isVisibleWidget(annotation: Dict, optionalContent: OptionalContent): boolean {
  const subtype = annotation.get("Subtype");
  return (
    subtype instanceof Name && subtype.name === "Widget" && isVisibleAnnotation(annotation, optionalContent)
  );
}

/** The AcroForm dictionary, whose default appearance applies to fields without their own. */
function formOf(xref: XRef): Dict | undefined {
  const root = xref.trailer.get("Root");
  const form = root instanceof Dict ? root.get("AcroForm") : undefined;
  return form instanceof Dict ? form : undefined;
}

function fieldOf(widget: Dict, box: Rect, form: Dict | undefined): WidgetField {
  const flags = integer(inherited(widget, "Ff"));
  const kind = kindOf(inherited(widget, "FT"), flags);
  const isMark = kind === "checkbox" || kind === "radio";
  const isComb = kind === "text" && (flags & (COMB | MULTILINE | PASSWORD)) === COMB;
  const cells = isComb ? integer(inherited(widget, "MaxLen")) : 0;
  const field: FormField = {
    name: qualifiedName(widget),
    kind,
    value: isMark ? onStateOf(widget) : valueOf(widget, kind, flags),
    checked: isMark ? isChecked(widget) : null,
    multiline: kind === "text" && (flags & MULTILINE) !== 0,
    fontSize: fontSizeOf(inherited(widget, "DA") ?? form?.get("DA")),
    ...(cells > 0 && cells <= MOST_CELLS && { combCells: cells }),
    box,
  };
  return { field, widget, isList: kind === "choice" && (flags & COMBO_BOX) === 0 };
}

function kindOf(type: unknown, flags: number): FormField["kind"] {
  switch (type instanceof Name ? type.name : "") {
    case "Btn":
      if ((flags & PUSH_BUTTON) !== 0) return "button";
      return (flags & RADIO) === 0 ? "checkbox" : "radio";
    case "Ch":
      return "choice";
    case "Sig":
      return "signature";
    default:
      return "text";
  }
}

/** The value of an inheritable key, from the widget or its nearest ancestor. */
function inherited(widget: Dict, key: string): unknown {
  for (const field of lineage(widget)) {
    const value = field.get(key);
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

/** The widget and its ancestor fields, innermost first; the depth limit ends loops. */
function* lineage(widget: Dict): Generator<Dict> {
  let field: unknown = widget;
  for (let depth = 0; field instanceof Dict && depth < MAX_INHERITANCE_DEPTH; depth++) {
    yield field;
    field = field.get("Parent");
  }
}

function qualifiedName(widget: Dict): string {
  const parts: string[] = [];
  for (const field of lineage(widget)) {
    const name = field.get("T");
    if (typeof name === "string") parts.unshift(stringToPDFString(name));
  }
  return parts.join(".");
}

function valueOf(widget: Dict, kind: FormField["kind"], flags: number): string {
  if (kind === "button" || kind === "signature" || (kind === "text" && (flags & PASSWORD) !== 0)) return "";
  const value = inherited(widget, "V");
  if (kind !== "choice") return textOf(value);
  const shown = displayedOptions(inherited(widget, "Opt"));
  const chosen: readonly unknown[] = Array.isArray(value) ? value : [value];
  return chosen
    .map(textOf)
    .map((option) => shown.get(option) ?? option)
    .join(", ");
}

/** The displayed text of options that also have an export value. */
function displayedOptions(options: unknown): ReadonlyMap<string, string> {
  const shown = new Map<string, string>();
  if (!Array.isArray(options)) return shown;
  for (const option of options) {
    if (!Array.isArray(option)) continue;
    const [exported, text]: readonly unknown[] = option;
    shown.set(textOf(exported), textOf(text));
  }
  return shown;
}

function textOf(value: unknown): string {
  if (typeof value === "string") return stringToPDFString(value).replaceAll(/\r\n?/g, "\n");
  if (value instanceof Name) return value.name;
  if (typeof value === "number") return String(value);
  return value instanceof BaseStream ? stringToPDFString(value.getString()).replaceAll(/\r\n?/g, "\n") : "";
}

/** The name of the on state: the appearance state other than Off. */
function onStateOf(widget: Dict): string {
  const appearances = widget.get("AP");
  const normal = appearances instanceof Dict ? appearances.get("N") : undefined;
  const states = normal instanceof Dict ? [...normal.getKeys()] : [];
  return states.find((state) => state !== "Off") ?? textOf(inherited(widget, "V"));
}

function isChecked(widget: Dict): boolean {
  const state = widget.get("AS");
  if (state instanceof Name) return state.name !== "Off";
  const value = textOf(inherited(widget, "V"));
  return value !== "" && value !== "Off" && value === onStateOf(widget);
}

function integer(value: unknown): number {
  return typeof value === "number" ? value | 0 : 0;
}
