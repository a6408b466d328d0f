import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Command } from "commander";
import { UsageError } from "./usage-error.ts";

const FILE = "galley.config.json";

/**
 * Options that send documents over the network or choose where files are written. A file that lies somewhere above
 * the working folder must not decide that; one that is named with --config may.
 */
const ONLY_FROM_NAMED_FILE: ReadonlySet<string> = new Set(["allowUrls", "ocrModels", "ocrUrl", "output"]);

/** Options of one call, which have no defaults. */
const NOT_CONFIGURABLE: ReadonlySet<string> = new Set(["config", "help"]);

/**
 * Fills in the options that the command line leaves open with those of the configuration file: `--config FILE`, or the
 * nearest galley.config.json of the working folder and those above it. The file has an object of options, in camel
 * case, for each command: `{ "extract": { "format": "markdown" } }`.
 *
 * @throws UsageError
 */
export function applyConfigFile(command: Command, from: string): void {
  const named: unknown = command.getOptionValue("config");
  const path = typeof named === "string" ? named : nearest(from);
  if (path === undefined) return;
  const fault = (problem: string): UsageError => new UsageError(`${path}: ${problem}`);
  const options = sectionOf(path, { command: command.name(), fault });
  const valid = optionNames(command);
  for (const [name, value] of Object.entries(options)) {
    const place = `${command.name()}.${name}`;
    if (!valid.has(name)) throw fault(`${place} is no option. Valid: ${[...valid].join(", ")}`);
    if (named === undefined && ONLY_FROM_NAMED_FILE.has(name)) {
      throw fault(`${place} applies only from a file that is named with --config`);
    }
    if (command.getOptionValueSource(name) === "cli") continue;
    command.setOptionValueWithSource(name, checked(command, { name, value, place, fault }), "config");
  }
}

function nearest(from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, FILE);
    if (textOf(path) !== undefined) return path;
    if (dirname(folder) === folder) return undefined;
  }
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

interface Section {
  readonly command: string;
  readonly fault: (problem: string) => UsageError;
}

function sectionOf(path: string, { command, fault }: Section): Readonly<Record<string, unknown>> {
  const text = textOf(path);
  if (text === undefined) throw fault("the file cannot be read");
  const sections = recordOf(jsonOf(text));
  if (sections === undefined) throw fault("expected a JSON object");
  const section = sections[command] ?? {};
  const options = recordOf(section);
  if (options === undefined) throw fault(`${command}: expected an object of options`);
  return options;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return Object.fromEntries(Object.entries(value));
}

function optionNames(command: Command): ReadonlySet<string> {
  const names = command.options.map((option) => option.attributeName());
  return new Set(names.filter((name) => !NOT_CONFIGURABLE.has(name)));
}

interface Given extends Pick<Section, "fault"> {
  readonly name: string;
  readonly value: unknown;
  readonly place: string;
}

/** A value has the type that the command line gives it. */
function checked(command: Command, { name, value, place, fault }: Given): string | boolean {
  const isSwitch = command.options.some((option) => option.attributeName() === name && option.isBoolean());
  if (isSwitch) {
    if (typeof value === "boolean") return value;
    throw fault(`${place}: expected true or false`);
  }
  if (typeof value === "string" || typeof value === "number") return String(value);
  throw fault(`${place}: expected a string or a number`);
}
