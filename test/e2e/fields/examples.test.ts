import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { createGraphqlClient, type GraphqlClient } from "../../support/clients/graphql-client.ts";
import { createRestClient, type RestClient } from "../../support/clients/rest-client.ts";
import { type RunningService, startService } from "../../support/service.ts";

let service: RunningService;
let graphql: GraphqlClient;
let rest: RestClient;

beforeAll(async () => {
  service = await startService();
  graphql = createGraphqlClient(service);
  rest = createRestClient(service);
});
afterAll(() => service[Symbol.asyncDispose]());

/** A supplier whose label of the number no rule knows. */
function invoice(number: string, day: string): Uint8Array {
  return new TextEncoder().encode(`<!doctype html><h1>Brandt Werkzeugbau</h1>
<p>Hammerweg eins, Solingen, Sparkasse Solingen</p><p>Kennziffer: ${number}</p><p>Invoice date: ${day}.03.2026</p>
<p>Wir liefern Ihnen wie besprochen die folgenden Waren aus unserer Werkstatt</p><p>Total: ${day}.50 EUR</p>`);
}

const fieldsSchema = z.object({
  status: z.string(),
  data: z.object({ invoice_number: z.string().nullable() }).nullable(),
  review: z.array(z.string()),
  fields: z.array(
    z.object({
      path: z.string(),
      reader: z.string().nullable(),
      citations: z.array(z.object({ page: z.number(), text: z.string() })),
    }),
  ),
});
type Fields = z.infer<typeof fieldsSchema>;

const FIELDS = "status data review fields { path reader citations { page text } }";

async function submitted(document: Uint8Array): Promise<string> {
  const hash = await rest.submit(document, { schema: "invoice" });
  await rest.waitUntilSettled(hash);
  const found = z.object({ job: z.object({ id: z.string() }) });
  return (await graphql.read(found, "query ($hash: String) { job(handle: $hash) { id } }", { hash })).job.id;
}

async function reading(id: string): Promise<Fields> {
  const payload = z.object({ readFields: z.object({ fields: fieldsSchema }) });
  const { readFields } = await graphql.read(
    payload,
    `mutation ($id: ID!) { readFields(input: { jobId: $id, schema: "invoice" }) { fields { ${FIELDS} } } }`,
    { id },
  );
  return readFields.fields;
}

/** Corrects the number and confirms all, as a person does. */
async function confirm(id: string, number: string): Promise<void> {
  await reading(id);
  await graphql.read(
    z.unknown(),
    `mutation ($id: ID!, $number: String!) {
      correctField(input: { jobId: $id, schema: "invoice", path: "invoice_number", text: $number }) { __typename }
      confirmFields(input: { jobId: $id, schema: "invoice" }) { __typename }
    }`,
    { id, number },
  );
}

function numberIn({ fields }: Fields): Fields["fields"][number] | undefined {
  return fields.find(({ path }) => path === "invoice_number");
}

test("two confirmed invoices of a supplier teach the third; what is deleted teaches nothing", async () => {
  const [first, second, third] = await Promise.all(
    [invoice("QX-7/01", "11"), invoice("QX-7/19", "12"), invoice("QX-8/02", "13")].map(submitted),
  );
  if (first === undefined || second === undefined || third === undefined)
    throw new Error("Three were submitted.");
  expect((await reading(third)).data?.invoice_number).toBeNull();
  await confirm(first, "QX-7/01");
  await confirm(second, "QX-7/19");
  await vi.waitFor(
    async () => {
      const taught = await reading(third);
      expect(taught.data?.invoice_number).toBe("QX-8/02");
      expect(taught.review).not.toContain("invoice_number");
      expect(numberIn(taught)).toEqual({
        path: "invoice_number",
        reader: "EXAMPLE",
        citations: [{ page: 1, text: "QX-8/02" }],
      });
    },
    { timeout: 60_000, interval: 300 },
  );

  // Its own confirmation is kept, and is no example of itself.
  expect((await reading(first)).status).toBe("CONFIRMED");
  await graphql.read(
    z.unknown(),
    "mutation ($ids: [ID!]!) { deleteJobs(input: { jobIds: $ids }) { __typename } }",
    { ids: [first, second] },
  );
  expect((await reading(third)).data?.invoice_number).toBeNull();
});
