import { z } from "zod";
import type { FormField } from "../../page/form-field.ts";
import { type Affine, boundsOf } from "../../geometry/affine.ts";

/** The properties of a widget annotation that a form field needs, as returned by pdf.js's `getAnnotations`. */
const widgetSchema = z.object({
  subtype: z.literal("Widget"),
  hidden: z.boolean().catch(false),
  rect: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  fieldType: z.string().catch(""),
  fieldName: z.string().catch(""),
  fieldValue: z.union([z.string(), z.array(z.string())]).catch(""),
  checkBox: z.boolean().catch(false),
  radioButton: z.boolean().catch(false),

  exportValue: z.string().catch(""),
  buttonValue: z.string().nullable().catch(null),
  multiLine: z.boolean().catch(false),
  options: z.array(z.object({ exportValue: z.string(), displayValue: z.string() })).catch([]),
  defaultAppearanceData: z.object({ fontSize: z.number().catch(0) }).catch({ fontSize: 0 }),
});

type Widget = z.output<typeof widgetSchema>;

/** The form fields among a page's annotations. */
export function fieldsOf(annotations: readonly unknown[], toPage: Affine): FormField[] {
  return annotations.flatMap((annotation) => {
    const { data: widget } = widgetSchema.safeParse(annotation);
    return widget && !widget.hidden ? [fieldOf(widget, toPage)] : [];
  });
}

function fieldOf(widget: Widget, toPage: Affine): FormField {
  const kind = kindOf(widget);
  const onState = widget.radioButton ? (widget.buttonValue ?? "") : widget.exportValue;
  const isMark = kind === "checkbox" || kind === "radio";
  return {
    name: widget.fieldName,
    kind,
    value: isMark ? onState : kind === "button" ? "" : shownValue(widget),
    checked: isMark ? onState !== "" && widget.fieldValue === onState : null,
    multiline: widget.multiLine,
    fontSize: widget.defaultAppearanceData.fontSize,
    box: boundsOf(toPage, widget.rect),
  };
}

function kindOf({ fieldType, checkBox, radioButton }: Widget): FormField["kind"] {
  switch (fieldType) {
    case "Btn":
      if (checkBox) return "checkbox";
      return radioButton ? "radio" : "button";
    case "Ch":
      return "choice";
    case "Sig":
      return "signature";
    default:
      return "text";
  }
}

function shownValue({ fieldValue, options }: Widget): string {
  const shown = new Map(options.map(({ exportValue, displayValue }) => [exportValue, displayValue]));
  return [fieldValue]
    .flat()
    .map((value) => (shown.get(value) ?? value).replaceAll(/\r\n?/g, "\n"))
    .join(", ");
}
