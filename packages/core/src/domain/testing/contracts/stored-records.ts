import type { ApplicationDatabase } from "../../application.ts";
import type { Organization } from "../../access/model/credential.ts";
import type { Job } from "../../jobs/job.ts";
import { aJob, anOrganization } from "../records.ts";

/** The database that a contract is about, once it is open. */
export type Opened = () => { readonly database: ApplicationDatabase };

/** Stores an organization of its own. */
export async function storedOrganization(database: ApplicationDatabase): Promise<Organization> {
  const organization = anOrganization();
  await database.transaction((records) => records.organizations.insert(organization));
  return organization;
}

/** Stores a job of an organization of its own. */
export async function storedJob(database: ApplicationDatabase, facts: Partial<Job> = {}): Promise<Job> {
  const { id } = await storedOrganization(database);
  const job = aJob(id, facts);
  await database.transaction((records) => records.jobs.insert(job));
  return job;
}
