import type { DateSystem } from "../office-xml/chart-table.ts";
import { childOf, childrenOf, numberOf, type XmlElement } from "../../xml/xml-element.ts";
import { formattedValue, SHORT_DATE } from "./number-format.ts";

/** The formats that files refer to without defining them. */
const BUILT_IN: Readonly<Record<number, string>> = {
  1: "0",
  2: "0.00",
  3: "#,##0",
  4: "#,##0.00",
  5: '"$"#,##0_);("$"#,##0)',
  6: '"$"#,##0_);("$"#,##0)',
  7: '"$"#,##0.00_);("$"#,##0.00)',
  8: '"$"#,##0.00_);("$"#,##0.00)',
  9: "0%",
  10: "0.00%",
  11: "0.00E+00",
  12: "# ?/?",
  13: "# ??/??",
  14: SHORT_DATE,
  15: "d-mmm-yy",
  16: "d-mmm",
  17: "mmm-yy",
  18: "h:mm AM/PM",
  19: "h:mm:ss AM/PM",
  20: "h:mm",
  21: "h:mm:ss",
  22: `${SHORT_DATE} h:mm`,
  37: "#,##0_);(#,##0)",
  38: "#,##0_);(#,##0)",
  39: "#,##0.00_);(#,##0.00)",
  40: "#,##0.00_);(#,##0.00)",
  41: '_(* #,##0_);_(* (#,##0);_(* "-"_);_(@_)',
  42: '_("$"* #,##0_);_("$"* (#,##0);_("$"* "-"_);_(@_)',
  43: '_(* #,##0.00_);_(* (#,##0.00);_(* "-"??_);_(@_)',
  44: '_("$"* #,##0.00_);_("$"* (#,##0.00);_("$"* "-"??_);_(@_)',
  45: "mm:ss",
  46: "[h]:mm:ss",
  47: "mm:ss.0",
  48: "##0.0E+0",
  // Dates of East Asian versions.
  ...Object.fromEntries(
    [27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58].map((id) => [id, SHORT_DATE]),
  ),
};

const PLAIN: ReadonlySet<string> = new Set(["general", "@", ""]);

/** Formats the values of a workbook as they are displayed. */
export class CellFormats {
  /** By the number of the cell's style; "" for the general format. */
  readonly #formats: readonly string[];
  readonly #dates: DateSystem;

  constructor(styles: XmlElement | undefined, dates: DateSystem) {
    const own = new Map(
      childrenOf(childOf(styles, "numFmts"), "numFmt").map((element) => [
        numberOf(element, "numFmtId"),
        element.attributes["formatCode"] ?? "",
      ]),
    );
    this.#formats = childrenOf(childOf(styles, "cellXfs"), "xf").map((element) => {
      const id = numberOf(element, "numFmtId") ?? 0;
      const format = own.get(id) ?? BUILT_IN[id] ?? "";
      return PLAIN.has(format.toLowerCase()) ? "" : format;
    });
    this.#dates = dates;
  }

  /** A number or text as its style displays it. */
  text(value: number | string, style: number): string {
    const format = this.#formats[style] ?? "";
    if (format === "" && (typeof value === "string" || Number.isSafeInteger(value))) return String(value);
    return formattedValue(value, format === "" ? "General" : format, this.#dates);
  }
}
