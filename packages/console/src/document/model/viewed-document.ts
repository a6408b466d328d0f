/** A rectangle in points from the page's upper left corner. */
export interface Box {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** That a person has corrected a word. */
export interface Correction {
  /** The word as it was read. */
  readonly original: string;
  /** Null if the credentials belonged to no user. */
  readonly author: string | null;
}

export interface PageWord {
  /** Index of the word on its page. */
  readonly index: number;
  /** Where it stands in its line, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly box: Box;
  /** 0 to 1; 1 for text from the document itself. */
  readonly confidence: number;
  /** The word has its text. */
  readonly correction?: Correction | undefined;
}

export interface PageLine {
  readonly text: string;
  /** Null for a blank line. */
  readonly box: Box | null;
  readonly words: readonly PageWord[];
}

/** What is known of a page before its content is loaded. */
export interface PageOutline {
  readonly number: number;
  readonly failed: boolean;
  readonly message: string;
  /** Points of the upright page; null if it failed. */
  readonly width: number | null;
  readonly height: number | null;
  readonly seconds: number;
  readonly textSource: string;
}

export interface PageField {
  readonly kind: string;
  readonly name: string;
  readonly value: string;
  /** Null for a field that has no check mark. */
  readonly checked: boolean | null;
  readonly box: Box;
}

export interface PageContent extends PageOutline {
  /** The engine that read it, such as "native". */
  readonly engine: string;
  /** Why its text was taken from where it was. */
  readonly reason: string;
  /** Degrees by which the page is rotated in the document. */
  readonly rotation: number;
  /** Null if the page failed and after the text was deleted. */
  readonly text: string | null;
  readonly lines: readonly PageLine[];
  /** Form fields, and check boxes that are drawn on the page. */
  readonly fields: readonly PageField[];
  /** The page as the API returns it. */
  readonly json: unknown;
}

/** A place where a term was found. */
export interface Match {
  readonly page: number;
  readonly box: Box;
  /** 0 for an exact match. */
  readonly distance: number;
}

/** Where the viewer gets a document's pages from. Methods reject with an error that a person can read. */
export interface ViewedDocument {
  readonly name: string;
  page(number: number): Promise<PageContent>;
  /** A picture of the upright page. */
  image(number: number, dpi: number, signal: AbortSignal): Promise<Blob>;
  /** A page that was loaded ahead, so that it is shown at once; only the first time that it is asked for. */
  readyPage?(number: number): PageContent | undefined;
  /** Like `readyPage`. */
  readyImage?(number: number, dpi: number): Blob | undefined;
  search(term: string): Promise<readonly Match[]>;
  /** Undefined if words cannot be corrected. */
  readonly corrections?: Corrections | undefined;
}

export interface Corrections {
  /** Replaces an earlier correction of the word. The page has to be loaded again. */
  correct(place: WordPlace, text: string): Promise<void>;
  remove(place: WordPlace): Promise<void>;
}

export interface WordPlace {
  readonly page: number;
  /** Index of the word on its page. */
  readonly word: number;
}
