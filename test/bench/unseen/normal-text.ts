/** A text without blanks, leaders and the kinds of quotes and hyphens. */
export function normalText(text: string): string {
  return text
    .normalize("NFKC")
    .replaceAll(/[’‘]/gu, "'")
    .replaceAll(/[“”]/gu, '"')
    .replaceAll(/[–—−]/gu, "-")
    .replaceAll(/\u00ad|\s+/gu, "")
    .replaceAll(/[.]{2,}/gu, "");
}
