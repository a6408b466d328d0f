import { AsyncLocalStorage } from "node:async_hooks";
import { destination, pino, type Logger } from "pino";
import { z } from "zod";
import type { LogLevel } from "../config.ts";

export type Log = Logger;

/** What belongs to every line that is written on behalf of a request or a job. */
export interface LogFields {
  readonly requestId?: string;
  readonly jobId?: string;
  readonly deliveryId?: string;
  readonly runId?: string;
  readonly runFileId?: string;
}

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

const fields = new AsyncLocalStorage<LogFields>();

/** Runs `work` with `own` on every line that it logs. */
export function withLogFields<T>(own: LogFields, work: () => T): T {
  return fields.run({ ...fields.getStore(), ...own }, work);
}

/**
 * JSON lines on standard error; standard output is for the person who starts the service. Bodies, headers and query
 * strings are never handed to it.
 */
export function createLog(level: LogLevel): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      mixin: () => ({ ...fields.getStore() }),
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
