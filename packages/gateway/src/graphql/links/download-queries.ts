import { DomainError, type DownloadForm, type DownloadRendition, type SignedLink } from "@galley/core/domain";
import { Arg, Ctx, ID, Query, Resolver } from "type-graphql";
import { callerOf, type RequestContext } from "../context/context.ts";
import { recordId } from "../node/record-id.ts";
import { DownloadFormEnum, RenditionEnum, SignedLinkType } from "./link-type.ts";

/** The ids are in the link, which has to be shorter than the 8 KB that proxies accept. */
const MAX_JOBS = 200;

@Resolver()
export class DownloadQueries {
  @Query(() => SignedLinkType, {
    description: `A link to download a file of up to ${MAX_JOBS} jobs at once. It is written when the link is opened. Downloading texts does not mark them as retrieved.`,
  })
  async downloads(
    @Ctx() context: RequestContext,
    @Arg("jobIds", () => [ID], { description: `1 to ${MAX_JOBS} ids of jobs.` }) jobIds: readonly string[],
    @Arg("rendition", () => RenditionEnum, { description: "The file of each job." })
    rendition: DownloadRendition,
    @Arg("form", () => DownloadFormEnum, { defaultValue: "archive", description: "One file or many." })
    form: DownloadForm,
  ): Promise<SignedLink> {
    const caller = callerOf(context);
    const ids = [
      ...new Set(jobIds.map((id) => recordId(id, { kind: "job", field: "jobIds" }).toLowerCase())),
    ];
    if (ids.length === 0 || ids.length > MAX_JOBS) {
      throw new DomainError("BAD_INPUT", `jobIds: expected 1 to ${MAX_JOBS} ids.`, { field: "jobIds" });
    }
    if (form === "together" && rendition !== "xlsx" && rendition !== "csv") {
      throw new DomainError("BAD_INPUT", "form: TOGETHER is possible for XLSX and CSV only.", {
        field: "form",
      });
    }
    const { organizationId } = caller;
    const name = form === "together" ? `tables.${rendition}` : "documents.zip";
    return context.linkTo({ organizationId, kind: "documents", jobIds: ids, rendition, form }, name);
  }
}
