import { destination, pino, type Logger } from "pino";
import { z } from "zod";
import { currentBaggage } from "../baggage.ts";
import type { LogLevel } from "../config/telemetry.ts";

export type Log = Logger;

/** Maximum depth of error causes. */
const CAUSE_DEPTH = 4;
/** Longer messages quote data. */
const MAX_MESSAGE_LENGTH = 300;

/** An error, or what a library made of one. */
const errorLikeSchema = z.object({
  name: z.string().optional(),
  code: z.union([z.string(), z.number()]).optional(),
  message: z.string(),
  stack: z.string().optional(),
  cause: z.unknown().optional(),
});

/**
 * JSON lines on standard error, each with its baggage; standard output is for the person who starts the
 * service. Bodies, headers and query strings are never logged.
 */
export function createLog(level: LogLevel): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      mixin: () => ({ ...currentBaggage() }),
      serializers: { err: (error: unknown) => serializedError(error, CAUSE_DEPTH) },
    },
    destination({ fd: 2, sync: true }),
  );
}

/**
 * The loggable parts of an error: kind, code, message, stack and cause. Other properties are dropped, because
 * drivers attach statements and rows there; messages are truncated, because some quote data.
 */
function serializedError(error: unknown, depth: number): unknown {
  const parsed = errorLikeSchema.safeParse(error);
  if (!parsed.success) return { message: String(error).slice(0, MAX_MESSAGE_LENGTH) };
  const { name, code, message, stack, cause } = parsed.data;
  return {
    type: name,
    code,
    message: message.slice(0, MAX_MESSAGE_LENGTH),
    stack: stack?.split("\n").filter((line) => /^\s+at /.test(line)),
    cause: depth > 0 && cause !== undefined ? serializedError(cause, depth - 1) : undefined,
  };
}
