import { destination, pino, type Logger } from "pino";
import { z } from "zod";
import { currentBaggage } from "../baggage.ts";
import type { LogLevel } from "../config/telemetry.ts";

export type Log = Logger;

/** How deep the causes of an error are followed. */
const CAUSE_DEPTH = 4;
/** Longer messages quote what they are about. */
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
 * JSON lines on standard error, each with the baggage of what it is about; standard output is for the person who
 * starts the service. Bodies, headers and query strings are never handed to it.
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
 * What a log may know of an error: kind, code, message, place and cause. Other properties are left out, since drivers
 * attach statements and rows there, and so is all but the beginning of a message, since some quote them.
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
