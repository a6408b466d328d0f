import { useMediaQuery } from "@mantine/hooks";
import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from "react";

import { createPageStore, type PageStore } from "../model/page-store.ts";
import type { PageContent, PageOutline, ViewedDocument } from "../model/viewed-document.ts";
import type { Explanations } from "../why/explanations.ts";
import { createMarks, lineMark, type Mark, type Marks } from "./marks.ts";
import { useCorrections, type Correcting } from "./words/use-corrections.ts";
import { usePages, type Pages } from "./pages/use-pages.ts";
import { createSideScroll, type SideScroll } from "./side-scroll.ts";
import { useSplit, type KeptSplit } from "./use-split.ts";
import { useSearch, type Search } from "./search/use-search.ts";
import { DEFAULT_SETTINGS, type ViewSettings } from "./view-settings.ts";

export interface Place {
  readonly page: number;
  /** Counted from 1. */
  readonly line: number | undefined;
}

export interface ViewedParts {
  readonly document: ViewedDocument;
  readonly numbers: readonly number[];
  readonly outlines: ReadonlyMap<number, PageOutline>;
  readonly place: Place;
  readonly onPlace: (place: Place) => void;
  /** Draws the regions of explained pages over their pictures; undefined if none are. */
  readonly explanations?: Explanations | undefined;
  /** Takes a part that was clicked, instead of choosing it; whether it was taken. */
  readonly pick?: ((mark: Mark, content: PageContent | undefined) => boolean) | undefined;
}

/** Everything that the parts of the viewer share. */
export interface Viewer extends ViewedParts {
  readonly narrow: boolean;
  readonly settings: ViewSettings;
  readonly setSettings: (settings: ViewSettings) => void;
  readonly store: PageStore;
  readonly marks: Marks;
  readonly pages: Pages;
  readonly split: KeptSplit;
  /** Of the pictures and of what is beside them. */
  readonly sideways: { readonly picture: SideScroll; readonly text: SideScroll };
  readonly search: Search;
  readonly searchField: RefObject<HTMLInputElement | null>;
  /** The line, word or field that was chosen by a click or with Enter. */
  readonly chosen: Mark | undefined;
  readonly choose: (mark: Mark | undefined) => void;
  readonly correcting: Correcting;
  /** Marks a part and scrolls to it. */
  readonly show: (mark: Mark | undefined) => void;
  readonly onContent: (content: PageContent) => void;
}

export function useViewer(parts: ViewedParts): Viewer {
  const { document, numbers, outlines, place, onPlace, pick } = parts;
  const narrow = useMediaQuery("(max-width: 48em)", false, { getInitialValueInEffect: false });
  const [wanted, setSettings] = useState<ViewSettings>(DEFAULT_SETTINGS);
  const settings = useMemo(() => fitting(wanted, narrow), [wanted, narrow]);
  const store = useMemo(() => createPageStore(document), [document]);
  useEffect(() => () => store.end(), [store]);
  const marks = useMemo(createMarks, []);
  const searchField = useRef<HTMLInputElement>(null);
  const sideways = useMemo(() => ({ picture: createSideScroll(), text: createSideScroll() }), []);
  const split = useSplit();
  const pages = usePages({ numbers, outlines, settings, split: split.wanted, start: place.page }, (page) => {
    if (page !== place.page) onPlace({ page, line: undefined });
  });
  const { reveal } = pages;
  const search = useSearch(document, pages.page, (match) => reveal(match.page, match.box));
  const [chosen, setChosen] = useState<Mark>();
  const correcting = useCorrections(store, () => pages.scroller.current?.focus({ preventScroll: true }));
  const choose = useLatest((mark: Mark | undefined): void => {
    if (mark && pick?.(mark, store.loaded(mark.page)) === true) return;
    correcting.setEditing(false);
    setChosen(mark);
    if (mark) onPlace({ page: mark.page, line: mark.line === undefined ? undefined : mark.line + 1 });
  });
  const show = useLatest((mark: Mark | undefined): void => {
    if (!mark) return;
    marks.set(mark);
    reveal(mark.page, mark.box);
  });
  const linked = useLinkedLine(place, (mark) => {
    setChosen(mark);
    show(mark);
  });
  const onContent = useLatest((content: PageContent): void => {
    split.fit(content);
    linked(content);
  });
  return {
    ...parts,
    narrow,
    settings,
    setSettings,
    store,
    marks,
    pages,
    split,
    sideways,
    search,
    searchField,
    chosen,
    choose,
    correcting,
    show,
    onContent,
  };
}

/** A function that stays the same and calls the latest one, so that pages need not be drawn again. */
function useLatest<Argument>(call: (argument: Argument) => void): (argument: Argument) => void {
  const latest = useRef(call);
  useEffect(() => {
    latest.current = call;
  });
  return useCallback((argument) => latest.current(argument), []);
}

/** Shows the line of the address once its page is loaded. */
function useLinkedLine({ page, line }: Place, show: (mark: Mark) => void): Viewer["onContent"] {
  const linked = useRef<Place | undefined>({ page, line });
  return useLatest((content: PageContent) => {
    const place = linked.current;
    if (place?.line === undefined || content.number !== place.page) return;
    linked.current = undefined;
    const mark = lineMark(content, place.line - 1);
    if (mark) show(mark);
  });
}

/** Narrow screens have no room for both panes; wide ones show the rail beside them. */
function fitting(settings: ViewSettings, narrow: boolean): ViewSettings {
  if (narrow && settings.panes === "both") return { ...settings, panes: "text" };
  return !narrow && settings.panes === "rail" ? { ...settings, panes: "both" } : settings;
}
