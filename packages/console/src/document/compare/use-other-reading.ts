import { useEffect, useState } from "react";
import { useQuery } from "urql";

import { graphql } from "../../api/graphql.ts";
import { isSettled } from "../../documents/live/job-row.ts";
import { modeLabel } from "../../documents/reading/reading.ts";
import { reasonOf } from "../../parts/api-error.tsx";
import { textsOf } from "../actions/whole-document.ts";
import type { Loaded } from "../model/page-store.ts";
import type { OtherReading } from "./difference.tsx";

const OTHER = graphql(`
  query OtherReading($id: ID!) {
    job(id: $id) {
      ...JobRow
    }
  }
`);

type Texts = Loaded<ReadonlyMap<number, string>>;

const WAITING: Texts = { value: undefined, problem: undefined };

/** Another reading of the same document with its texts; undefined without an id. */
export function useOtherReading(id: string | undefined): OtherReading | undefined {
  const [{ data }] = useQuery({ query: OTHER, variables: { id: id ?? "" }, pause: id === undefined });
  const [texts, setTexts] = useState<Texts>(WAITING);
  const settled = data?.job ? isSettled(data.job) : false;
  useEffect(() => {
    let wanted = true;
    setTexts(WAITING);
    if (id !== undefined && settled)
      textsOf(id).then(
        (value) => wanted && setTexts({ value, problem: undefined }),
        (error: unknown) => wanted && setTexts({ value: undefined, problem: reasonOf(error) }),
      );
    return () => {
      wanted = false;
    };
  }, [id, settled]);
  if (id === undefined || !data?.job) return undefined;
  const { mode, startedAt, settledAt } = data.job;
  const seconds =
    startedAt !== null && settledAt !== null
      ? (Date.parse(settledAt) - Date.parse(startedAt)) / 1000
      : undefined;
  const took = seconds === undefined ? "" : `, ${seconds.toFixed(1)} s`;
  return { label: `“${modeLabel(mode)}”${took}`, texts };
}
