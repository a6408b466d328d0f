import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { packageManifests } from "./language-data.ts";

/** Models that recognise the lines of some languages. */
export interface ModelSet {
  /** Name of their folder, and of the models in the record of a page. */
  readonly name: string;
  /** The npm package that has them, in the folder `path`. */
  readonly package: string;
  readonly path: string;
  /** Tesseract's codes. English is read by all models besides. */
  readonly languages: readonly string[];
  /** What they read instead of Tesseract, which reads the rest; they read doubtful lines besides it. */
  readonly replaces: "everything" | "columns";
}

const ENGLISH = "eng";

const ENGLISH_MODELS: ModelSet = {
  name: "en_PP-OCRv4",
  package: "@galley/ocr",
  path: "dist/models/en_PP-OCRv4",
  languages: [ENGLISH],
  replaces: "columns",
};

/** Those of Latin script and of Japanese were measured and gain nothing (`docs/evidence/notes/recognition.md`). */
const MODEL_SETS: readonly ModelSet[] = [
  ENGLISH_MODELS,
  {
    name: "ch_PP-OCRv4",
    package: "@galley/ocr-chinese",
    path: "dist/ch_PP-OCRv4",
    languages: ["chi_sim"],
    replaces: "everything",
  },
];

/** Returns the models that read all of some languages, as in the option `lang`: "chi_sim+eng". */
export function modelSetFor(lang: string): ModelSet | undefined {
  const codes = lang.split("+");
  return MODEL_SETS.find(({ languages }) =>
    codes.every((code) => code === ENGLISH || languages.includes(code)),
  );
}

/** Returns the models that come with a language and are installed apart from @galley/ocr. */
export function modelSetToAdd(code: string): ModelSet | undefined {
  return MODEL_SETS.find((set) => set !== ENGLISH_MODELS && set.languages.includes(code));
}

/** Returns the folder of installed models: that of their package, or one beside language data; undefined if there is none. */
export function modelFolderOf(
  set: Pick<ModelSet, "name" | "package" | "path">,
  folders: readonly string[],
): string | undefined {
  const inPackage = packageManifests(set.package).map((manifest) => join(dirname(manifest), set.path));
  const inFolders = folders.map((folder) => join(folder, set.name));
  return [...inPackage, ...inFolders].find((folder) => existsSync(folder));
}

/** The checksums of the files of a folder, as `sha256sum` writes them. */
const CHECKSUMS = "SHA256SUMS";

/** @throws Error with the file of a folder of models that is missing or does not have its checksum. */
export async function refuseDamagedModels(folder: string): Promise<void> {
  const sums = await readFile(join(folder, CHECKSUMS), "utf8").catch(() => "");
  const lines = sums.split("\n").filter((line) => line !== "");
  if (lines.length === 0) throw new Error(`${folder} has no ${CHECKSUMS}.`);
  for (const line of lines) {
    const [sum, name = ""] = line.split("  ");
    const path = join(folder, name);
    const bytes = await readFile(path).catch(() => undefined);
    if (!bytes) throw new Error(`${path} is missing.`);
    if (createHash("sha256").update(bytes).digest("hex") === sum) continue;
    throw new Error(`${path} is damaged or of another version: its checksum is not that in ${CHECKSUMS}.`);
  }
}
