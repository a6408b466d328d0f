import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { type LabelledDocument, partOf } from "./labelled-document.ts";

/** Files of fewer words say little. */
const FEWEST_WORDS = 60;

/** Printed without tags and outline, so that only the page shows its structure. */
const WITHOUT_TAGS =
  'pdf:writer_pdf_Export:{"UseTaggedPDF":{"type":"boolean","value":"false"},"ExportBookmarks":{"type":"boolean","value":"false"}}';

/** How long LibreOffice may print all files, in milliseconds. */
const PRINT_LIMIT = 600_000;

/** Word and OpenDocument files below the folders, printed by LibreOffice; pandoc reads the files themselves. */
export function printedFiles(folders: readonly string[], work: string): readonly LabelledDocument[] {
  const hasPrograms = ["soffice", "pandoc"].every((name) => spawnSync(name, ["--version"]).status === 0);
  if (!hasPrograms) return [];
  const pdfs = join(work, "printed");
  mkdirSync(pdfs, { recursive: true });
  const files = distinct(folders.flatMap((folder) => filesIn(folder)));
  const known = files.flatMap((path) => {
    const { status, stdout } = spawnSync("pandoc", [path, "-t", "gfm", "--wrap=none"], { encoding: "utf8" });
    return status === 0 && stdout.split(/\s+/u).length >= FEWEST_WORDS ? [{ path, truth: stdout }] : [];
  });
  const pdfOf = (path: string): string => join(pdfs, `${basename(path, extname(path))}.pdf`);
  const unprinted = known.map(({ path }) => path).filter((path) => !existsSync(pdfOf(path)));
  if (unprinted.length > 0) {
    const options = ["--headless", "--convert-to", WITHOUT_TAGS, "--outdir", pdfs];
    spawnSync("soffice", [...options, ...unprinted], { timeout: PRINT_LIMIT });
  }
  return known
    .filter(({ path }) => existsSync(pdfOf(path)))
    .map(({ path, truth }, index) => ({
      name: basename(path),
      path: pdfOf(path),
      truth,
      isTablesOnly: false,
      part: partOf(index),
    }));
}

function filesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(?:docx|odt)$/u.test(name))
    .toSorted()
    .map((name) => join(folder, name));
}

/** One file of each content, and of each name, which names what is printed of it. */
function distinct(paths: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return paths.filter((path) => {
    const keys = [createHash("sha1").update(readFileSync(path)).digest("hex"), basename(path, extname(path))];
    const isNew = keys.every((key) => !seen.has(key));
    for (const key of keys) seen.add(key);
    return isNew;
  });
}
