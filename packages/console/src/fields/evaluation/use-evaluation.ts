import { useEffect, useState } from "react";
import { CombinedError } from "urql";

import { ask } from "../../api/uncached.ts";
import { EVALUATION, type Evaluation } from "./evaluation-query.ts";

export interface EvaluationState {
  readonly evaluation: Evaluation | undefined;
  readonly error: CombinedError | undefined;
  readonly busy: boolean;
  readonly repeat: () => void;
}

/** The evaluation of a version, which is made when the screen opens and when another version is chosen. */
export function useEvaluation({
  schema,
  version,
  against,
}: {
  readonly schema: string;
  readonly version: number | undefined;
  readonly against: number | undefined;
}): EvaluationState {
  const [times, setTimes] = useState(0);
  const key = JSON.stringify([schema, version, against, times]);
  const [state, setState] = useState<Pick<EvaluationState, "evaluation" | "error"> & { of?: string }>({
    evaluation: undefined,
    error: undefined,
  });
  useEffect(() => {
    let wanted = true;
    ask(EVALUATION, { schema, version: version ?? null, definition: null, against: against ?? null }).then(
      ({ fieldsEvaluation: evaluation }) => wanted && setState({ evaluation, error: undefined, of: key }),
      (error: unknown) =>
        wanted && error instanceof CombinedError && setState({ evaluation: undefined, error, of: key }),
    );
    return () => {
      wanted = false;
    };
    // The key stands for the version.
  }, [key]);
  return {
    evaluation: state.evaluation,
    error: state.of === key ? state.error : undefined,
    busy: state.of !== key,
    repeat: () => setTimes((count) => count + 1),
  };
}
