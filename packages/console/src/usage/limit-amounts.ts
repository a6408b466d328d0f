export const MEGABYTE = 2 ** 20;

export function amountOf(count: number): string {
  return count.toLocaleString("en");
}

/** As "1.2 GB". */
export function bytesIn(bytes: number): string {
  const [size, unit] = UNITS.find(([least]) => bytes >= least) ?? [KILOBYTE, "KB"];
  return `${(bytes / size).toLocaleString("en", { maximumFractionDigits: 1 })} ${unit}`;
}

const KILOBYTE = 2 ** 10;

const UNITS: readonly (readonly [bytes: number, unit: string])[] = [
  [2 ** 30, "GB"],
  [MEGABYTE, "MB"],
];
