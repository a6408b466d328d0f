import { type PageExplanation, pageExplanation } from "../../../extraction/explain/page-explanation.ts";
import type { PageOutcome, PageRead } from "../../../extraction/result/extracted-document.ts";
import { DomainError } from "../../domain-error.ts";
import type { ObjectStore } from "../../ports.ts";
import type { Job } from "../job.ts";
import { pageOfStructure, type StructurePorts } from "./document-structure.ts";
import type { PageExplainer } from "./page-explainer.ts";

interface ExplainingPorts extends StructurePorts {
  readonly objects: Pick<ObjectStore, "openFile">;
  readonly explainer: PageExplainer;
}

/** How long a caller waits for the page to be read again. */
const MAX_WAIT_MS = 60_000;

/** See `Jobs.explainPage`. */
export async function explainJobPage(
  ports: ExplainingPorts,
  job: Job,
  page: number,
): Promise<PageExplanation> {
  const { file, documentRemovedAt } = job;
  // Found first, because it says that a job is not processed, or its text is deleted.
  const inDocument = await pageOfStructure(ports, job, page);
  if (!file || documentRemovedAt !== null) {
    throw new DomainError("CONFLICT", "The document is no longer kept, so its pages cannot be explained.");
  }
  refuseUnexplainable(await ports.database.records.pages.list(job.id, { after: page - 1, limit: 1 }), page);
  await using document = await ports.objects.openFile(file.objectKey);
  const options = { ...job.options, password: "" };
  const read = await ports.explainer.read(document.path, page, {
    options,
    signal: AbortSignal.timeout(MAX_WAIT_MS),
  });
  return pageExplanation(read, inDocument);
}

function refuseUnexplainable([stored]: readonly { readonly outcome: PageOutcome }[], page: number): void {
  if (stored?.outcome.number !== page) {
    throw new DomainError("NOT_FOUND", `page: page ${page} of the document was not read.`, { field: "page" });
  }
  const { outcome } = stored;
  if (!outcome.ok) throw new DomainError("CONFLICT", `Page ${page} could not be read: ${outcome.message}`);
  const other = otherRecogniser(outcome);
  if (other !== undefined) {
    throw new DomainError(
      "CONFLICT",
      `Page ${page} was recognised by the engine ${other}. Only pages with text of their own, or that the built-in engine recognised, can be explained.`,
    );
  }
}

function otherRecogniser({ recognisers = [] }: PageRead): string | undefined {
  return recognisers.find(({ engine }) => engine !== "wasm")?.engine;
}
