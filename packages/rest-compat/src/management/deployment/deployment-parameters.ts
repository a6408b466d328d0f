import { z } from "zod";
import { flag, number } from "../../parameters.ts";
import { ManagementRefusal } from "../management-errors.ts";

/** Seconds that a client may have a call wait; its clients send them unasked. */
const LONGEST_WAIT_S = 300;

const includeMetadata = flag(z.boolean().default(true)).describe(
  "False leaves out the `metadata` of each file.",
);

/** The texts of a form that files are posted with. */
export const executionParameters = z.object({
  timeout: number(z.int().min(-1).max(LONGEST_WAIT_S).default(-1)).describe(
    "Seconds to wait for the execution to end; -1 and 0 do not wait.",
  ),
  include_metadata: includeMetadata,
});

export const resultParameters = z.object({
  execution_id: z.guid("Expected the UUID of an execution.").describe("The execution, as POST named it."),
  include_metadata: includeMetadata,
});

/** @throws ManagementRefusal 400, which names the parameter. */
export function parsedParameters<S extends z.ZodType>(schema: S, given: unknown): z.output<S> {
  const parsed = schema.safeParse(given);
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
