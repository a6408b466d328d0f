import { z } from "zod";

/** The text alone, or as a member of a JSON object if `output_json` is true. */
export const documentText = z.union([z.string(), z.object({ text: z.string() })]);

export function documentTextAs(
  text: string,
  { asJson }: { readonly asJson: boolean },
): z.output<typeof documentText> {
  return asJson ? { text } : text;
}
