import { plainWording, RENDITIONS } from "@galley/core/domain";
import { z } from "zod";
import { flag, number, words } from "../../http/parameters.ts";
import { ManagementRefusal } from "../management-errors.ts";

/** The longest `timeout` in seconds. Clients of API deployments send it by default. */
const LONGEST_WAIT_S = 300;

const includeMetadata = flag(z.boolean().default(true)).describe(
  "Set to false to leave out the `metadata` of each file.",
);

const renditions = words(z.array(z.enum(RENDITIONS)).max(RENDITIONS.length).default([])).describe(
  "Extension: renditions that the result has beside each text, separated by commas.",
);

/** The text fields of a form that posts files. */
export const executionParameters = z.object({
  timeout: number(z.int().min(-1).max(LONGEST_WAIT_S).default(-1)).describe(
    "Seconds to wait for the execution to end, at most 300. 0 and -1 do not wait.",
  ),
  include_metadata: includeMetadata,
  renditions,
});

export const resultParameters = z.object({
  execution_id: z
    .guid("Expected the UUID of an execution.")
    .describe("The id of the execution, as returned by POST."),
  include_metadata: includeMetadata,
  renditions,
});

/** @throws ManagementRefusal 400 that names the parameter. */
export function parsedParameters<S extends z.ZodType>(schema: S, given: unknown): z.output<S> {
  const parsed = schema.safeParse(given, { error: plainWording });
  if (parsed.success) return parsed.data;
  throw new ManagementRefusal(
    400,
    parsed.error.issues.map(({ path, message }) => ({
      code: "invalid",
      detail: message,
      attr: path.map(String).join(".") || null,
    })),
  );
}
