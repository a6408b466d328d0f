import type { Workflow } from "@galley/core/domain";
import { PARAMETER_OF_OPTION } from "../../http/extraction-parameters.ts";
import { ManagementRefusal } from "../management-errors.ts";

/** The option of each documented parameter; of options that share a parameter, the first. */
const OPTION_OF_PARAMETER: ReadonlyMap<string, string> = new Map(
  Object.entries(PARAMETER_OF_OPTION)
    .map(([option, parameter]) => [parameter, option] as const)
    .toReversed(),
);

/**
 * Extraction options from the documented parameters.
 *
 * @throws ManagementRefusal 400 that names an unknown parameter.
 */
export function optionsOf(parameters: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(parameters).map(([parameter, value]) => {
      const option = OPTION_OF_PARAMETER.get(parameter);
      if (option !== undefined) return [option, value];
      const attr = `extraction_options.${parameter}`;
      throw new ManagementRefusal(400, [{ code: "unknown", detail: "Unknown field.", attr }]);
    }),
  );
}

/** The documented parameters from extraction options. */
export function parametersOf({ options }: Pick<Workflow, "options">): Record<string, unknown> {
  const values = new Map<string, unknown>(Object.entries(options));
  return Object.fromEntries(
    [...OPTION_OF_PARAMETER].map(([parameter, option]) => [parameter, values.get(option)]),
  );
}

/** The documented names of extraction options, for refusals. */
export const OPTION_FIELDS: Readonly<Record<string, string>> = {
  options: "extraction_options",
  ...Object.fromEntries(
    Object.entries(PARAMETER_OF_OPTION).map(([option, parameter]) => [
      option,
      `extraction_options.${parameter}`,
    ]),
  ),
};
