/** A place in a document; the line is counted from 1. */
export interface HashPlace {
  readonly page?: number | undefined;
  readonly line?: number | undefined;
}

/** The place that the address names, such as `#page=2&line=14`. */
export function placeInHash(): HashPlace {
  const parameters = new URLSearchParams(location.hash.slice(1));
  return { page: count(parameters.get("page")), line: count(parameters.get("line")) };
}

/** Writes the place into the address without an entry in the history. */
export function writeHash({ page, line }: HashPlace): void {
  const parts = [page === undefined ? "" : `page=${page}`, line === undefined ? "" : `line=${line}`];
  history.replaceState(undefined, "", `#${parts.filter((part) => part !== "").join("&")}`);
}

function count(value: string | null): number | undefined {
  const number = Number(value);
  return Number.isSafeInteger(number) && number >= 1 ? number : undefined;
}
