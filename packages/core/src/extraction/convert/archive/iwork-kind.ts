import { ExtractionError } from "../../failure/extraction-error.ts";
import type { ZipArchive } from "./zip.ts";

/** A document of Pages, Numbers or Keynote: its objects, or its preview if they cannot be read as well. */
export type IworkKind =
  | { readonly kind: "iwork"; readonly archive: ZipArchive }
  | { readonly kind: "preview"; readonly bytes: Uint8Array; readonly note: string };

/** Objects of a document of 2013 and later, which some versions pack into an archive in the archive. */
const OBJECTS = /^(?:[^/]+\/)?(?:Index\/Document\.iwa|Index\.zip)$/;

/** The content of a document before 2013. */
const CONTENT_2009 = /^(?:[^/]+\/)?index\.(?:xml|apxl)(?:\.gz)?$/;

/** The program's own preview: all pages as PDF, or the first one as a picture. */
const PREVIEW_PDF = /^(?:[^/]+\/)?QuickLook\/Preview\.pdf$/;
const PREVIEW_PICTURE = /^(?:[^/]+\/)?(?:preview|QuickLook\/Thumbnail)\.jpg$/;

/** Undefined if the archive is no iWork document. @throws ExtractionError `UNSUPPORTED_DOCUMENT` without a preview */
export function iworkKind(archive: ZipArchive): IworkKind | undefined {
  const entry = (name: RegExp): Uint8Array | undefined => {
    const found = archive.names.find((candidate) => name.test(candidate));
    return found === undefined ? undefined : archive.read(found);
  };
  const hasObjects = archive.names.some((name) => OBJECTS.test(name));
  const isOld = !hasObjects && archive.names.some((name) => CONTENT_2009.test(name));
  const pdf = hasObjects || isOld ? entry(PREVIEW_PDF) : undefined;
  if (pdf) return { kind: "preview", bytes: pdf, note: `${OF_IWORK} only its preview was read.` };
  if (hasObjects) return { kind: "iwork", archive };
  const picture = isOld ? entry(PREVIEW_PICTURE) : undefined;
  if (picture)
    return {
      kind: "preview",
      bytes: picture,
      note: `${OF_IWORK} only the picture of its first page was read. ${ADVICE}`,
    };
  if (isOld && entry(/buildVersionHistory\.plist$/))
    throw new ExtractionError(
      "UNSUPPORTED_DOCUMENT",
      `The document is an iWork document from before 2013 without a preview. ${ADVICE}`,
    );
  return undefined;
}

const OF_IWORK = "Of the document of Pages, Numbers or Keynote,";
const ADVICE = "Export it as PDF to get all of it.";
