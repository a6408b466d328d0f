/** A Markdown table. Cells are Markdown; line breaks in them become spaces. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((text) => text.replaceAll(/\s*\n\s*/g, " ").replaceAll("|", String.raw`\|`)).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** Text as code. */
export function cell(text: string): string {
  return text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``;
}
