import type { Match, PageContent } from "../model/viewed-document.ts";
import type { Mark, Marks } from "./marks.ts";
import type { ViewSettings } from "./view-settings.ts";

/** What a rendition needs to draw a page. */
export interface Beside {
  readonly content: PageContent;
  /** Of the column, in pixels. */
  readonly width: number;
  readonly settings: ViewSettings;
  readonly marks: Marks;
  /** The matches of the search on this page. */
  readonly matches: readonly Match[];
  readonly current: Match | undefined;
  readonly onChoose: (mark: Mark) => void;
  /** Marks a part of any page and scrolls to it. */
  readonly show: (mark: Mark | undefined) => void;
}
