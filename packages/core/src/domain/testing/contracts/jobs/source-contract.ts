import { expect, test } from "vitest";
import type { ApplicationDatabase } from "../../../application.ts";
import { aJob, anOrganization } from "../../records.ts";

/** What every `Database` promises of jobs whose documents have a URL. */
export function sourceRules(opened: () => { readonly database: ApplicationDatabase }): void {
  test("a job waits without a file for what its source gives", async () => {
    const { database } = opened();
    const source = { url: "https://example.com/a.pdf", name: "a.pdf" };
    const organization = anOrganization();
    const job = aJob(organization.id, { file: null, source });
    await database.transaction(async (records) => {
      await records.organizations.insert(organization);
      await records.jobs.insert(job);
    });
    expect(await database.records.jobs.find(job.id)).toEqual(job);
    const { file } = aJob(job.organizationId);
    await database.transaction((records) => records.jobs.update(job.id, { file }));
    expect(await database.records.jobs.find(job.id)).toEqual({ ...job, file });
  });
}
