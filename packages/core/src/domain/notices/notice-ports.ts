import type { Notice } from "./notice.ts";

/** Newest first; `after` is the notice after which the page of the list begins. */
export interface NoticeQuery extends Pick<Notice, "organizationId" | "userId"> {
  readonly after?: Pick<Notice, "createdAt" | "id"> | undefined;
  readonly limit: number;
}

export interface NoticeStore {
  insert(notice: Notice): Promise<void>;
  find(id: string): Promise<Notice | undefined>;
  /** Ordered by `createdAt`, then `id`, both descending. */
  list(query: NoticeQuery): Promise<readonly Notice[]>;
  count(query: Pick<Notice, "organizationId" | "userId">): Promise<number>;
  markRead(id: string, readAt: Date): Promise<void>;
}
