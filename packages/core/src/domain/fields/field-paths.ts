import type { FieldsResult, FieldValue } from "./fields-result.ts";

/** The steps of a path such as `lines[2].amount`: names, and indexes counted from 0. */
export function stepsOf(path: string): readonly (string | number)[] {
  return path
    .split(/\.|(?=\[\d+\])/)
    .map((step) => (/^\[\d+\]$/.test(step) ? Number(step.slice(1, -1)) : step));
}

export function valueAt(data: FieldValue, path: string): FieldValue | undefined {
  let value: FieldValue | undefined = data;
  for (const step of stepsOf(path)) value = value === undefined ? undefined : memberOf(value, step);
  return value;
}

function memberOf(value: FieldValue, step: string | number): FieldValue | undefined {
  if (typeof step === "number") return isList(value) ? value[step] : undefined;
  return isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}

/** The data with another value at a path. A row after the last one is added; a row that becomes null is removed. */
export function withValue(data: FieldsResult["data"], path: string, value: FieldValue): FieldsResult["data"] {
  const changed = replaced(data, stepsOf(path), value);
  return isObject(changed) ? changed : data;
}

function replaced(
  whole: FieldValue | undefined,
  [step, ...others]: readonly (string | number)[],
  value: FieldValue,
): FieldValue {
  if (step === undefined) return value;
  if (typeof step === "number") {
    const list = isList(whole) ? whole : [];
    const item = replaced(list[step], others, value);
    return item === null ? list.toSpliced(step, 1) : [...list.slice(0, step), item, ...list.slice(step + 1)];
  }
  const object = isObject(whole) ? whole : {};
  return { ...object, [step]: replaced(object[step], others, value) };
}

export function isList(value: FieldValue | undefined): value is readonly FieldValue[] {
  return Array.isArray(value);
}

export function isObject(value: FieldValue | undefined): value is { readonly [name: string]: FieldValue } {
  return typeof value === "object" && value !== null && !isList(value);
}
