import { useMemo, type ReactNode } from "react";

import type { Match } from "../../model/viewed-document.ts";
import type { Beside } from "../beside.ts";
import { PageRow } from "./page-row.tsx";
import type { Viewer } from "../use-viewer.ts";
import classes from "../viewer.module.css";

/** The pages as one long scroll; only those near the window exist. */
export function PageRows({
  viewer,
  beside,
}: {
  readonly viewer: Viewer;
  readonly beside: (parts: Beside) => ReactNode;
}): ReactNode {
  const { store, outlines, numbers, settings, marks, search, choose, onContent, pages, explanations } =
    viewer;
  const { scroller, measured, rows, layout } = pages;
  const matches = useMemo(() => Map.groupBy(search.matches, ({ page }) => page), [search.matches]);
  return (
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
                  matches={matches.get(number) ?? NO_MATCHES}
                  current={search.current}
                  onChoose={choose}
                  onContent={onContent}
                  explanations={explanations}
                  beside={beside}
                />
              </div>
            );
          })}
        </div>
      </div>
    </section>
  );
}

const NO_MATCHES: readonly Match[] = [];
