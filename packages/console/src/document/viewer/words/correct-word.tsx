import { Button, Group, Text, TextInput } from "@mantine/core";
import { useState, type FormEvent, type KeyboardEvent, type ReactNode } from "react";

import type { PageWord } from "../../model/viewed-document.ts";
import type { Mark } from "../marks.ts";
import type { Correcting } from "./use-corrections.ts";

/** The chosen word: as it was read, as it was corrected, and a field to correct it. */
export function CorrectWord({
  mark,
  word,
  correcting,
}: {
  readonly mark: Mark;
  readonly word: PageWord;
  readonly correcting: Correcting;
}): ReactNode {
  const { editing, setEditing, undo, problem } = correcting;
  if (editing) return <Editor mark={mark} word={word} correcting={correcting} />;
  const { correction } = word;
  return (
    <Group gap="xs">
      <Text size="sm">
        {correction ? (
          <>
            <b>{word.text}</b>, read as {correction.original}
            {correction.author !== null && `, corrected by ${correction.author}`}
          </>
        ) : (
          word.text
        )}
        {word.confidence < 1 && ` (confidence ${word.confidence.toFixed(2)})`}
      </Text>
      <Button size="compact-xs" onClick={() => setEditing(true)}>
        {correction ? "Change the correction (E)" : "Correct (E)"}
      </Button>
      {correction && (
        <Button size="compact-xs" variant="default" onClick={() => void undo(mark)}>
          Undo the correction
        </Button>
      )}
      <Problem text={problem} />
    </Group>
  );
}

function Editor({
  mark,
  word,
  correcting: { save, setEditing, problem },
}: {
  readonly mark: Mark;
  readonly word: PageWord;
  readonly correcting: Correcting;
}): ReactNode {
  const [text, setText] = useState(word.text);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (text.trim() === "") return;
    setBusy(true);
    await save(mark, text.trim());
    setBusy(false);
  };
  const leave = (event: KeyboardEvent): void => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    setEditing(false);
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Group gap="xs">
        <TextInput
          size="xs"
          aria-label={`Correct the word ${word.correction?.original ?? word.text}`}
          autoComplete="off"
          spellCheck
          maxLength={1000}
          autoFocus
          onFocus={({ currentTarget }) => currentTarget.select()}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={leave}
        />
        <Button type="submit" size="compact-xs" loading={busy} disabled={text.trim() === ""}>
          Save
        </Button>
        <Button size="compact-xs" variant="default" onClick={() => setEditing(false)}>
          Cancel
        </Button>
        <Problem text={problem} />
      </Group>
    </form>
  );
}

function Problem({ text }: { readonly text: string }): ReactNode {
  return (
    <Text size="sm" c="var(--fault)" role="status">
      {text}
    </Text>
  );
}
