import { existsSync } from "node:fs";
import { copyFile, mkdir, readdir, rm, symlink } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { LANGUAGE_CODE } from "../../../engines/ocr/language-data.ts";

/** What the installed program says about its own language data. */
export interface OwnLanguages {
  /** Undefined if the program does not say. */
  readonly folder: string | undefined;
  readonly codes: readonly string[];
}

/** The languages of an image for a Tesseract process. */
export interface ChosenLanguages {
  /** Such as "eng+deu". */
  readonly languages: string;
  /** Folder with the data of these languages; "" for the program's own. */
  readonly tessdata: string;
  /** Notes for the user, one sentence each. */
  readonly notes: readonly string[];
}

const EXTENSION = ".traineddata";

/** Used by Tesseract itself. */
const NOT_LANGUAGES: ReadonlySet<string> = new Set(["osd", "equ"]);

/** The languages in the output of `--list-langs`. */
export function ownLanguages(listed: string): OwnLanguages {
  const [title = "", ...codes] = listed.split(/\r?\n/).filter((line) => line !== "");
  return {
    folder: /"(?<folder>.+)"/.exec(title)?.groups?.["folder"],
    codes: codes.filter((code) => !NOT_LANGUAGES.has(code)),
  };
}

/**
 * Finds language data in several folders and in the program's own. Tesseract takes only one folder, so it gets
 * `scratch`, with links to the data. Folders are searched for each image, because languages may be added at any time.
 */
export class LanguageFolders {
  readonly #program: string;
  readonly #own: OwnLanguages;
  readonly #folders: readonly string[];
  readonly #scratch: string;
  /** The links by language, and the files that they link to. */
  readonly #linked = new Map<string, { readonly path: string; readonly made: Promise<void> }>();

  constructor(
    program: string,
    {
      own,
      folders,
      scratch,
    }: { readonly own: OwnLanguages; readonly folders: readonly string[]; readonly scratch: string },
  ) {
    this.#program = program;
    this.#own = own;
    this.#folders = folders.map((folder) => resolve(folder));
    this.#scratch = scratch;
  }

  /** Whether there is data of any language. */
  async hasLanguage(): Promise<boolean> {
    if (this.#own.codes.length > 0) return true;
    const names = await Promise.all(this.#folders.map((folder) => readdir(folder).catch(() => [])));
    return names
      .flat()
      .some((name) => name.endsWith(EXTENSION) && LANGUAGE_CODE.test(name.split(".")[0] ?? ""));
  }

  /**
   * Chooses the installed languages among those asked for.
   *
   * @throws Error if none is installed.
   */
  async choose(lang: string): Promise<ChosenLanguages> {
    const asked = [...new Set(lang.split(/[+,\s]+/).filter((code) => code !== ""))];
    const found = asked.filter((code) => this.#own.codes.includes(code) || this.#pathOf(code) !== undefined);
    const missing = asked.filter((code) => !found.includes(code));
    if (found.length === 0) throw new Error(missingMessage(this.#program, missing));
    const languages = found.join("+");
    const notes =
      missing.length === 0
        ? []
        : [`Tesseract has no data for ${missing.join(", ")}; the page was read as ${languages}.`];
    return { languages, tessdata: await this.#folderWith(found), notes };
  }

  /** The file of a language, the first of several; undefined if only the program itself finds it. */
  #pathOf(code: string): string | undefined {
    const given = LANGUAGE_CODE.test(code) ? this.#folders.map((folder) => fileIn(folder, code)) : [];
    const { folder, codes } = this.#own;
    const own = folder !== undefined && codes.includes(code) ? [fileIn(folder, code)] : [];
    return [...given, ...own].find((path) => existsSync(path));
  }

  async #folderWith(codes: readonly string[]): Promise<string> {
    const files = codes.flatMap((code) => {
      const path = this.#pathOf(code);
      return path === undefined ? [] : [{ code, path }];
    });
    // A program that does not name its folder finds its own languages alone.
    if (files.length < codes.length) return "";
    for (const { code, path } of files) {
      const linked = this.#linked.get(code);
      const link = linked?.path === path ? linked.made : this.#link(code, path);
      this.#linked.set(code, { path, made: link });
      await link;
    }
    return this.#scratch;
  }

  async #link(code: string, path: string): Promise<void> {
    const link = fileIn(this.#scratch, code);
    try {
      // Scripts have names such as "script/Latin".
      await mkdir(dirname(link), { recursive: true });
      await rm(link, { force: true });
      await place(path, link);
    } catch (error) {
      this.#linked.delete(code);
      throw error;
    }
  }
}

function fileIn(folder: string, code: string): string {
  return join(folder, `${code}${EXTENSION}`);
}

/** Windows lets only administrators make symbolic links. */
const place = process.platform === "win32" ? copyFile : symlink;

function missingMessage(program: string, missing: readonly string[]): string {
  const [first = "eng"] = missing;
  const debian = `tesseract-ocr-${first.replaceAll("_", "-").toLowerCase()}`;
  return `It has no data for ${missing.join(", ")}; add it with "galley languages add ${first}", or install it for ${program}, for example Debian's package ${debian}.`;
}
