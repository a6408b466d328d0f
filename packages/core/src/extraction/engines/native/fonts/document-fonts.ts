import { Dict, type PartialEvaluator, Ref, WorkerTask } from "../generated/pdfjs-core.mjs";
import { FontTable } from "./font-table.ts";
import { keepRecentCharacterMaps } from "./recent-character-maps.ts";

keepRecentCharacterMaps();

const task = new WorkerTask("read text");

/** The fonts of one document, each loaded once. */
export class DocumentFonts {
  readonly #byReference = new Map<string, FontTable | null>();
  readonly #byDict = new WeakMap<Dict, FontTable | null>();

  /** The font named `name` in the resources; null if it cannot be read, in which case it shows nothing. */
  async named(name: string, resources: Dict, evaluator: PartialEvaluator): Promise<FontTable | null> {
    const fonts = resources.get("Font");
    return this.at(fonts instanceof Dict ? fonts.getRaw(name) : undefined, resources, evaluator);
  }

  /** The font of a reference or dictionary; pdf.js's substitute if there is none. */
  async at(font: unknown, resources: Dict, evaluator: PartialEvaluator): Promise<FontTable | null> {
    if (font instanceof Ref) {
      const key = font.toString();
      const known = this.#byReference.get(key);
      if (known !== undefined) return known;
      const table = await loadFont(font, resources, evaluator);
      this.#byReference.set(key, table);
      return table;
    }
    const dict = font instanceof Dict ? font : Dict.empty;
    const known = this.#byDict.get(dict);
    if (known !== undefined) return known;
    const table = await loadFont(font instanceof Dict ? font : null, resources, evaluator);
    this.#byDict.set(dict, table);
    return table;
  }
}

async function loadFont(
  font: Ref | Dict | null,
  resources: Dict,
  evaluator: PartialEvaluator,
): Promise<FontTable | null> {
  const translated = await evaluator.loadFont("", font, resources, task);
  return "error" in translated.font ? null : new FontTable(translated.font);
}
