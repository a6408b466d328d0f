import { Skeleton, Text } from "@mantine/core";
import { diffWords } from "diff";
import { useMemo, type ReactNode } from "react";

import type { PageContent } from "../model/viewed-document.ts";
import type { Loaded } from "../model/page-store.ts";
import classes from "../viewer/viewer.module.css";

/** The other reading that a document is compared with. */
export interface OtherReading {
  /** Such as "High quality, 3.1 s". */
  readonly label: string;
  readonly texts: Loaded<ReadonlyMap<number, string>>;
}

/** Beyond this many changes two texts are not worth comparing, and comparing them takes long. */
const MAX_EDITS = 5000;

/** What this reading of a page has and the other one has not, word by word. */
export function Difference({
  content,
  other,
}: {
  readonly content: PageContent;
  readonly other: OtherReading | undefined;
}): ReactNode {
  const { value, problem } = other?.texts ?? { value: undefined, problem: undefined };
  const before = value?.get(content.number);
  const text = content.text ?? "";
  const parts = useMemo(
    () => (before === undefined ? [] : (diffWords(before, text, { maxEditLength: MAX_EDITS }) ?? [])),
    [before, text],
  );
  if (other === undefined || problem !== undefined)
    return <Text p="md">{problem ?? "There is no other reading of this document."}</Text>;
  if (value === undefined) return <Skeleton height={200} />;
  const changes = parts.filter(({ added, removed }) => added || removed).length;
  return (
    <div className={classes["difference"]}>
      <Text size="sm" c="var(--ink-faint)" mb={6}>
        {before === undefined
          ? `This page is not in the other reading (${other.label}).`
          : `Compared with ${other.label}: ${changes === 0 ? "the same words" : `${changes} differences`}`}
      </Text>
      <pre className={`${classes["text"]} ${classes["wrapped"]}`}>
        {parts.map(({ value: words, added, removed }, index) => {
          if (added)
            return (
              <ins key={index} className={classes["added"]}>
                {words}
              </ins>
            );
          return removed ? (
            <del key={index} className={classes["removed"]}>
              {words}
            </del>
          ) : (
            <span key={index}>{words}</span>
          );
        })}
      </pre>
    </div>
  );
}
