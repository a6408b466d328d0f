import type { Upload } from "./document-file.ts";

export interface UploadRecords {
  readonly uploads: UploadStore;
}

export interface UploadStore {
  insert(upload: Upload): Promise<void>;
  find(id: string): Promise<Upload | undefined>;
  /** Uploads created before an instant, at most `limit`. */
  listBefore(createdBefore: Date, limit: number): Promise<readonly Upload[]>;
  /** Whether an upload has this object. */
  holds(objectKey: string): Promise<boolean>;
  remove(id: string): Promise<void>;
}
