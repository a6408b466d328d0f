import { memo, type PointerEvent, type ReactNode } from "react";

import { isIn } from "../../model/placed-words.ts";
import { partsOf } from "../../model/shown-line.ts";
import type { Match, PageContent, PageLine, PageWord } from "../../model/viewed-document.ts";
import type { Beside } from "../beside.ts";
import { lineMark, useMark, wordMark, type Mark } from "../marks.ts";
import { doubt } from "../view-settings.ts";
import { fittedFont, MAX_FONT } from "./fitted-text.ts";
import classes from "../viewer.module.css";

/** The text of a page, line by line, every word at its column. */
export function PageText({ content, width, settings, marks, matches, current, onChoose }: Beside): ReactNode {
  const mark = useMark(marks, content.number);
  const wrapClass = settings.wrap ? classes["wrapped"] : "";
  const size = settings.wrap ? MAX_FONT : fittedFont(content.lines, width, settings.panes !== "both");
  return (
    <pre
      className={`${classes["text"]} ${wrapClass}`}
      style={{ fontSize: size }}
      dir="auto"
      onPointerMove={(event) => marks.set(under(event, content))}
      onPointerLeave={() => marks.set(undefined)}
      onClick={() => {
        const chosen = marks.current();
        if (chosen && getSelection()?.isCollapsed !== false) onChoose(chosen);
      }}
    >
      {content.lines.map((line, index) => (
        <TextLine
          key={index}
          line={line}
          index={index}
          marked={mark?.line === index ? (mark.word ?? -1) : undefined}
          heat={settings.heat}
          matches={matches.length === 0 ? NO_MATCHES : matches}
          current={current}
        />
      ))}
    </pre>
  );
}

const NO_MATCHES: readonly Match[] = [];

function under({ target }: PointerEvent, content: PageContent): Mark | undefined {
  if (!(target instanceof HTMLElement)) return undefined;
  const element = target.closest<HTMLElement>("[data-line]");
  const { line, word } = element?.dataset ?? {};
  if (line === undefined) return undefined;
  return word === undefined ? lineMark(content, Number(line)) : wordMark(content, Number(line), Number(word));
}

interface LineProps {
  readonly line: PageLine;
  readonly index: number;
  /** Index of the marked word, -1 if only the line is marked, undefined if neither is. */
  readonly marked: number | undefined;
  readonly heat: boolean;
  readonly matches: readonly Match[];
  readonly current: Match | undefined;
}

const TextLine = memo(function TextLine(props: LineProps): ReactNode {
  const { line, index, marked } = props;
  return (
    <span
      data-line={index}
      className={marked === undefined ? classes["line"] : `${classes["line"]} ${classes["lineMarked"]}`}
    >
      {partsOf(line).map(({ text, word }, part) => {
        const read = word === undefined ? undefined : line.words[word];
        if (read === undefined) return text;
        return (
          <span
            key={part}
            data-line={index}
            data-word={word}
            className={lookOf(read, marked === word, props)}
            title={titleOf(read, props.heat)}
          >
            {text}
          </span>
        );
      })}
      {"\n"}
    </span>
  );
});

function titleOf({ confidence, correction }: PageWord, heat: boolean): string | undefined {
  if (correction) return `Read as ${correction.original}`;
  return heat && confidence < 1 ? `Confidence ${confidence.toFixed(2)}` : undefined;
}

function lookOf(word: PageWord, marked: boolean, { heat, matches, current }: LineProps): string | undefined {
  const level = heat ? doubt(word.confidence) : 0;
  const match = matches.find(({ box }) => isIn(word.box, box));
  const looks = [
    word.correction ? classes["correctedWord"] : "",
    level > 0 && !word.correction ? classes[`textHeat${level}`] : "",
    match === undefined ? "" : classes[match === current ? "currentHit" : "hit"],
    marked ? classes["wordMarked"] : "",
  ].filter(Boolean);
  return looks.length === 0 ? undefined : looks.join(" ");
}
