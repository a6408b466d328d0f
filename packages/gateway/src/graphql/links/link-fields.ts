import {
  DomainError,
  isSettled,
  nameOf,
  type DownloadRendition,
  type Job,
  type SignedLink,
} from "@galley/core/domain";
import { Arg, Ctx, FieldResolver, Int, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../context/context.ts";
import { isDocumentKept, keepsText } from "../jobs/kept.ts";
import { JobType } from "../jobs/job-type.ts";
import { PageType } from "../pages/page-type.ts";
import { RenditionEnum, SignedLinkType } from "./link-type.ts";
import { DownloadQueries } from "./download-queries.ts";

const POINTS_PER_INCH = 72;
const DPI = { least: 18, most: 300, default: 150 };
const WIDTH = { least: 16, most: 4000 };
const THUMBNAIL_WIDTH = 200;

/** The assumed width of a page that could not be read, in points: letter size. */
const USUAL_WIDTH = 612;

@Resolver(() => PageType)
class PageLinkFields {
  @FieldResolver(() => SignedLinkType, {
    nullable: true,
    description: `An image of the page as PNG; null if the document is no longer stored. The resolution is lowered to stay within \`maxWidth\`. The link to a page of an encrypted document responds with 415 and the reason, since passwords are not kept.`,
  })
  image(
    @Ctx() { linkTo }: RequestContext,
    @Root() page: PageType,
    @Arg("dpi", () => Int, {
      defaultValue: DPI.default,
      description: `Resolution in dots per inch, ${DPI.least} to ${DPI.most}.`,
    })
    dpi: number,
    @Arg("maxWidth", () => Int, {
      nullable: true,
      description: `Maximum width in pixels, ${WIDTH.least} to ${WIDTH.most}; null for no maximum.`,
    })
    maxWidth?: number | null,
  ): SignedLink | null {
    assertWithin("dpi", dpi, DPI);
    if (typeof maxWidth === "number") assertWithin("maxWidth", maxWidth, WIDTH);
    return imageOf({ linkTo }, page, Math.min(dpi, dpiFor(page, maxWidth ?? WIDTH.most)));
  }

  @FieldResolver(() => SignedLinkType, {
    nullable: true,
    description: `A small image of the page, ${THUMBNAIL_WIDTH} pixels wide, as PNG; null if the document is no longer stored.`,
  })
  thumbnail(@Ctx() { linkTo }: RequestContext, @Root() page: PageType): SignedLink | null {
    return imageOf({ linkTo }, page, dpiFor(page, THUMBNAIL_WIDTH));
  }
}

function imageOf(
  { linkTo }: Pick<RequestContext, "linkTo">,
  { number, job }: PageType,
  dpi: number,
): SignedLink | null {
  if (!isDocumentKept(job)) return null;
  const { organizationId, id: jobId } = job;
  return linkTo({ organizationId, jobId, kind: "page", page: number, dpi }, `page-${number}.png`);
}

/** Rounded down to hundredths, so equal requests have equal links. */
function dpiFor({ width }: PageType, pixels: number): number {
  return Math.floor((100 * pixels * POINTS_PER_INCH) / (width ?? USUAL_WIDTH)) / 100;
}

function assertWithin(field: string, value: number, range: { least: number; most: number }): void {
  if (value >= range.least && value <= range.most) return;
  throw new DomainError("BAD_INPUT", `${field}: expected ${range.least} to ${range.most}.`, { field });
}

@Resolver(() => JobType)
class JobLinkFields {
  @FieldResolver(() => SignedLinkType, {
    nullable: true,
    description:
      "A link to download a file of the job; null if it is not ready or no longer stored. It is written when the link is opened. Downloading the text does not mark it as retrieved.",
  })
  download(
    @Ctx() { linkTo }: RequestContext,
    @Root() job: Job,
    @Arg("rendition", () => RenditionEnum, { description: "The file." }) rendition: DownloadRendition,
    @Arg("original", () => Boolean, {
      defaultValue: false,
      description: "The text as it was read, without corrections.",
    })
    original: boolean,
  ): SignedLink | null {
    return linkOf({ linkTo }, job, { rendition, original });
  }

  @FieldResolver(() => SignedLinkType, {
    nullable: true,
    description: "The same as `download(rendition: SEARCHABLE_PDF)`.",
  })
  searchablePdf(@Ctx() { linkTo }: RequestContext, @Root() job: Job): SignedLink | null {
    return linkOf({ linkTo }, job, { rendition: "searchable_pdf", original: false });
  }
}

function linkOf(
  { linkTo }: Pick<RequestContext, "linkTo">,
  job: Job,
  { rendition, original }: { readonly rendition: DownloadRendition; readonly original: boolean },
): SignedLink | null {
  const { organizationId, id: jobId, textRevision: revision } = job;
  if (rendition === "document") {
    const name = nameOf(job) || "document";
    return isDocumentKept(job) ? linkTo({ organizationId, jobId, kind: rendition }, name) : null;
  }
  const of = { organizationId, jobId, revision, original };
  if (rendition === "text") return hasText(job) ? linkTo({ ...of, kind: rendition }, "text.txt") : null;
  if (rendition === "searchable_pdf") {
    const isOffered = hasText(job) && isDocumentKept(job);
    return isOffered ? linkTo({ ...of, kind: rendition }, "searchable.pdf") : null;
  }
  if (rendition === "xlsx") return hasText(job) ? linkTo({ ...of, kind: "workbook" }, "tables.xlsx") : null;
  const format = rendition === "chunks" ? "chunk_lines" : rendition;
  return hasText(job) ? linkTo({ ...of, kind: "structure", format }, rendition) : null;
}

function hasText(job: Job): boolean {
  return isSettled(job.status) && job.pagesDone > 0 && keepsText(job);
}

export const LINK_FIELDS = [DownloadQueries, JobLinkFields, PageLinkFields] as const;
