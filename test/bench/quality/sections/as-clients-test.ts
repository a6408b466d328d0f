import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { createExtractor, EXTRACTION_MODES, OUTPUT_MODES } from "@galley/core";
import { sequenceRatio } from "../sequence-ratio.ts";
import { NO_DATA } from "./references.ts";
import { type Section, share } from "./section.ts";

/**
 * Whole documents from the REST API, with every blank, compared with the output of the documented service.
 */
export const asClientsTest: Section = {
  title:
    "Likeness as clients of the documented service test it (difflib's SequenceMatcher, autojunk included)",
  async measure({ data }) {
    if (data === undefined) return NO_DATA;
    await using extractor = createExtractor({ threads: 2 });
    const rows = [["", "Galley"]];
    for (const path of globSync(join(data, "reference/expected/*.txt")).toSorted()) {
      const [document = "", givenMode, givenOutput] = basename(path).split(".");
      const mode = EXTRACTION_MODES.find((name) => name === givenMode);
      const outputMode = OUTPUT_MODES.find((name) => name === givenOutput);
      if (mode === undefined || outputMode === undefined) continue;
      const pdf = join(data, "reference", `${document}.pdf`);
      const { text } = await extractor.extract(pdf, { mode, outputMode, textOrder: "unprocessed" });
      rows.push([basename(path, ".txt"), share(sequenceRatio(text, readFileSync(path, "utf8")), 1)]);
    }
    return rows;
  },
};
