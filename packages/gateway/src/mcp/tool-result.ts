import { ExtractionError } from "@galley/core";
import { DomainError } from "@galley/core/domain";
import type { CallToolResult } from "@modelcontextprotocol/server";

/** An answer of a tool: facts for programs, and the same with the text for the model. */
export function answer(facts: Readonly<Record<string, unknown>>, text?: string): CallToolResult {
  const described = JSON.stringify(facts);
  return {
    content: [
      ...(text === undefined ? [] : [{ type: "text" as const, text }]),
      { type: "text", text: described },
    ],
    structuredContent: { ...facts },
  };
}

/** Turns what a caller can do something about into an answer; reports any other error and says nothing about it. */
export async function answered(
  work: () => Promise<CallToolResult>,
  failed: (error: unknown) => void,
): Promise<CallToolResult> {
  try {
    return await work();
  } catch (error) {
    return { content: [{ type: "text", text: messageOf(error, failed) }], isError: true };
  }
}

/** What a caller may know of an error. */
export function messageOf(error: unknown, failed: (error: unknown) => void): string {
  if (error instanceof DomainError || error instanceof ExtractionError) return error.message;
  failed(error);
  return "An internal error occurred; the operator finds it in the log.";
}
