import cronstrue from "cronstrue";

/** A schedule as a sentence, such as "At 06:00, only on Monday"; undefined if the expression cannot be read. */
export function scheduleInWords(cron: string): string | undefined {
  try {
    return cronstrue.toString(cron, { use24HourTimeFormat: true, throwExceptionOnParseError: true });
  } catch {
    return undefined;
  }
}
