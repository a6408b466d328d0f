/* One page on the screen: its image with boxes on the left, its text on the right, highlighted together. */

import { hitsIn, partsOf } from "./page-parts.js";

const SVG = "http://www.w3.org/2000/svg";

/** Draws pages into `boxes` and `text`, and highlights in both the part that is under the pointer or has the focus. */
export class PageView {
  /** @readonly */
  #boxes;
  /** @readonly */
  #text;
  #parts = { lines: [], words: [] };
  #hits = [];
  #content = "";
  /** The focused part, highlighted while the pointer is elsewhere. */
  #focused = {};

  constructor({ boxes, text }) {
    this.#boxes = boxes;
    this.#text = text;
    for (const pane of [boxes, text]) {
      pane.addEventListener("pointerover", ({ target }) => this.#mark(partAt(target), pane));
      pane.addEventListener("pointerleave", () => this.#mark(this.#focused, undefined));
    }
    text.addEventListener("focusin", ({ target }) => {
      this.#focused = partAt(target);
      this.#mark(this.#focused, text);
    });
    text.addEventListener("keydown", (event) => this.#moveFocus(event));
    boxes.addEventListener("click", ({ target }) => this.#focus(partAt(target)));
  }

  /** Shows a page that was read. */
  show(page) {
    this.#content = page.text ?? "";
    this.#parts = partsOf(page);
    this.#focused = {};
    this.#hits = [];
    this.#boxes.setAttribute("viewBox", `0 0 ${page.width} ${page.height}`);
    this.#boxes.replaceChildren(...this.#boxElements(page.fields));
    if (page.text === null)
      this.#showNote("The text is no longer available; only the boxes of its lines are shown.");
    else this.#showText(page.text);
  }

  /** Shows a message instead of a page. */
  showMessage(message) {
    this.#content = "";
    this.#parts = { lines: [], words: [] };
    this.#focused = {};
    this.#hits = [];
    this.#boxes.replaceChildren();
    this.#showNote(message);
  }

  /** Highlights all matches of the term and returns their number. */
  find(term) {
    this.#hits = hitsIn(this.#content, term).map(({ start, end }) =>
      this.#parts.words.flatMap((word, index) => (word.start < end && word.end > start ? [index] : [])),
    );
    this.#toggle("hit", new Set(this.#hits.flat()));
    this.#toggle("current", new Set());
    return this.#hits.length;
  }

  /** Scrolls to one of the matches of `find`. */
  showHit(index) {
    const words = this.#hits[index] ?? [];
    this.#toggle("current", new Set(words));
    const [first] = words;
    if (first !== undefined) this.#reveal([`.word[data-word="${first}"]`], undefined);
  }

  clearMarks() {
    this.find("");
    this.#focused = {};
    this.#mark({}, undefined);
  }

  #showNote(message) {
    this.#text.className = "message";
    this.#text.textContent = message;
  }

  #showText(text) {
    this.#text.className = "";
    const content = document.createDocumentFragment();
    for (const [index, line] of this.#parts.lines.entries()) {
      const element = partElement("span", "line", index);
      element.tabIndex = -1;
      let at = line.start;
      for (let word = line.firstWord; word < line.lastWord; word++) {
        const { start, end, confidence } = this.#parts.words[word];
        const from = Math.max(start, at);
        element.append(text.slice(at, from), this.#wordElement(word, text.slice(from, end), confidence));
        at = Math.max(end, at);
      }
      element.append(text.slice(at, line.end));
      content.append(element, "\n");
    }
    this.#text.replaceChildren(content);
  }

  #wordElement(index, text, confidence) {
    const element = partElement("span", "word", index);
    element.tabIndex = -1;
    element.textContent = text;
    if (confidence < 1) element.title = `Confidence ${confidence}`;
    return element;
  }

  #boxElements(fields) {
    const { lines, words } = this.#parts;
    return [
      ...lines.flatMap(({ box }, index) => (box ? [boxElement("line", index, box)] : [])),
      ...fields.map(({ box, name, kind, value }, index) => {
        const element = boxElement("field", index, box);
        const title = document.createElementNS(SVG, "title");
        title.textContent = [kind, name, value].filter(Boolean).join(": ");
        element.append(title);
        return element;
      }),
      ...words.map(({ box }, index) => boxElement("word", index, box)),
    ];
  }

  /** Highlights a line or word in both panes and scrolls to it in the other one. */
  #mark({ line, word }, pane) {
    const ofLine = line ?? this.#parts.words[word]?.line;
    const wanted = [
      ...(ofLine === undefined ? [] : [`.line[data-line="${ofLine}"]`]),
      ...(word === undefined ? [] : [`.word[data-word="${word}"]`]),
    ];
    for (const root of [this.#boxes, this.#text]) {
      for (const marked of root.querySelectorAll(".marked")) marked.classList.remove("marked");
      for (const selector of wanted) root.querySelector(selector)?.classList.add("marked");
    }
    this.#reveal(wanted, pane);
  }

  #reveal(selectors, except) {
    const selector = selectors.at(-1);
    if (selector === undefined) return;
    for (const root of [this.#boxes, this.#text]) {
      if (root !== except)
        root.querySelector(selector)?.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
  }

  #toggle(name, words) {
    for (const root of [this.#boxes, this.#text]) {
      for (const element of root.querySelectorAll(".word")) {
        element.classList.toggle(name, words.has(Number(element.dataset.word)));
      }
    }
  }

  #focus({ line, word }) {
    const selector = word === undefined ? `.line[data-line="${line}"]` : `.word[data-word="${word}"]`;
    this.#text.querySelector(selector)?.focus({ preventScroll: false });
  }

  /** While the text has the focus, the arrow keys move to the previous or next line with text. */
  #moveFocus(event) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const { lines, words } = this.#parts;
    let line = this.#focused.line ?? words[this.#focused.word]?.line ?? -1;
    do line += step;
    while (lines[line] && !lines[line].box);
    if (!lines[line]) return;
    event.preventDefault();
    this.#focus({ line });
  }
}

function partElement(tag, kind, index) {
  const element = tag === "rect" ? document.createElementNS(SVG, tag) : document.createElement(tag);
  element.setAttribute("class", kind);
  element.dataset[kind] = String(index);
  return element;
}

function boxElement(kind, index, { x0, y0, x1, y1 }) {
  const element = partElement("rect", kind, index);
  const place = { x: x0, y: y0, width: Math.max(x1 - x0, 0), height: Math.max(y1 - y0, 0) };
  for (const [name, value] of Object.entries(place)) element.setAttribute(name, String(value));
  return element;
}

function partAt(target) {
  const word = target.closest?.(".word")?.dataset.word;
  if (word !== undefined) return { word: Number(word) };
  const line = target.closest?.(".line")?.dataset.line;
  return line === undefined ? {} : { line: Number(line) };
}
