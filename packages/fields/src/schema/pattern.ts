import { RE2JS } from "re2js";

const compiled = new Map<string, RE2JS | undefined>();
/** Chosen by the largest schema: each property has at most one. */
const MAX_COMPILED = 2000;

/** A pattern that runs in linear time, whatever its author meant; undefined if it is not one. */
export function compiledPattern(source: string): RE2JS | undefined {
  if (compiled.has(source)) return compiled.get(source);
  if (compiled.size >= MAX_COMPILED) compiled.clear();
  const pattern = compile(source);
  compiled.set(source, pattern);
  return pattern;
}

function compile(source: string): RE2JS | undefined {
  try {
    return RE2JS.compile(source);
  } catch {
    return undefined;
  }
}
