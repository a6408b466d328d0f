import { useEffect, useState, useSyncExternalStore } from "react";

import { reasonOf } from "../../parts/api-error.tsx";
import type { PageContent, ViewedDocument } from "./viewed-document.ts";

/** Pages and pictures that are kept; the least recently used ones go first. */
const MAX_PAGES = 60;
const MAX_PICTURES = 60;

/** Scrolling past a page quickly asks for nothing. */
const SETTLE_MS = 80;

/** Loads the pages and pictures of a document once, and keeps the latest. */
export interface PageStore {
  readonly document: ViewedDocument;
  page(number: number): Promise<PageContent>;
  /** The page if it is loaded. */
  loaded(number: number): PageContent | undefined;
  /** Replaces a loaded page, for example after a word was corrected. */
  replace(content: PageContent): void;
  /** Calls back when a page was loaded, replaced or dropped. */
  readonly listen: (changed: () => void) => () => void;
  /** The address of a picture, for `img`. */
  picture(number: number, dpi: number, signal: AbortSignal): Promise<string>;
  loadedPicture(number: number, dpi: number): string | undefined;
  end(): void;
}

export function createPageStore(document: ViewedDocument): PageStore {
  const loaded = new Map<number, PageContent>();
  const listeners = new Set<() => void>();
  const keep = (content: PageContent): void => {
    loaded.set(content.number, content);
    for (const listener of listeners) listener();
  };
  const pages = new Latest<number, Promise<PageContent>>(MAX_PAGES, (number) => loaded.delete(number));
  const pictures = new Latest<string, string>(MAX_PICTURES, (key) =>
    URL.revokeObjectURL(pictures.get(key) ?? ""),
  );
  return {
    document,
    page(number) {
      const page = pages.get(number) ?? document.page(number);
      pages.put(number, page);
      page.then(
        (content) => loaded.get(number) ?? (pages.has(number) && keep(content)),
        () => pages.delete(number),
      );
      return page;
    },
    loaded(number) {
      const ready = loaded.has(number) ? undefined : document.readyPage?.(number);
      if (ready) {
        pages.put(number, Promise.resolve(ready));
        loaded.set(number, ready);
      }
      return loaded.get(number);
    },
    replace(content) {
      pages.put(content.number, Promise.resolve(content));
      keep(content);
    },
    listen(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    async picture(number, dpi, signal) {
      const key = `${number}@${dpi}`;
      const url = pictures.get(key) ?? URL.createObjectURL(await document.image(number, dpi, signal));
      pictures.put(key, url);
      return url;
    },
    loadedPicture(number, dpi) {
      const key = `${number}@${dpi}`;
      const ready = pictures.has(key) ? undefined : document.readyImage?.(number, dpi);
      if (ready) pictures.put(key, URL.createObjectURL(ready));
      return pictures.get(key);
    },
    end() {
      for (const url of pictures.values()) URL.revokeObjectURL(url);
      pictures.clear();
      pages.clear();
      loaded.clear();
    },
  };
}

/** The latest entries; those beyond the maximum are dropped, the one that was put longest ago first. */
class Latest<Key, Value> extends Map<Key, Value> {
  readonly #most: number;
  readonly #drop: (key: Key) => void;

  constructor(most: number, drop: (key: Key) => void) {
    super();
    this.#most = most;
    this.#drop = drop;
  }

  put(key: Key, value: Value): void {
    this.delete(key);
    this.set(key, value);
    for (const old of this.keys()) {
      if (this.size <= this.#most) return;
      this.#drop(old);
      this.delete(old);
    }
  }
}

export interface Loaded<Value> {
  readonly value: Value | undefined;
  readonly problem: string | undefined;
}

/** The content of a page; `enabled` is false until it has been read. */
export function usePage(store: PageStore, number: number, enabled: boolean): Loaded<PageContent> {
  const value = useSyncExternalStore(store.listen, () => store.loaded(number));
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    if (!enabled) return undefined;
    let wanted = true;
    const timer = setTimeout(
      () =>
        void store.page(number).then(
          () => wanted && setProblem(undefined),
          (error: unknown) => wanted && setProblem(reasonOf(error)),
        ),
      store.loaded(number) === undefined ? SETTLE_MS : 0,
    );
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [store, number, enabled]);
  return { value, problem };
}

/** The address of a page's picture; while a sharper one loads, the one before. */
export function usePicture(store: PageStore, number: number, dpi: number, delay = SETTLE_MS): Loaded<string> {
  const [state, setState] = useState<Loaded<string>>({
    value: store.loadedPicture(number, dpi),
    problem: undefined,
  });
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const load = (): void =>
      void store.picture(number, dpi, signal).then(
        (value) => signal.aborted || setState({ value, problem: undefined }),
        (error: unknown) => signal.aborted || setState({ value: undefined, problem: reasonOf(error) }),
      );
    const timer = setTimeout(load, store.loadedPicture(number, dpi) === undefined ? delay : 0);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [store, number, dpi, delay]);
  return state;
}
