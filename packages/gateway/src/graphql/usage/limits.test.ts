import { expect, test } from "vitest";
import { z } from "zod";
import { anOrganization } from "@galley/core/testing";
import { startGraphqlService, type GraphqlService } from "../testing/graphql-service.ts";

const SHOWN = `organization own pagesPerDay { limit used } documentsInFlight { limit used } bytesKept { limit used }`;
const LIMITS = `query ($organization: String) {
  operatedOrganizations organizationLimits(organization: $organization) { ${SHOWN} }
}`;
const SET = `mutation ($input: SetOrganizationLimitsInput!) {
  setOrganizationLimits(input: $input) { limits { ${SHOWN} } }
}`;

const RESUBMIT = `mutation ($ids: [ID!]!) {
  resubmitJobs(input: { jobIds: $ids }) { resubmissions { job { id } } failures { code } }
}`;
const SUBMIT = `mutation ($upload: ID!) { submitDocument(input: { upload: $upload }) { job { id } } }`;

async function slugOf({ database, organizationId }: GraphqlService): Promise<string> {
  return (await database.records.organizations.find(organizationId))?.slug ?? "";
}

const byToken = ({ token }: GraphqlService): Record<string, string> => ({ authorization: `Bearer ${token}` });

test("a manager sets limits, everyone sees what is used of them, and documents over them are rejected", async () => {
  await using service = await startGraphqlService();
  const organization = await slugOf(service);
  const jobId = await service.submit();
  await service.work(jobId);
  await service.submit();
  const limits = { pagesPerDay: 100, documentsInFlight: 1 };
  const set = await service.ask(SET, { input: { organization, limits } }, byToken(service));
  const shown = {
    organization,
    own: true,
    pagesPerDay: { limit: 100, used: 2 },
    documentsInFlight: { limit: 1, used: 1 },
    bytesKept: { limit: null, used: expect.any(Number) },
  };
  expect(set.data).toEqual({ setOrganizationLimits: { limits: shown } });
  expect((await service.ask(LIMITS)).data).toEqual({ operatedOrganizations: [], organizationLimits: shown });

  const resubmitted = await service.ask(RESUBMIT, { ids: [jobId] });
  expect(resubmitted.data).toMatchObject({
    resubmitJobs: { resubmissions: [], failures: [{ code: "QUOTA_EXCEEDED" }] },
  });
  const { url, key } = service;
  const upload = await fetch(`${url}/uploads/a.pdf`, {
    method: "PUT",
    body: "%PDF-1.7 made for a test",
    headers: { "service-key": key },
  });
  const { id } = z.object({ id: z.string() }).parse(await upload.json());
  const submitted = await service.ask(SUBMIT, { upload: id });
  expect(submitted.errors).toMatchObject([
    {
      message: expect.stringContaining("Documents in flight: the limit of this organization is 1"),
      extensions: { code: "QUOTA_EXCEEDED", status: 429, retryable: true, retryAfterSeconds: 5 },
    },
  ]);

  const unset = await service.ask(SET, { input: { organization, limits: null } }, byToken(service));
  expect(unset.data).toMatchObject({
    setOrganizationLimits: { limits: { own: false, documentsInFlight: { limit: null } } },
  });
});

test("extraction keys set no limits, and other organizations' limits are not seen", async () => {
  await using service = await startGraphqlService();
  const organization = await slugOf(service);
  const byKey = await service.ask(SET, { input: { organization } });
  expect(byKey.errors).toMatchObject([{ extensions: { code: "FORBIDDEN" } }]);
  await service.database.transaction(({ organizations }) =>
    organizations.insert(anOrganization({ slug: "other" })),
  );
  const ofOther = await service.ask(LIMITS, { organization: "other" }, byToken(service));
  expect(ofOther.errors).toMatchObject([{ extensions: { code: "FORBIDDEN" } }]);
});

test("a limit that is no number of bytes is rejected by name", async () => {
  await using service = await startGraphqlService();
  const input = { organization: await slugOf(service), limits: { bytesKept: -1 } };
  const { errors } = await service.ask(SET, { input }, byToken(service));
  expect(errors).toMatchObject([{ extensions: { code: "BAD_INPUT", field: "bytesKept" } }]);
});
