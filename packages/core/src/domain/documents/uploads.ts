import { createHash } from "node:crypto";
import { isSupported, mediaTypeOf, unsupportedMessage } from "../../extraction/document/media-type.ts";
import type { Caller } from "../access/model/caller.ts";
import { assertMay } from "../access/model/policy.ts";
import { DomainError } from "../domain-error.ts";
import { receivedName } from "../names.ts";
import { orDeleted, type Admission } from "../limits/admission.ts";
import type { LimitRecords } from "../limits/limit-ports.ts";
import type { Database, Environment, ObjectStore } from "../ports.ts";
import type { UploadRecords } from "./upload-ports.ts";
import type { DocumentFile, Upload } from "./document-file.ts";

/** A document that is being received. */
export interface IncomingDocument {
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array>;
  /** The size that the sender declared, if any. */
  readonly declaredBytes?: number | undefined;
}

export interface Uploads {
  /** Larger documents are rejected. */
  readonly maxBytes: number;
  /**
   * Stores a document for later submissions.
   *
   * @throws DomainError `BAD_INPUT` if it is empty, `TOO_LARGE`, `UNSUPPORTED_DOCUMENT`; `QUOTA_EXCEEDED` if the
   * organization keeps too many bytes.
   */
  receive(caller: Caller, document: IncomingDocument): Promise<Upload>;
  /**
   * Stores a document without an upload record. Throws like `receive`.
   *
   * @param readable called with the key of the object when it can be read, which may be before it is durable
   */
  store(document: IncomingDocument, readable?: (objectKey: string) => void): Promise<DocumentFile>;
  /** @throws DomainError `NOT_FOUND` if it does not exist, is older than a day or belongs to another organization. */
  find(caller: Caller, id: string): Promise<Upload>;
}

export interface UploadLimits {
  readonly maxUploadBytes: number;
}

/** How long an upload can be submitted. */
const SUBMITTABLE_SECONDS = 24 * 60 * 60;

/** Later than that, so a submission that has found its upload also finds its document. */
export const REMOVE_UPLOADS_AFTER_SECONDS = SUBMITTABLE_SECONDS + 60 * 60;

/** The number of initial bytes from which the type of a document is detected. */
const HEAD_BYTES = 4096;

const MAX_NAME_LENGTH = 255;

/** The name of a document that has none. */
export const NAMELESS_DOCUMENT = "document";

interface UploadPorts {
  readonly admission: Admission;
  readonly database: Database<UploadRecords & LimitRecords>;
  readonly environment: Environment;
  readonly objects: ObjectStore;
}

export function createUploads(ports: UploadPorts, limits: UploadLimits): Uploads {
  const store: Uploads["store"] = (document, readable = () => undefined) =>
    storeDocument(ports, limits, { ...document, readable });
  return {
    maxBytes: limits.maxUploadBytes,
    store,
    async receive(caller, document) {
      assertMay(caller, "submit documents");
      const { admission, environment, database, objects } = ports;
      const { organizationId } = caller;
      await admission.assertOpenFor(organizationId, ["bytesKept"]);
      const file = await store(document);
      const upload: Upload = {
        id: environment.uuid(),
        organizationId,
        file,
        createdAt: environment.now(),
      };
      const storeUpload = (): Promise<void> =>
        database.transaction(async (records) => {
          await records.uploads.insert(upload);
          await admission.assertWithin(records, organizationId, ["bytesKept"]);
        });
      await orDeleted(objects, file.objectKey, storeUpload);
      return upload;
    },
    async find(caller, id) {
      const upload = await ports.database.records.uploads.find(id);
      const age = ports.environment.now().getTime() - (upload?.createdAt.getTime() ?? 0);
      if (upload?.organizationId === caller.organizationId && age < SUBMITTABLE_SECONDS * 1000) return upload;
      throw new DomainError(
        "NOT_FOUND",
        `Unknown upload ${id}. It may have expired; upload the document again.`,
        { field: "upload" },
      );
    },
  };
}

async function storeDocument(
  { environment, objects }: { environment: Environment; objects: ObjectStore },
  { maxUploadBytes }: UploadLimits,
  { name, content, declaredBytes, readable }: IncomingDocument & { readable: (objectKey: string) => void },
): Promise<DocumentFile> {
  if (declaredBytes !== undefined && declaredBytes > maxUploadBytes) throw tooLarge(maxUploadBytes);
  const objectKey = `documents/${environment.uuid()}`;
  const facts = createInspection(maxUploadBytes, name);
  await objects.write(objectKey, facts.inspect(content), () => readable(objectKey));
  return { name: receivedName(name, MAX_NAME_LENGTH) ?? NAMELESS_DOCUMENT, objectKey, ...facts.result() };
}

/** Counts and hashes a stream as it passes, and fails if the document is not acceptable. */
function createInspection(
  maxBytes: number,
  name: string,
): {
  inspect(content: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
  result(): Pick<DocumentFile, "bytes" | "sha256" | "md5" | "mediaType">;
} {
  const sha256 = createHash("sha256");
  const md5 = createHash("md5");
  let head: Uint8Array = new Uint8Array(0);
  let bytes = 0;
  let mediaType: string | undefined;

  return {
    async *inspect(content) {
      for await (const chunk of content) {
        bytes += chunk.length;
        if (bytes > maxBytes) throw tooLarge(maxBytes);
        if (head.length < HEAD_BYTES) {
          head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)]);
          if (head.length === HEAD_BYTES) mediaType = supportedMediaType(head, name);
        }
        sha256.update(chunk);
        md5.update(chunk);
        yield chunk;
      }
      if (bytes === 0) throw new DomainError("BAD_INPUT", "The document is empty.", { field: "document" });
      mediaType ??= supportedMediaType(head, name);
    },
    result: () => ({
      bytes,
      sha256: sha256.digest("hex"),
      md5: md5.digest("hex"),
      mediaType: mediaType ?? supportedMediaType(head, name),
    }),
  };
}

function supportedMediaType(head: Uint8Array, name: string): string {
  const mediaType = mediaTypeOf(head);
  if (isSupported(mediaType, name)) return mediaType;
  throw new DomainError("UNSUPPORTED_DOCUMENT", unsupportedMessage(mediaType, name), { field: "document" });
}

function tooLarge(maxBytes: number): DomainError {
  const megabytes = Math.round(maxBytes / 1024 / 1024);
  return new DomainError("TOO_LARGE", `The document is larger than ${megabytes} MB.`, { field: "document" });
}
