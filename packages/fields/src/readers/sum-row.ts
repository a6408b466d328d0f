import type { SegmentLine } from "../text/segment.ts";
import { joinedTokens } from "../text/tokens.ts";

export const SUM_WORDS: ReadonlySet<string> = new Set(
  (
    "total totals zwischentotal sum grandtotal subtotal summe gesamt gesamtsumme somme totale totali suma totaal totais razem " +
    "ogolem lacznie summa totalt celkem soucet 合計 合计 总计 小計 小计"
  ).split(" "),
);

/** True for the row of a table that has the sums of its columns. */
export function isSumRow({ segments }: SegmentLine): boolean {
  return SUM_WORDS.has(joinedTokens(segments[0]?.text ?? ""));
}
