import { Skeleton, Text } from "@mantine/core";
import { useRef, type MouseEvent, type ReactNode } from "react";

import { usePicture, type PageStore } from "../../model/page-store.ts";
import type { Box, Match, PageContent, PageOutline } from "../../model/viewed-document.ts";
import {
  regionAt,
  useExplanation,
  type Explanations,
  type ExplanationState,
} from "../../why/explanations.ts";
import { RegionShapes } from "../../why/region-shapes.tsx";
import { markAt, useMark, type Mark, type Marks } from "../marks.ts";
import { doubt, resolutionFor, type ViewSettings } from "../view-settings.ts";
import classes from "../viewer.module.css";

/** Points between a marked box and its outline. */
const MARK_MARGIN = 1.5;

interface PictureProps {
  readonly store: PageStore;
  readonly outline: PageOutline;
  readonly content: PageContent | undefined;
  readonly size: { readonly width: number; readonly height: number };
  readonly scale: number;
  readonly settings: ViewSettings;
  readonly marks: Marks;
  readonly matches: readonly Match[];
  readonly current: Match | undefined;
  readonly onChoose: (mark: Mark) => void;
  readonly explanations: Explanations | undefined;
}

/** The picture of a page with what is marked on it. */
export function PagePicture(props: PictureProps): ReactNode {
  const { store, outline, content, size, scale, marks, onChoose, explanations } = props;
  const { value, problem } = usePicture(store, outline.number, resolutionFor(scale));
  const sheet = useRef<HTMLDivElement>(null);
  const state = useExplanation(explanations, outline.number);
  const regions = state?.kind === "explained" ? state.explanation.regions : undefined;
  const at = (event: MouseEvent): readonly [x: number, y: number] => {
    const { left = 0, top = 0 } = sheet.current?.getBoundingClientRect() ?? {};
    return [(event.clientX - left) / scale, (event.clientY - top) / scale];
  };
  const under = (event: MouseEvent): Mark | undefined => {
    if (!regions) return content && markAt(content, ...at(event));
    const box = regionAt(regions, ...at(event))?.box;
    return box && { page: outline.number, box };
  };
  return (
    <div
      ref={sheet}
      className={classes["sheet"]}
      style={{ width: size.width * scale, height: size.height * scale }}
      onPointerMove={(event) => marks.set(under(event))}
      onPointerLeave={() => marks.set(undefined)}
      onClick={(event) => {
        const mark = marks.current();
        if (regions) explanations?.choose(outline.number, regionAt(regions, ...at(event))?.key);
        else if (mark) onChoose(mark);
      }}
    >
      {value !== undefined && <img src={value} alt={`Page ${outline.number}`} draggable={false} />}
      {value === undefined && problem === undefined && <Skeleton height="100%" radius={0} />}
      {value === undefined && problem !== undefined && (
        <Text p="md" c="#5d6066">
          {problem}
        </Text>
      )}
      {content && <Boxes {...props} content={content} size={size} explained={state} />}
    </div>
  );
}

function Boxes({
  content,
  size,
  settings,
  marks,
  matches,
  current,
  explained,
}: Omit<PictureProps, "content"> & {
  readonly content: PageContent;
  readonly explained: ExplanationState | undefined;
}): ReactNode {
  const mark = useMark(marks, content.number);
  const line = mark?.line === undefined ? null : content.lines[mark.line]?.box;
  const words = content.lines.flatMap((one) => one.words);
  return (
    <svg viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden className={classes["boxes"]}>
      <RegionShapes state={explained} />
      {settings.boxes && words.map(({ box }, index) => <BoxShape key={index} box={box} look="word" />)}
      {content.text === null &&
        content.lines.map(({ box }, index) => box && <BoxShape key={index} box={box} look="word" />)}
      {settings.heat &&
        words.map(({ box, confidence, correction }, index) => {
          const level = correction ? 0 : doubt(confidence);
          return level > 0 && <BoxShape key={index} box={box} look={`heat${level}`} />;
        })}
      {words.map(
        ({ box, correction }, index) =>
          correction && <BoxShape key={index} box={around(box)} look="corrected" />,
      )}
      {matches.map((match, index) => (
        <BoxShape key={index} box={around(match.box)} look={match === current ? "currentMatch" : "match"} />
      ))}
      {line && <BoxShape box={line} look="markedLine" />}
      {mark && <BoxShape box={around(mark.box)} look="marked" />}
    </svg>
  );
}

/** The outline must not cover the ink. */
function around({ x0, y0, x1, y1 }: Box): Box {
  return { x0: x0 - MARK_MARGIN, y0: y0 - MARK_MARGIN, x1: x1 + MARK_MARGIN, y1: y1 + MARK_MARGIN };
}

function BoxShape({
  box: { x0, y0, x1, y1 },
  look,
}: {
  readonly box: Box;
  readonly look: string;
}): ReactNode {
  return (
    <rect
      x={x0}
      y={y0}
      width={Math.max(x1 - x0, 0.5)}
      height={Math.max(y1 - y0, 0.5)}
      className={classes[look]}
      data-look={look}
    />
  );
}
