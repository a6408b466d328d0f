import { z } from "zod";
import { ManagementRefusal } from "./management-errors.ts";

const DEFAULT_SIZE = 50;
const MAX_SIZE = 1000;

/** No list is longer than this; it also keeps the offset a safe integer. */
const MAX_PAGE = 1_000_000_000;

/** Query parameters of every list. An invalid page size counts as absent, a larger one as the maximum. */
export const PAGE_PARAMETERS = {
  page: z.string().default("1").describe("The page number, from 1."),
  page_size: z.string().default(`${DEFAULT_SIZE}`).describe(`Entries per page, at most ${MAX_SIZE}.`),
} as const;

export interface ListRange {
  /** From 1. */
  readonly page: number;
  readonly offset: number;
  readonly limit: number;
}

/** @throws ManagementRefusal 404 if the page number is invalid. */
export function rangeOf({
  page,
  page_size,
}: {
  readonly page: string;
  readonly page_size: string;
}): ListRange {
  const limit = sizeOf(page_size);
  const number = /^\d{1,10}$/.test(page) ? Number(page) : 0;
  if (number < 1 || number > MAX_PAGE) throw invalidPage();
  return { page: number, offset: (number - 1) * limit, limit };
}

function sizeOf(written: string): number {
  if (!/^\d{1,10}$/.test(written) || Number(written) === 0) return DEFAULT_SIZE;
  return Math.min(Number(written), MAX_SIZE);
}

function invalidPage(): ManagementRefusal {
  return new ManagementRefusal(404, [{ code: "not_found", detail: "Invalid page.", attr: "page" }]);
}

/** The documented envelope of a list. */
export interface Envelope<T> {
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly T[];
}

export function envelopeOf<S extends z.ZodType>(item: S): z.ZodType<Envelope<z.output<S>>> {
  return z.object({
    count: z.int(),
    next: z.nullable(z.string()),
    previous: z.nullable(z.string()),
    results: z.array(item),
  });
}

/**
 * @param url the absolute URL of the call, with its query.
 * @throws ManagementRefusal 404 if the page is beyond the end; the first page always exists.
 */
export function envelope<T>(
  { page, offset, limit }: ListRange,
  { count, results }: { readonly count: number; readonly results: readonly T[] },
  url: string,
): Envelope<T> {
  if (page > 1 && offset >= count) throw invalidPage();
  return {
    count,
    next: offset + limit < count ? atPage(url, page + 1) : null,
    previous: page > 1 ? atPage(url, page - 1) : null,
    results,
  };
}

function atPage(url: string, page: number): string {
  const other = new URL(url);
  if (page === 1) other.searchParams.delete("page");
  else other.searchParams.set("page", `${page}`);
  return other.href;
}
