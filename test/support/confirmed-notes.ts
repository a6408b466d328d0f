import { z } from "zod";
import { createGraphqlClient } from "./clients/graphql-client.ts";
import { createRestClient } from "./clients/rest-client.ts";
import type { RunningService } from "./service.ts";

/** A schema of delivery notes whose weight is labelled as given. */
export function noteSchema({ labels }: { readonly labels: readonly string[] }): object {
  return {
    title: "Delivery notes",
    type: "object",
    properties: {
      number: { type: "string", format: "number-text", labels: ["Note number"] },
      weight: { type: "number", labels },
    },
  };
}

interface Notes {
  /** The name of a schema that is created. */
  readonly schema: string;
  readonly labels: readonly string[];
  readonly count: number;
  /** How often each note is submitted. */
  readonly copies?: number;
}

/** Creates a schema, and delivery notes whose data a person has typed and confirmed. Resolves to their jobs. */
export async function confirmedNotes(
  service: RunningService,
  { schema, labels, count, copies = 1 }: Notes,
): Promise<readonly string[]> {
  const graphql = createGraphqlClient(service);
  const definition = JSON.stringify(noteSchema({ labels }));
  await graphql.read(
    z.unknown(),
    "mutation ($input: FieldsSchemaInput!) { createFieldsSchema(input: $input) { __typename } }",
    { input: { name: schema, definition } },
  );
  const notes = Array.from({ length: count }, (_, at) => ({
    number: `N-${at + 1}`,
    weight: `${at + 12}.50`,
  }));
  const jobs: string[] = [];
  for (const note of notes.flatMap((one) => Array.from({ length: copies }, () => one))) {
    jobs.push(await confirmedNote(service, { schema, ...note }));
  }
  return jobs;
}

interface Note {
  readonly schema: string;
  readonly number: string;
  readonly weight: string;
}

/** Submits a delivery note and resolves to its job. */
export async function submittedNote(
  service: RunningService,
  { schema, number, weight }: Note,
): Promise<string> {
  const rest = createRestClient(service);
  const hash = await rest.submit(
    new TextEncoder()
      .encode(`<!doctype html><h1>Harbour Ropes Limited</h1><p>Delivery from the northern harbour</p>
<p>Note number: ${number}</p><p>Heft: ${weight}</p><p>Please check the goods and sign the copy of this note</p>`),
    { schema },
  );
  await rest.waitUntilSettled(hash);
  const found = z.object({ job: z.object({ id: z.string() }) });
  const query = "query ($hash: String) { job(handle: $hash) { id } }";
  return (await createGraphqlClient(service).read(found, query, { hash })).job.id;
}

async function confirmedNote(service: RunningService, note: Note): Promise<string> {
  const { schema, weight } = note;
  const place = { jobId: await submittedNote(service, note), schema };
  await createGraphqlClient(service).read(
    z.unknown(),
    `mutation ($place: ReadFieldsInput!, $weight: CorrectFieldInput!, $all: ConfirmFieldsInput!) {
      readFields(input: $place) { __typename }
      correctField(input: $weight) { __typename }
      confirmFields(input: $all) { __typename }
    }`,
    { place, weight: { ...place, path: "weight", text: weight }, all: place },
  );
  return place.jobId;
}
