import { Button, CloseButton, CopyButton, Text } from "@mantine/core";
import type { ReactNode } from "react";

import type { PageContent } from "../model/viewed-document.ts";
import { CorrectWord } from "./words/correct-word.tsx";
import type { Mark } from "./marks.ts";
import { wordAt, type Correcting } from "./words/use-corrections.ts";
import classes from "./viewer.module.css";

/** The chosen line or word, and what can be done with it. */
export function ChosenPart({
  mark,
  content,
  name,
  correcting,
  onClose,
}: {
  readonly mark: Mark;
  readonly content: PageContent | undefined;
  readonly name: string;
  readonly correcting: Correcting;
  readonly onClose: () => void;
}): ReactNode {
  const line = mark.line === undefined ? undefined : content?.lines[mark.line];
  const word = wordAt(content, mark);
  const text = word?.text ?? line?.text.trim() ?? "";
  const number = mark.line === undefined ? undefined : mark.line + 1;
  const citation = { document: name, page: mark.page, line: number, text, box: mark.box };
  return (
    <section className={classes["chosen"]} aria-label="Chosen part">
      <Text size="sm" fw={600}>
        Page {mark.page}
        {number !== undefined && `, line ${number}`}
      </Text>
      {word && correcting.possible ? (
        <CorrectWord key={`${mark.page} ${word.index}`} mark={mark} word={word} correcting={correcting} />
      ) : (
        <Text size="sm" truncate maw={420}>
          {text}
        </Text>
      )}
      <Copy label="Copy link" value={location.href} />
      <Copy label="Copy text" value={text} />
      <Copy label="Copy box" value={JSON.stringify(mark.box)} />
      <Copy label="Copy citation" value={JSON.stringify(citation, null, 2)} />
      <CloseButton size="sm" aria-label="Close the chosen part" onClick={onClose} />
    </section>
  );
}

function Copy({ label, value }: { readonly label: string; readonly value: string }): ReactNode {
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Button size="compact-xs" variant="default" onClick={copy}>
          {copied ? "Copied" : label}
        </Button>
      )}
    </CopyButton>
  );
}
