import { Button, Group, Text } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { CombinedError } from "urql";

import { ask } from "../../api/uncached.ts";
import { ApiError } from "../../parts/api-error.tsx";
import { EVALUATION, type Evaluation } from "./evaluation-query.ts";
import { EvaluationResult } from "./evaluation-result.tsx";

/** What a definition that is not saved yet makes better and worse than the newest version. */
export function DraftEvaluation({
  schema,
  version,
  definition,
}: {
  readonly schema: string;
  readonly version: number;
  readonly definition: string;
}): ReactNode {
  const [tried, setTried] = useState<{ readonly definition: string; readonly evaluation: Evaluation }>();
  const [error, setError] = useState<CombinedError>();
  const [busy, setBusy] = useState(false);
  const evaluate = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      const { fieldsEvaluation } = await ask(EVALUATION, {
        schema,
        version: null,
        definition,
        against: version,
      });
      setTried({ definition, evaluation: fieldsEvaluation });
    } catch (problem) {
      if (!(problem instanceof CombinedError)) throw problem;
      setError(problem);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Group gap="sm">
        <Button variant="default" loading={busy} onClick={() => void evaluate()}>
          Compare with version {version}
        </Button>
        <Text c="var(--ink-faint)">Reads the confirmed documents by both, before anything is saved.</Text>
      </Group>
      {error && <ApiError error={error} />}
      {tried?.definition === definition && (
        <EvaluationResult evaluation={tried.evaluation} definition={definition} schema={schema} />
      )}
    </>
  );
}
