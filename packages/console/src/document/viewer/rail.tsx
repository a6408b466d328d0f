import { UnstyledButton } from "@mantine/core";
import { IconAlertTriangle, IconClock } from "@tabler/icons-react";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef, type ReactNode } from "react";

import { usePicture, type PageStore } from "../model/page-store.ts";
import { THUMBNAIL_DPI } from "../model/thumbnail.ts";
import type { PageOutline } from "../model/viewed-document.ts";
import classes from "./viewer.module.css";

const THUMBNAIL_HEIGHT = 112;
/** The pages themselves come first. */
const THUMBNAIL_DELAY_MS = 400;

/** All pages as small pictures with their state; a click goes to the page. */
export function Rail({
  store,
  numbers,
  outlines,
  page,
  onGo,
}: {
  readonly store: PageStore;
  readonly numbers: readonly number[];
  readonly outlines: ReadonlyMap<number, PageOutline>;
  readonly page: number;
  readonly onGo: (page: number) => void;
}): ReactNode {
  const scroller = useRef<HTMLElement>(null);
  const rows = useVirtualizer({
    count: numbers.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => THUMBNAIL_HEIGHT,
    overscan: 2,
  });
  const at = numbers.indexOf(page);
  useEffect(() => {
    if (at >= 0) rows.scrollToIndex(at, { align: "auto" });
  }, [rows, at]);
  return (
    <nav ref={scroller} className={classes["rail"]} aria-label="Pages of the document">
      <div className={classes["stack"]} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const number = numbers[index] ?? 0;
          return (
            <UnstyledButton
              key={number}
              className={classes["thumbnail"] ?? ""}
              style={{ top: start, height: THUMBNAIL_HEIGHT }}
              aria-label={labelOf(number, outlines.get(number))}
              aria-current={number === page}
              title={outlines.get(number)?.message}
              onClick={() => onGo(number)}
            >
              <span className={classes["small"]}>
                {outlines.has(number) && <Thumbnail store={store} number={number} />}
              </span>
              <span>
                {number} <StateIcon outline={outlines.get(number)} />
              </span>
            </UnstyledButton>
          );
        })}
      </div>
    </nav>
  );
}

function labelOf(number: number, outline: PageOutline | undefined): string {
  if (outline === undefined) return `Page ${number}, not read yet`;
  return outline.failed ? `Page ${number}, failed: ${outline.message}` : `Page ${number}`;
}

function StateIcon({ outline }: { readonly outline: PageOutline | undefined }): ReactNode {
  if (outline === undefined) return <IconClock aria-hidden size={12} />;
  return outline.failed ? (
    <IconAlertTriangle aria-hidden size={12} color="var(--mantine-color-red-text)" />
  ) : null;
}

/** Of a page that was read: there is no picture before. */
function Thumbnail({ store, number }: { readonly store: PageStore; readonly number: number }): ReactNode {
  const { value } = usePicture(store, number, THUMBNAIL_DPI, THUMBNAIL_DELAY_MS);
  return value !== undefined && <img src={value} alt="" />;
}
