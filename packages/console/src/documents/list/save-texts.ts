import { strToU8, zipSync } from "fflate";

import { textsOf } from "../../document/actions/whole-document.ts";
import { saveFile } from "../../parts/save-file.ts";
import { nameOf, type JobRow } from "../live/job-row.ts";

/** Saves the texts of documents: one as a text file, several as a ZIP archive. */
export async function saveTexts(jobs: readonly JobRow[]): Promise<void> {
  const files: Record<string, Uint8Array> = {};
  for (const job of jobs) {
    const text = [...(await textsOf(job.id)).values()].join("\n\f");
    files[
      freeName(
        nameOf(job)
          .replace(/\.\w{1,5}$/, "")
          .replaceAll("/", "_"),
        files,
      )
    ] = strToU8(text);
  }
  const [only, ...others] = Object.entries(files);
  if (only === undefined) return;
  if (others.length === 0) return saveFile(only[0], new Blob([Uint8Array.from(only[1])]));
  saveFile("texts.zip", new Blob([Uint8Array.from(zipSync(files))], { type: "application/zip" }));
}

function freeName(stem: string, taken: Readonly<Record<string, unknown>>): string {
  let name = `${stem}.txt`;
  for (let number = 2; name in taken; number++) name = `${stem} (${number}).txt`;
  return name;
}
