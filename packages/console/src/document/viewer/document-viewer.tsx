import { useMediaQuery } from "@mantine/hooks";
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from "react";

import { createPageStore } from "../model/page-store.ts";
import type { PageContent, PageOutline, ViewedDocument } from "../model/viewed-document.ts";
import { ChosenPart } from "./chosen-part.tsx";
import { createMarks, lineMark, neighbour, type Mark, type Marks } from "./marks.ts";
import { nextDoubtful } from "./next-doubtful.ts";
import { PageRow } from "./page-row.tsx";
import { Rail } from "./rail.tsx";
import { Tools } from "./tools.tsx";
import { useKeys } from "./use-keys.ts";
import { usePages } from "./use-pages.ts";
import { useSearch } from "./use-search.ts";
import { DEFAULT_SETTINGS, zoomed, type ViewSettings } from "./view-settings.ts";
import classes from "./viewer.module.css";

export interface Place {
  readonly page: number;
  /** Counted from 1. */
  readonly line: number | undefined;
}

/** What a rendition needs to draw a page. */
export interface Beside {
  readonly content: PageContent;
  readonly width: number;
  readonly settings: ViewSettings;
  readonly marks: Marks;
  readonly search: ReturnType<typeof useSearch>;
  readonly onChoose: (mark: Mark) => void;
}

interface ViewerProps {
  readonly document: ViewedDocument;
  readonly numbers: readonly number[];
  readonly outlines: ReadonlyMap<number, PageOutline>;
  readonly place: Place;
  readonly onPlace: (place: Place) => void;
  /** The choice of renditions. */
  readonly tabs: ReactNode;
  readonly beside: (parts: Beside) => ReactNode;
}

/** Pages beside their text: one scroll, one mark, one search. */
export function DocumentViewer({
  document,
  numbers,
  outlines,
  place,
  onPlace,
  tabs,
  beside,
}: ViewerProps): ReactNode {
  const narrow = useMediaQuery("(max-width: 48em)") ?? false;
  const [chosen, setSettings] = useState<ViewSettings>(DEFAULT_SETTINGS);
  const settings = useMemo(() => fitting(chosen, narrow), [chosen, narrow]);
  const store = useMemo(() => createPageStore(document), [document]);
  useEffect(() => store.end, [store]);
  const marks = useMemo(createMarks, []);
  const searchField = useRef<HTMLInputElement>(null);
  const at = { numbers, outlines, settings, start: place.page };
  const pages = usePages(at, (page) => {
    if (page !== place.page) onPlace({ page, line: undefined });
  });
  const { page, layout, rows, go, reveal, scroller, measured } = pages;
  const search = useSearch(document, page, (match) => reveal(match.page, match.box));
  const [part, setPart] = useState<Mark>();
  const choose = (mark: Mark): void => {
    setPart(mark);
    onPlace({ page: mark.page, line: mark.line === undefined ? undefined : mark.line + 1 });
  };
  const linked = useRef(place.line);
  const onContent = useCallback(
    (content: PageContent) => {
      if (linked.current === undefined || content.number !== place.page) return;
      const mark = lineMark(content, linked.current - 1);
      linked.current = undefined;
      if (!mark) return;
      marks.set(mark);
      setPart(mark);
      reveal(mark.page, mark.box);
    },
    [marks, place.page, reveal],
  );
  const show = (mark: Mark | undefined): void => {
    if (!mark) return;
    marks.set(mark);
    reveal(mark.page, mark.box);
  };
  const moveLine = async (step: 1 | -1): Promise<void> => {
    const from = marks.current() ?? { page, line: -1 };
    const content = await store.page(from.page);
    const next = neighbour(content, from.line ?? -1, step);
    if (next) return show(next);
    const beyond = numbers[numbers.indexOf(from.page) + step];
    if (beyond === undefined || outlines.get(beyond)?.failed !== false) return;
    const other = await store.page(beyond);
    show(neighbour(other, step === 1 ? -1 : other.lines.length, step));
  };
  const doubtful = async (): Promise<void> =>
    show(await nextDoubtful(store, numbers, marks.current() ?? { page }));
  const turn = (step: number): void => go(numbers[numbers.indexOf(page) + step] ?? page);
  useKeys({
    ArrowDown: () => void moveLine(1),
    ArrowUp: () => void moveLine(-1),
    ArrowRight: () => turn(1),
    PageDown: () => turn(1),
    ArrowLeft: () => turn(-1),
    PageUp: () => turn(-1),
    Home: () => go(numbers[0] ?? 1),
    End: () => go(numbers.at(-1) ?? 1),
    Enter: () => {
      const mark = marks.current();
      if (mark) choose(mark);
    },
    "+": () => setSettings(zoomed(settings, 1)),
    "=": () => setSettings(zoomed(settings, 1)),
    "-": () => setSettings(zoomed(settings, -1)),
    w: () => setSettings({ ...settings, boxes: !settings.boxes }),
    c: () => setSettings({ ...settings, heat: !settings.heat }),
    d: () => void doubtful(),
    n: () => search.step(1),
    N: () => search.step(-1),
    "/": () => searchField.current?.select(),
    Escape: () => {
      search.clear();
      setPart(undefined);
      marks.set(undefined);
    },
  });
  return (
    <div className={`${classes["viewer"]} ${settings.panes === "rail" ? classes["railOnly"] : ""}`}>
      <div className={classes["tools"]}>
        <Tools
          settings={settings}
          narrow={narrow}
          onSettings={setSettings}
          search={search}
          searchField={searchField}
          page={page}
          pageCount={numbers.length}
          onDoubtful={() => void doubtful()}
        >
          {tabs}
        </Tools>
      </div>
      <Rail
        store={store}
        numbers={numbers}
        outlines={outlines}
        page={page}
        onGo={(number) => {
          if (settings.panes === "rail") setSettings({ ...settings, panes: "text" });
          go(number);
        }}
      />
      <section ref={scroller} className={classes["pages"]} tabIndex={0} aria-label="Pages and their text">
        <div ref={measured}>
          <div className={classes["stack"]} style={{ height: rows.getTotalSize() }}>
            {rows.getVirtualItems().map(({ index, start, key }) => {
              const number = numbers[index] ?? 0;
              return (
                <div
                  key={key}
                  ref={rows.measureElement}
                  data-index={index}
                  data-page={number}
                  className={classes["row"]}
                  style={{ top: start }}
                >
                  <PageRow
                    store={store}
                    outline={outlines.get(number)}
                    number={number}
                    layout={layout}
                    settings={settings}
                    marks={marks}
                    matches={search.matches.filter((match) => match.page === number)}
                    current={search.current}
                    onChoose={choose}
                    onContent={onContent}
                  >
                    {(content) =>
                      beside({ content, width: layout.column, settings, marks, search, onChoose: choose })
                    }
                  </PageRow>
                </div>
              );
            })}
          </div>
        </div>
      </section>
      {part && (
        <ChosenPart
          mark={part}
          content={store.loaded(part.page)}
          name={document.name}
          onClose={() => setPart(undefined)}
        />
      )}
    </div>
  );
}

/** Narrow screens have no room for both panes; wide ones show the rail beside them. */
function fitting(settings: ViewSettings, narrow: boolean): ViewSettings {
  if (narrow && settings.panes === "both") return { ...settings, panes: "text" };
  return !narrow && settings.panes === "rail" ? { ...settings, panes: "both" } : settings;
}
