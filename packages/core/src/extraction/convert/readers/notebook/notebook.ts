import { z } from "zod";

/** Text of a notebook is a list of lines or one text. */
export const notebookText = z
  .union([z.string(), z.array(z.string())])
  .transform((lines) => (typeof lines === "string" ? lines : lines.join("")));

const output = z.object({
  text: notebookText.optional(),
  data: z.record(z.string(), z.unknown()).optional(),
  ename: z.string().optional(),
  evalue: z.string().optional(),
});
export type Output = z.infer<typeof output>;

const cell = z.object({
  cell_type: z.string(),
  source: notebookText.default(""),
  outputs: z.array(output).default([]),
});

export const notebook = z.object({ nbformat: z.number().min(4), cells: z.array(cell) });

/** Whether JSON is a Jupyter notebook of version 4 (2014) or later. */
export function isNotebook(json: unknown): boolean {
  return notebook.safeParse(json).success;
}
