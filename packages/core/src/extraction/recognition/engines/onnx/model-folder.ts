import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";

/** The files of a folder of models. */
export interface ModelFiles {
  /** Text detection. */
  readonly det: string;
  /** Text recognition. */
  readonly rec: string;
  /** Direction of lines; undefined if there is none. */
  readonly cls: string | undefined;
  /** What the classes of the recognition model mean, without the blank. */
  readonly characters: readonly string[];
}

type Role = "det" | "rec" | "cls";

/** Where a model may be, as PaddleOCR, PaddleX and their converters write it. */
const modelPaths = (role: Role): readonly string[] => [
  `${role}.onnx`,
  `${role}/inference.onnx`,
  `${role}/model.onnx`,
  `${role}_onnx/model.onnx`,
];

const DICTIONARIES = ["dict.txt", "rec/dict.txt", "ppocr_keys_v1.txt", "rec/ppocr_keys_v1.txt"];

/** PaddleX's description of a recognition model, which has its dictionary. */
const DESCRIPTION = "rec/inference.yml";

const descriptionSchema = z.object({
  PostProcess: z.object({ character_dict: z.array(z.coerce.string()).min(1) }),
});

/**
 * Finds the models in a folder; that of detection may be in another.
 *
 * @throws Error with the first missing file and where it may be.
 */
export async function findModels(folder: string, detection = folder): Promise<ModelFiles> {
  return {
    det: modelIn(detection, "det"),
    rec: modelIn(folder, "rec"),
    cls: firstOf(folder, modelPaths("cls")),
    characters: await charactersIn(folder),
  };
}

function modelIn(folder: string, role: Role): string {
  const path = firstOf(folder, modelPaths(role));
  if (path !== undefined) return path;
  throw new Error(`${folder} has no ${role} model: expected one of ${modelPaths(role).join(", ")}.`);
}

async function charactersIn(folder: string): Promise<readonly string[]> {
  const path = firstOf(folder, DICTIONARIES);
  // Every line is a character, even one that is a space.
  if (path !== undefined) return (await readFile(path, "utf8")).replace(/\r?\n$/, "").split(/\r?\n/);
  const description = firstOf(folder, [DESCRIPTION]);
  if (description !== undefined) {
    const parsed = descriptionSchema.safeParse(
      parse(await readFile(description, "utf8"), { schema: "failsafe" }),
    );
    if (parsed.success) return parsed.data.PostProcess.character_dict;
    throw new Error(`${description} has no list PostProcess.character_dict.`);
  }
  const expected = [...DICTIONARIES, DESCRIPTION].join(", ");
  throw new Error(`${folder} has no dictionary: expected one of ${expected}.`);
}

function firstOf(folder: string, paths: readonly string[]): string | undefined {
  return paths.map((path) => join(folder, path)).find((path) => existsSync(path));
}
