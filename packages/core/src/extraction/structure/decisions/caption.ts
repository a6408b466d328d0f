/** What figures and tables are called, with their number. */
const CAPTION =
  /^(?:figure|fig\.|table|chart|exhibit|diagram|photo|plate|scheme|abbildung|abb\.|tabelle|tab\.|tableau|graphique|figura|tabla|cuadro|gráfico|рис\.|рисунок|таблица|图|圖|表|図)\s*[\dA-Z]{1,4}(?:[.:\s–—-]|$)/iu;

/** Does a text begin as captions do: "Table 3", "Fig. 2: …"? */
export function isCaption(text: string): boolean {
  return CAPTION.test(text);
}
