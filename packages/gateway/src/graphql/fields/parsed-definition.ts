import { DomainError, type SchemaDefinition } from "@galley/core/domain";
import { z } from "zod";

const definitionSchema: z.ZodType<SchemaDefinition> = z.record(z.string(), z.json());

/** The definition of a schema as clients send it. @throws DomainError `BAD_INPUT`. */
export function parsedDefinition(text: string): SchemaDefinition {
  const refuse = (reason: string): never => {
    throw new DomainError("BAD_INPUT", `definition: ${reason}`, { field: "definition" });
  };
  try {
    const parsed = definitionSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : refuse("expected a JSON object");
  } catch (error) {
    if (error instanceof SyntaxError) return refuse(`expected JSON: ${error.message}`);
    throw error;
  }
}
