import { SSF } from "@e965/xlsx";
import type { DateSystem } from "../office-xml/chart-table.ts";

/** The format that files refer to as the short date of the reader's country, as Excel shows it in the United States. */
export const SHORT_DATE = "m/d/yyyy";

/** A number or text as it is displayed in a format; unchanged if the format is none that Excel would accept. */
export function formattedValue(value: number | string, format: string, { date1904 }: DateSystem): string {
  try {
    const text: unknown = SSF.format(format, value, { date1904 });
    return String(text);
  } catch {
    return String(value);
  }
}
