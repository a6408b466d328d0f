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

const current = z.object({ nbformat: z.number().min(4), cells: z.array(cell) });

const outputOf2013 = z
  .object({
    text: notebookText.optional(),
    html: notebookText.optional(),
    png: notebookText.optional(),
    jpeg: notebookText.optional(),
    ename: z.string().optional(),
    evalue: z.string().optional(),
  })
  .transform(({ text, html, png, jpeg, ename, evalue }): Output => {
    const rich = { "text/html": html, "image/png": png, "image/jpeg": jpeg };
    return { text, ename, evalue, data: (html ?? png ?? jpeg) ? { ...rich, "text/plain": text } : undefined };
  });

const cellOf2013 = z
  .object({
    cell_type: z.string(),
    level: z.number().int().min(1).max(6).default(1),
    source: notebookText.default(""),
    input: notebookText.default(""),
    outputs: z.array(outputOf2013).default([]),
  })
  .transform(({ cell_type, level, source, input, outputs }) =>
    cell_type === "heading"
      ? { cell_type: "markdown", source: `${"#".repeat(level)} ${source}`, outputs }
      : { cell_type, source: source + input, outputs },
  );

const of2013 = z
  .object({ nbformat: z.literal(3), worksheets: z.array(z.object({ cells: z.array(cellOf2013) })) })
  .transform(({ worksheets }) => ({ cells: worksheets.flatMap(({ cells }) => cells) }));

export const notebook = z.union([current, of2013]);

/** Whether JSON is a Jupyter or IPython notebook of version 3 (2013) or later. */
export function isNotebook(json: unknown): boolean {
  return notebook.safeParse(json).success;
}
