import { useMemo, type ReactNode } from "react";

import type { Match } from "../../model/viewed-document.ts";
import type { Beside } from "../beside.ts";
import { PageRow } from "./page-row.tsx";
import { columnsOf } from "./page-sizes.ts";
import { SidewaysBar } from "../sideways.tsx";
import { SplitHandle } from "../split-handle.tsx";
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
  const { store, outlines, numbers, settings, marks, search, choose, show, onContent, pages } = viewer;
  const { sideways, explanations } = viewer;
  const { scroller, measured, rows, layout } = pages;
  const matches = useMemo(() => Map.groupBy(search.matches, ({ page }) => page), [search.matches]);
  return (
    <div className={classes["pane"]}>
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
                    sideways={sideways}
                    matches={matches.get(number) ?? NO_MATCHES}
                    current={search.current}
                    onChoose={choose}
                    show={show}
                    onContent={onContent}
                    explanations={explanations}
                    beside={beside}
                  />
                </div>
              );
            })}
          </div>
        </div>
        <div className={classes["bars"]} style={{ gridTemplateColumns: columnsOf(layout, settings) }}>
          {settings.panes !== "text" && <SidewaysBar scroll={sideways.picture} />}
          {settings.panes !== "picture" && <SidewaysBar scroll={sideways.text} />}
        </div>
      </section>
      {settings.panes === "both" && (
        <div className={classes["handles"]} style={{ width: layout.shared }}>
          <SplitHandle split={layout.split} onSplit={viewer.split.choose} />
        </div>
      )}
    </div>
  );
}

const NO_MATCHES: readonly Match[] = [];
