export function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}
