import { useEffect, useRef, useState } from "react";

import { ask, change } from "../../api/uncached.ts";
import type { FieldsOfDocumentQuery } from "../../generated/graphql.ts";
import { reasonOf } from "../../parts/api-error.tsx";
import { Ahead } from "../model/ahead.ts";
import {
  CONFIRM_FIELDS,
  CORRECT_FIELD,
  FIELDS_OF_DOCUMENT,
  READ_FIELDS,
  REJECT_FIELDS,
  type DocumentData,
} from "./field-queries.ts";

/** Words of a page that a value is taken from. */
export interface PickedWords {
  readonly page: number;
  readonly indexes: readonly number[];
}

export interface DocumentFieldsState {
  readonly schemas: readonly { readonly name: string; readonly title: string }[];
  /** The name of the schema that is shown; undefined if none is chosen yet. */
  readonly schema: string | undefined;
  /** Undefined if the fields were not read by it. */
  readonly data: DocumentData | undefined;
  readonly loading: boolean;
  /** Whether a change is on its way. */
  readonly busy: boolean;
  /** Why the last change was refused; "" if it was not. */
  readonly problem: string;
  readonly read: (schema: string) => Promise<boolean>;
  /** All of them if no path is given. */
  readonly confirm: (paths?: readonly string[]) => Promise<boolean>;
  readonly correct: (path: string, text: string | null, words?: PickedWords) => Promise<boolean>;
  readonly reject: () => Promise<boolean>;
}

const ahead = new Ahead<FieldsOfDocumentQuery>();

/** Asks for the fields of a document that is shown next. */
export function prefetchFields(id: string): void {
  ahead.begin(id, () => ask(FIELDS_OF_DOCUMENT, { id }));
}

/** How often fields that are not read yet are asked for again. */
const AGAIN_MS = 1500;

/** The fields of a document by the wanted schema, or else by one that it was read with; loaded when they are shown. */
export function useDocumentFields(
  id: string,
  wanted: string | undefined,
  shown: boolean,
): DocumentFieldsState {
  const [answer, setAnswer] = useState<FieldsOfDocumentQuery>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const [loads, setLoads] = useState(0);
  const known = answer?.job?.fieldsOfSchemas ?? [];
  const schema = wanted ?? known[0]?.schemaName;
  const data = known.find(({ schemaName }) => schemaName === schema);
  const waits = data?.status === "WAITING";
  useEffect(() => {
    if (!shown) return undefined;
    let isWanted = true;
    (ahead.take(id) ?? ask(FIELDS_OF_DOCUMENT, { id })).then(
      (found) => isWanted && setAnswer(found),
      (error: unknown) => isWanted && setProblem(reasonOf(error)),
    );
    return () => {
      isWanted = false;
    };
  }, [id, shown, loads]);
  useEffect(() => {
    if (!waits || !shown) return undefined;
    const timer = setTimeout(() => setLoads((times) => times + 1), AGAIN_MS);
    return () => clearTimeout(timer);
  }, [waits, shown, loads]);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  /** Changes go one after the other. */
  const changed = async (make: () => Promise<DocumentData>): Promise<boolean> => {
    setBusy(true);
    const turn = last.current.then(make);
    last.current = turn.catch(() => undefined);
    try {
      const next = await turn;
      setAnswer((before) => before && withFields(before, next));
      setProblem("");
      return true;
    } catch (error) {
      setProblem(reasonOf(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  const input = { jobId: id, schema: schema ?? "" };
  return {
    schemas: answer?.fieldsSchemas ?? [],
    schema,
    data,
    loading: answer === undefined && problem === "",
    busy,
    problem,
    read: (name) =>
      changed(
        async () => (await change(READ_FIELDS, { input: { jobId: id, schema: name } })).readFields.fields,
      ),
    confirm: (paths) =>
      changed(
        async () =>
          (await change(CONFIRM_FIELDS, { input: { ...input, ...(paths && { paths: [...paths] }) } }))
            .confirmFields.fields,
      ),
    correct: (path, text, words) =>
      changed(
        async () =>
          (
            await change(CORRECT_FIELD, {
              input: {
                ...input,
                path,
                text,
                ...(words && { words: { page: words.page, indexes: [...words.indexes] } }),
              },
            })
          ).correctField.fields,
      ),
    reject: () => changed(async () => (await change(REJECT_FIELDS, { input })).rejectFields.fields),
  };
}

function withFields(answer: FieldsOfDocumentQuery, next: DocumentData): FieldsOfDocumentQuery {
  const { job } = answer;
  if (!job) return answer;
  const others = job.fieldsOfSchemas.filter(({ schemaName }) => schemaName !== next.schemaName);
  return { ...answer, job: { ...job, fieldsOfSchemas: [...others, next] } };
}
