import { int32At, recordAt, RECORD, type OfficeRecord } from "../office-art/office-records.ts";

const PERSIST_ID = 0xfffff;
const COUNT_SHIFT = 20;
const ENCRYPTION_AT = 28;

/**
 * The slides, masters and notes of a presentation by their number. Each time it is saved, a file grows by what changed
 * and a list of where that is; the newest list counts.
 */
export class PersistentObjects {
  readonly #stream: Buffer;
  readonly #offsets = new Map<number, number>();
  readonly #document: number;
  /** The number of the object that describes the encryption; 0 if there is none. */
  readonly encryption: number;

  constructor(stream: Buffer, currentUser: Buffer | undefined) {
    this.#stream = stream;
    let document: number | undefined;
    let encryption = 0;
    const seen = new Set<number>();
    for (let offset = int32At(currentUser, 16); !seen.has(offset);) {
      seen.add(offset);
      const edit = recordAt(stream, offset);
      if (edit?.type !== RECORD.userEdit) break;
      document ??= int32At(edit.data, 16);
      encryption ||= int32At(edit.data, ENCRYPTION_AT);
      this.#addDirectory(recordAt(stream, int32At(edit.data, 12)));
      offset = int32At(edit.data, 8);
    }
    this.#document = document ?? 0;
    this.encryption = encryption;
  }

  /** The offset of each object by its number. */
  get places(): ReadonlyMap<number, number> {
    return this.#offsets;
  }

  /** The document itself; undefined if the file is damaged. */
  get document(): OfficeRecord | undefined {
    return this.object(this.#document);
  }

  object(id: number): OfficeRecord | undefined {
    const offset = this.#offsets.get(id);
    return offset === undefined ? undefined : recordAt(this.#stream, offset);
  }

  #addDirectory(directory: OfficeRecord | undefined): void {
    if (directory?.type !== RECORD.persistDirectory) return;
    const { data } = directory;
    for (let at = 0; at + 4 <= data.length;) {
      const head = data.readUInt32LE(at);
      const first = head & PERSIST_ID;
      const count = head >>> COUNT_SHIFT;
      at += 4;
      for (let index = 0; index < count && at + 4 <= data.length; index++, at += 4) {
        const id = first + index;
        if (!this.#offsets.has(id)) this.#offsets.set(id, data.readUInt32LE(at));
      }
    }
  }
}
