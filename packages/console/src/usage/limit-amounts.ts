export const MEGABYTE = 2 ** 20;
const GIGABYTE = 2 ** 30;

export function amountOf(count: number): string {
  return count.toLocaleString("en");
}

/** As "1.2 GB". */
export function bytesIn(bytes: number): string {
  const [size, unit] = bytes >= GIGABYTE ? [GIGABYTE, "GB"] : [MEGABYTE, "MB"];
  return `${(bytes / size).toLocaleString("en", { maximumFractionDigits: 1 })} ${unit}`;
}
