/** What figures and tables are called. */
const NAME =
  /^(?:figure|fig\.|table|chart|exhibit|diagram|photo|plate|scheme|abbildung|abb\.|tabelle|tab\.|tableau|graphique|figura|tabla|cuadro|gráfico|рис\.|рисунок|таблица|图|圖|表|図)\s*/iu;

/** "3", "S12", "2b", "IV", "A": small letters alone are words, as in "Table of contents" and "Figures 2 to 5". */
const NUMBER = /^(?:[A-Z]{0,2}\d{1,4}[A-Za-z]?|[IVXLC]{1,4}|[A-Z])(?:[.:\s–—-]|$)/u;

/** Does a text begin as captions do: "Table 3", "Fig. 2: …"? */
export function isCaption(text: string): boolean {
  const [name] = NAME.exec(text) ?? [];
  return name !== undefined && NUMBER.test(text.slice(name.length));
}
