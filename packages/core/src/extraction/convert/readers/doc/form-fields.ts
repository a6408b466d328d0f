import { changesIn, CODES } from "./properties.ts";

const HEADER_LENGTH_AT = 4;

/** The value that says that a check box has its default. */
const DEFAULT = 25;

/**
 * A check box as a character, if a field with this code is one. Its state is in the data stream, at the place that the
 * properties of its character name.
 */
export function checkBoxState(code: string, list: Buffer, data: Buffer): string | undefined {
  if (!/^\s*FORMCHECKBOX\b/.test(code)) return undefined;
  return isChecked(list, data) ? "☒" : "☐";
}

function isChecked(list: Buffer, data: Buffer): boolean {
  for (const { code, operand } of changesIn(list)) {
    if (code !== CODES.dataPlace) continue;
    const at = operand.readUInt32LE(0);
    if (at + HEADER_LENGTH_AT + 2 > data.length) return false;
    const field = data.subarray(at + data.readUInt16LE(at + HEADER_LENGTH_AT));
    if (field.length < 12) return false;
    const result = (field.readUInt16LE(4) >> 2) & 0x1f;
    if (result !== DEFAULT) return result === 1;
    const defaultAt = 10 + 2 + 2 * field.readUInt16LE(10) + 2;
    return field[defaultAt] === 1;
  }
  return false;
}
