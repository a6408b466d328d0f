import { expect, test } from "vitest";
import { startGraphqlService, type GraphqlService } from "../testing/graphql-service.ts";

const DAY = "2026-03-31";

async function serviceWithUsage(): Promise<GraphqlService> {
  const service = await startGraphqlService();
  const { organizationId, application, key } = service;
  const { id: keyId } = await application.access.authenticate({ extractionKey: key });
  const count = { organizationId, keyId, day: DAY, mode: "form", tag: "=1+1", pages: 2 } as const;
  await service.database.transaction(async ({ usage }) => {
    await usage.add(count);
    await usage.add({ ...count, keyId: null, mode: "table", tag: 'a "b", c', pages: 3 });
  });
  return service;
}

const QUERY = `query ($by: [UsageKey!]!) { usage(from: "${DAY}", to: "${DAY}") {
  groups(by: $by) { day mode tag keyId keyDescription pages }
  csv(by: $by)
} }`;

test("usage is grouped by what is asked for, and as CSV", async () => {
  await using service = await serviceWithUsage();
  const none = { day: null, mode: null, tag: null, keyId: null, keyDescription: null };
  expect((await service.ask(QUERY, { by: ["MODE", "DAY"] })).data).toEqual({
    usage: {
      groups: [
        { ...none, day: DAY, mode: "FORM", pages: 2 },
        { ...none, day: DAY, mode: "TABLE", pages: 3 },
      ],
      csv: `day,mode,pages\r\n${DAY},form,2\r\n${DAY},table,3\r\n`,
    },
  });
});

test("CSV quotes what needs it, and no tag becomes a formula", async () => {
  await using service = await serviceWithUsage();
  expect((await service.ask(QUERY, { by: ["TAG"] })).data).toMatchObject({
    usage: { csv: 'tag,pages\r\n\'=1+1,2\r\n"a ""b"", c",3\r\n' },
  });
});

test("keys are described to those who may see them", async () => {
  await using service = await serviceWithUsage();
  const byKey = await service.ask(QUERY, { by: ["KEY"] });
  expect(byKey.data).toMatchObject({
    usage: { groups: [{ keyId: expect.any(String), keyDescription: null }, { keyId: null }] },
  });
  const byToken = await service.ask(QUERY, { by: ["KEY"] }, { authorization: `Bearer ${service.token}` });
  expect(byToken.data).toMatchObject({
    usage: { groups: [{ keyDescription: expect.any(String) }, { keyId: null, keyDescription: null }] },
  });
});
