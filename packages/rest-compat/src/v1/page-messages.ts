import type { Application, Job } from "@galley/core/domain";

/** Proxies limit the size of headers; the messages of later pages are left out. */
const MOST_PAGES = 20;

/** Characters of one message. */
const LONGEST = 200;

export const PAGE_MESSAGES = "Page-Messages";

export const PAGE_MESSAGES_SUMMARY =
  "Messages about pages, as a JSON array of {page, message}, such as pages without words. Absent if there are none.";

/** The header with what version 2 returns as the message of each page; empty if no page has one. */
export async function pageMessages(
  { jobs }: Pick<Application, "jobs">,
  job: Job,
): Promise<Readonly<Record<string, string>>> {
  const pages = await jobs.pageSummaries(job);
  const messages = pages
    .filter(({ message }) => message !== "")
    .slice(0, MOST_PAGES)
    .map(({ number, message }) => ({ page: number, message: message.slice(0, LONGEST) }));
  return messages.length === 0 ? {} : { [PAGE_MESSAGES]: inAscii(JSON.stringify(messages)) };
}

/** Headers carry ASCII only; JSON has escapes for everything else. */
function inAscii(json: string): string {
  return json.replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
