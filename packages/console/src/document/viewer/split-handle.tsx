import { useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from "react";

import { boundedSplit, MAX_SPLIT, MIN_SPLIT } from "./view-settings.ts";
import classes from "./viewer.module.css";

const STEP = 0.02;

/** The bar between picture and text; dragged, moved with ← and →, and set back with a double click. */
export function SplitHandle({
  split,
  onSplit,
}: {
  /** Share of the picture, 0 to 1. */
  readonly split: number;
  /** Undefined: as the text needs. */
  readonly onSplit: (split: number | undefined) => void;
}): ReactNode {
  const handle = useRef<HTMLDivElement>(null);
  const drag = ({ clientX, buttons }: PointerEvent): void => {
    const frame = handle.current?.parentElement?.getBoundingClientRect();
    if (frame && buttons === 1) onSplit(boundedSplit((clientX - frame.left) / frame.width));
  };
  const move = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = { ArrowLeft: -STEP, ArrowRight: STEP };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onSplit(boundedSplit(split + step));
  };
  return (
    <div
      ref={handle}
      role="separator"
      aria-orientation="vertical"
      aria-label="Width of the page and its text"
      aria-valuemin={MIN_SPLIT * 100}
      aria-valuemax={MAX_SPLIT * 100}
      aria-valuenow={Math.round(split * 100)}
      tabIndex={0}
      data-sideways
      title="Drag to change the widths; double-click to fit the text"
      className={classes["handle"]}
      style={{ left: `${split * 100}%` }}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onDoubleClick={() => onSplit(undefined)}
      onKeyDown={move}
    />
  );
}
