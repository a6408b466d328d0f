/** The records of a PowerPoint 97–2003 file that are read ([MS-PPT] 2.13.24, [MS-ODRAW] 2.2). */
export const RECORD = {
  document: 1000,
  documentAtom: 1001,
  slide: 1006,
  slideAtom: 1007,
  notes: 1008,
  slidePersist: 1011,
  slideShowInfo: 1017,
  drawingGroup: 1035,
  drawing: 1036,
  placeholder: 3011,
  outlineText: 3998,
  textHeader: 3999,
  textCharacters: 4000,
  textBytes: 4008,
  string: 4026,
  slideNumber: 4056,
  footers: 4057,
  footersAtom: 4058,
  slideList: 4080,
  userEdit: 4085,
  footer: 4090,
  persistDirectory: 6002,
  drawingContainer: 0xf002,
  group: 0xf003,
  shape: 0xf004,
  groupCoordinates: 0xf009,
  textBox: 0xf00d,
  childAnchor: 0xf00f,
  clientAnchor: 0xf010,
  clientData: 0xf011,
} as const;

/** A record: what it contains is its own data, or other records. */
export interface OfficeRecord {
  readonly type: number;
  readonly instance: number;
  readonly data: Buffer;
}

const HEADER = 8;

/** The record at this place of a stream; undefined if there is none. One that is cut off ends with the stream. */
export function recordAt(stream: Buffer, offset: number): OfficeRecord | undefined {
  if (offset < 0 || offset + HEADER > stream.length) return undefined;
  const end = offset + HEADER + stream.readUInt32LE(offset + 4);
  return {
    type: stream.readUInt16LE(offset + 2),
    instance: stream.readUInt16LE(offset) >> 4,
    data: stream.subarray(offset + HEADER, Math.min(end, stream.length)),
  };
}

/** The records inside a container. */
export function recordsIn(container: Buffer | undefined): readonly OfficeRecord[] {
  const records: OfficeRecord[] = [];
  for (let at = 0; container;) {
    const record = recordAt(container, at);
    if (!record) break;
    records.push(record);
    at += HEADER + record.data.length;
  }
  return records;
}

/** The first record of a type inside a container. */
export function recordIn(container: Buffer | undefined, type: number): OfficeRecord | undefined {
  return recordsIn(container).find((record) => record.type === type);
}

/** A number of a record that may have been cut off: 0 beyond its end. */
export function int32At(data: Buffer | undefined, offset: number): number {
  return data && data.length >= offset + 4 ? data.readInt32LE(offset) : 0;
}

export function int16At(data: Buffer | undefined, offset: number): number {
  return data && data.length >= offset + 2 ? data.readInt16LE(offset) : 0;
}
