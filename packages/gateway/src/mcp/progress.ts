import type { ServerContext } from "@modelcontextprotocol/server";

/** The longest time between two progress notifications. Chosen because people begin to doubt after about 5 seconds. */
const REMINDER_MS = 5_000;

/** Sends progress notifications to a client; none if it did not ask for them. */
export interface Progress extends Disposable {
  /** @param total null until it is known. */
  pages(done: number, total: number | null): void;
}

export function progressTo({
  mcpReq: { _meta, notify },
}: {
  readonly mcpReq: Pick<ServerContext["mcpReq"], "_meta" | "notify">;
}): Progress {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return { pages: () => undefined, [Symbol.dispose]: () => undefined };
  let [pagesDone, pageTotal, reminders]: [number, number | null, number] = [0, null, 0];
  const tell = (): void => {
    // The protocol wants a number that grows, so reminders fill the time to the next page.
    const progress = pagesDone + reminders / (reminders + 1);
    const total = pageTotal === null ? {} : { total: pageTotal };
    const params = { progressToken, progress, ...total, message: wordsOf(pagesDone, pageTotal) };
    // A client that is gone needs no progress; its call is aborted elsewhere.
    notify({ method: "notifications/progress", params }).catch(() => undefined);
  };
  const reminder = setInterval(() => {
    reminders++;
    tell();
  }, REMINDER_MS);
  reminder.unref();
  return {
    pages(done, total) {
      const isNews = done > pagesDone || (pageTotal === null && total !== null);
      if (!isNews) return;
      [reminders, pagesDone, pageTotal] = [done > pagesDone ? 0 : reminders + 1, done, total];
      reminder.refresh();
      tell();
    },
    [Symbol.dispose]: () => clearInterval(reminder),
  };
}

function wordsOf(done: number, total: number | null): string {
  return total === null ? "Working on it." : `${done} of ${total} pages are read.`;
}
