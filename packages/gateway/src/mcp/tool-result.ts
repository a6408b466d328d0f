import { ExtractionError } from "@galley/core";
import { DomainError } from "@galley/core/domain";
import type { CallToolResult, ServerContext } from "@modelcontextprotocol/server";
import { progressTo, type Progress } from "./progress.ts";

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

interface Call {
  readonly context: ServerContext;
  /** Receives errors that callers can do nothing about. */
  readonly failed: (error: unknown) => void;
}

/**
 * Turns what a caller can do something about into an answer; reports any other error and says nothing about it. While
 * the work lasts, the caller receives progress notifications.
 */
export async function answered(
  { context, failed }: Call,
  work: (progress: Progress) => Promise<CallToolResult>,
): Promise<CallToolResult> {
  using progress = progressTo(context);
  try {
    return await work(progress);
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
