import { z } from "zod";

export interface Stage {
  /** "" for the last stage. */
  readonly name: string;
  readonly instructions: readonly Instruction[];
}

interface Instruction {
  /** Such as RUN. */
  readonly keyword: string;
  readonly text: string;
}

const wordsSchema = z.array(z.string());

/** The stages of a Dockerfile, without comments, and with its continued lines joined. */
export function stagesOf(dockerfile: string): readonly Stage[] {
  const lines = dockerfile.replaceAll(/\\\n\s*/g, "").split("\n");
  const stages: { name: string; instructions: Instruction[] }[] = [];
  for (const line of lines) {
    const [, keyword = "", text = ""] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    if (keyword === "FROM") stages.push({ name: / AS (\w+)$/.exec(text)?.[1] ?? "", instructions: [] });
    else if (keyword !== "") stages.at(-1)?.instructions.push({ keyword, text });
  }
  return stages;
}

/** The instructions of one kind in a stage. @throws Error if there is none. */
export function instructionsOf(stages: readonly Stage[], name: string, keyword: string): readonly string[] {
  const stage = stages.find((one) => one.name === name);
  const found = stage?.instructions.filter((one) => one.keyword === keyword).map(({ text }) => text) ?? [];
  if (found.length === 0) throw new Error(`The Dockerfile's stage "${name}" has no ${keyword}.`);
  return found;
}

/** The words of a command in its JSON form, such as that of CMD. */
export function commandOf(text: string): readonly string[] {
  return wordsSchema.parse(JSON.parse(text.slice(text.indexOf("["))));
}

/** The variables that ENV instructions set. */
export function variablesOf(texts: readonly string[]): Readonly<Record<string, string>> {
  const pairs = texts.flatMap((text) => [...text.matchAll(/(\w+)=(\S+)/g)]);
  return Object.fromEntries(pairs.map(([, name = "", value = ""]) => [name, value]));
}
