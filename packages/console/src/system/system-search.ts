/** What the address of the screen holds. */
export interface SystemSearch {
  /** Text in the names of the shown licences; the list is folded if it is undefined. */
  readonly licences?: string;
  /** Page of the licences, counted from 1. */
  readonly page?: number;
}

export function systemSearch({ licences, page }: Record<string, unknown>): SystemSearch {
  return {
    ...((typeof licences === "string" || typeof licences === "number") && { licences: String(licences) }),
    ...(typeof page === "number" && Number.isInteger(page) && page > 1 && { page }),
  };
}
