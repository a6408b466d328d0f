import cronstrue from "cronstrue";

/** A schedule in words, such as "At 06:00, every day"; undefined if the expression cannot be read. */
export function scheduleInWords(cron: string): string | undefined {
  try {
    return cronstrue.toString(cron, {
      use24HourTimeFormat: true,
      verbose: true,
      throwExceptionOnParseError: true,
    });
  } catch {
    return undefined;
  }
}
