import { notifications } from "@mantine/notifications";
import { useEffect, useRef, useState, type Dispatch, type SetStateAction } from "react";

import { ask, change } from "../../api/uncached.ts";
import type {
  ConfirmFieldsInput,
  CorrectFieldInput,
  FieldsOfDocumentQuery,
  ReadFieldsInput,
} from "../../generated/graphql.ts";
import { reasonOf } from "../../parts/api-error.tsx";
import { Ahead } from "../model/ahead.ts";
import {
  CONFIRM_FIELDS,
  CORRECT_FIELD,
  FIELDS_OF_DOCUMENT,
  READ_FIELDS,
  REJECT_FIELDS,
  type DocumentData,
  type DocumentPart,
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
  /** The parts by that schema, in the order of their pages. */
  readonly parts: readonly DocumentPart[];
  readonly loading: boolean;
  /** Whether a change is on its way. */
  readonly busy: boolean;
  /** Why the last change was refused; "" if it was not. */
  readonly problem: string;
  /** By default, it is split if it was before. */
  readonly read: (schema: string, split?: boolean) => Promise<boolean>;
  /** All of them if no path is given. */
  readonly confirm: (paths?: readonly string[]) => Promise<boolean>;
  readonly correct: (path: string, text: string | null, words?: PickedWords) => Promise<boolean>;
  readonly reject: () => Promise<boolean>;
}

const ahead = new Ahead<FieldsOfDocumentQuery>();

/** Asks for the fields of a document that is shown next. */
export function prefetchFields(id: string, part: number): void {
  ahead.begin(keyOf(id, part), () => ask(FIELDS_OF_DOCUMENT, { id, part }));
}

function keyOf(id: string, part: number): string {
  return `${id} ${part}`;
}

/** How often fields that are not read yet are asked for again. */
const AGAIN_MS = 1500;

interface Wanted {
  readonly schema: string | undefined;
  /** Of a document that is split. */
  readonly part: number;
}

/** The fields of a document by the wanted schema, or else by one that it was read with; loaded when they are shown. */
export function useDocumentFields(id: string, wanted: Wanted, shown: boolean): DocumentFieldsState {
  const { answer, schema, data, setAnswer, problem: missing } = useAnswer(id, wanted, shown);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => void (isOpen.current = false);
  }, []);
  /** Changes go one after the other. */
  const changed = async (make: () => Promise<Changed>): Promise<boolean> => {
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
      if (!isOpen.current) tellOf(error);
      return false;
    } finally {
      setBusy(false);
    }
  };
  const of = { jobId: id, schema: schema ?? "", part: wanted.part };
  return {
    schemas: answer?.fieldsSchemas ?? [],
    schema,
    data,
    parts: answer?.job?.parts.filter(({ schemaName }) => schemaName === schema) ?? [],
    loading: answer === undefined && missing === "",
    busy,
    problem: problem || missing,
    read: (name, split) =>
      changed(() => readBy({ jobId: id, schema: name, ...(split !== undefined && { split }) })),
    confirm: (paths) => changed(() => confirmAt({ ...of, ...(paths && { paths: [...paths] }) })),
    correct: (path, text, words) =>
      changed(() =>
        correctAt({
          ...of,
          path,
          text,
          ...(words && { words: { page: words.page, indexes: [...words.indexes] } }),
        }),
      ),
    reject: () =>
      changed(async () => ({ fields: (await change(REJECT_FIELDS, { input: of })).rejectFields.fields })),
  };
}

/** Of a document that is not shown any more. */
function tellOf(error: unknown): void {
  const title = "The document before this one was not saved";
  notifications.show({ color: "red", title, message: reasonOf(error) });
}

interface Changed {
  readonly fields: DocumentData;
  /** All parts, if the document was read again. */
  readonly parts?: readonly DocumentPart[];
}

async function readBy(input: ReadFieldsInput): Promise<Changed> {
  return (await change(READ_FIELDS, { input })).readFields;
}

async function confirmAt(input: ConfirmFieldsInput): Promise<Changed> {
  return { fields: (await change(CONFIRM_FIELDS, { input })).confirmFields.fields };
}

async function correctAt(input: CorrectFieldInput): Promise<Changed> {
  return { fields: (await change(CORRECT_FIELD, { input })).correctField.fields };
}

interface Answer extends Pick<DocumentFieldsState, "schema" | "data" | "problem"> {
  readonly answer: FieldsOfDocumentQuery | undefined;
  readonly setAnswer: Dispatch<SetStateAction<FieldsOfDocumentQuery | undefined>>;
}

/** What is stored, asked for again while it waits to be read. */
function useAnswer(id: string, { schema: wanted, part }: Wanted, shown: boolean): Answer {
  const [answer, setAnswer] = useState(() => ahead.ready(keyOf(id, part)));
  const [problem, setProblem] = useState("");
  const [loads, setLoads] = useState(0);
  const known = answer?.job?.fieldsOfSchemas ?? [];
  const schema = wanted ?? known[0]?.schemaName;
  const data = known.find(({ schemaName }) => schemaName === schema);
  const waits = data?.status === "WAITING";
  useEffect(() => {
    if (!shown) return undefined;
    let isWanted = true;
    (ahead.take(keyOf(id, part)) ?? ask(FIELDS_OF_DOCUMENT, { id, part })).then(
      (found) => isWanted && setAnswer(found),
      (error: unknown) => isWanted && setProblem(reasonOf(error)),
    );
    return () => {
      isWanted = false;
    };
  }, [id, part, shown, loads]);
  useEffect(() => {
    if (!waits || !shown) return undefined;
    const timer = setTimeout(() => setLoads((times) => times + 1), AGAIN_MS);
    return () => clearTimeout(timer);
  }, [waits, shown, loads]);
  return { answer, setAnswer, schema, data, problem };
}

function withFields(answer: FieldsOfDocumentQuery, { fields, parts }: Changed): FieldsOfDocumentQuery {
  const { job } = answer;
  if (!job) return answer;
  const isOther = ({ schemaName }: Pick<DocumentPart, "schemaName">): boolean =>
    schemaName !== fields.schemaName;
  const others = job.fieldsOfSchemas.filter(isOther);
  const kept = parts
    ? [...job.parts.filter(isOther), ...parts]
    : job.parts.map((one) =>
        isOther(one) || one.part !== fields.part ? one : { ...one, status: fields.status },
      );
  return { ...answer, job: { ...job, fieldsOfSchemas: [...others, fields], parts: kept } };
}
