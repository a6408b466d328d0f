import { plainWording } from "@galley/core/domain";
import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import { z } from "zod";

/** The arguments of a tool. What is wrong with them is worded as in the other APIs, not by the library. */
export function toolArguments<Shape extends z.ZodRawShape>(
  shape: Shape,
): StandardSchemaWithJSON<z.input<z.ZodObject<Shape>>, z.output<z.ZodObject<Shape>>> {
  const schema = z.object(shape);
  return {
    "~standard": {
      ...schema["~standard"],
      validate: async (given) => {
        const parsed = await schema.safeParseAsync(given, { error: plainWording });
        return parsed.success ? { value: parsed.data } : { issues: parsed.error.issues };
      },
    },
  };
}
