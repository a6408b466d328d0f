import { jobOptionsOf } from "@galley/core/domain";
import { StorableJson } from "./columns.ts";

const DEFAULTS = jobOptionsOf({});

/** The defaults as JSON, by name. */
const DEFAULT_VALUES = new Map(
  Object.entries(DEFAULTS).map(([name, value]) => [name, JSON.stringify(value)]),
);

/**
 * Extraction options as JSON. Options with their default are not stored: each change of a job writes its whole row, of
 * which they would be more than half. A default that changes therefore needs a migration that adds the earlier one to stored
 * options.
 */
export class StoredOptions extends StorableJson {
  override convertToDatabaseValue(value: unknown): string {
    const others = Object.entries(value ?? {}).filter(
      ([name, one]) => JSON.stringify(one) !== DEFAULT_VALUES.get(name),
    );
    return super.convertToDatabaseValue(Object.fromEntries(others));
  }

  override convertToJSValue(...stored: Parameters<StorableJson["convertToJSValue"]>): unknown {
    return Object.assign({}, DEFAULTS, super.convertToJSValue(...stored));
  }
}
