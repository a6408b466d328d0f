import { extractText } from "@galley/core";
import { PDFDocument } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { fieldDocument, kindSchema, parseFieldsSchema, readFields, type FieldDocument } from "../../index.ts";

/** A form with labels left of, above and right of its fields. */
async function filledForm(): Promise<FieldDocument> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([400, 300]);
  const form = pdf.getForm();
  const field = (name: string, text: string, at: readonly [number, number]): void => {
    const created = form.createTextField(name);
    created.setText(text);
    created.addToPage(page, { x: at[0], y: at[1], width: 150, height: 20 });
  };
  page.drawText("Family name:", { x: 20, y: 256, size: 11 });
  field("f1.t01", "Okonkwo", [130, 250]);
  page.drawText("Date of birth", { x: 130, y: 225, size: 9 });
  field("f1.t02", "14.05.1988", [130, 200]);
  field("f1.fee", "1.250,00", [130, 160]);
  for (const [name, y, label, isChecked] of [
    ["single", 120, "Single room", false],
    ["double", 90, "Double room", true],
    ["news", 60, "Send me news", true],
  ] as const) {
    const box = form.createCheckBox(`f1.${name}`);
    box.addToPage(page, { x: 20, y, width: 12, height: 12 });
    if (isChecked) box.check();
    page.drawText(label, { x: 40, y: y + 2, size: 11 });
  }
  return fieldDocument(await extractText(await pdf.save(), { mode: "native_text", blocks: true }));
}

test("fields of a form are read by their labels and names, choices by marked boxes", async () => {
  const schema = parseFieldsSchema({
    name: "booking",
    type: "object",
    properties: {
      family_name: { type: "string" },
      born: { type: "string", format: "date", labels: ["date of birth"] },
      fee: { type: "number", format: "amount" },
      room: { type: "string", enum: ["Single room", "Double room"] },
      news: { type: "boolean", labels: ["send me news"] },
    },
  });
  const { data, fields } = await readFields(await filledForm(), schema);
  expect(data).toEqual({
    family_name: "Okonkwo",
    born: "1988-05-14",
    fee: 1250,
    room: "Double room",
    news: true,
  });
  expect(fields["family_name"]).toMatchObject({ reader: "form", citations: [{ page: 1, text: "Okonkwo" }] });
  expect(fields["room"]?.citations[0]?.boxes[0]?.x0).toBeCloseTo(19.5, 0);
});

test("the kind form lists all fields with their labels", async () => {
  const { data } = await readFields(await filledForm(), kindSchema("form"));
  expect(data["fields"]).toEqual([
    { name: "Family name", value: "Okonkwo", checked: null },
    { name: "Date of birth", value: "14.05.1988", checked: null },
    { name: "f1.fee", value: "1.250,00", checked: null },
    { name: "Single room", value: null, checked: false },
    { name: "Double room", value: null, checked: true },
    { name: "Send me news", value: null, checked: true },
  ]);
});
