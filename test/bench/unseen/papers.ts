import { join } from "node:path";
import { trueTables } from "../quality/structure/true-table-cells.ts";
import { type LabelledDocument, partOf } from "./labelled-document.ts";

/** The papers of the ICDAR-2013 table competition. Those of the EU were at hand for years, so they are none to report. */
export function papers(data: string): readonly LabelledDocument[] {
  let others = 0;
  return trueTables(join(data, "structure/tables")).map(({ name, path, html }) => ({
    name,
    path,
    truth: html.join("\n\n"),
    isTablesOnly: true,
    part: name.startsWith("eu-") ? "develop" : partOf(others++),
  }));
}
