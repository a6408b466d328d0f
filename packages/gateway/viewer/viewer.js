/* The viewer of Galley: shows a document's pages next to their text. */

import {
  forgetKey,
  hasKey,
  keepKey,
  loadImage,
  loadPage,
  loadPagesWith,
  loadSummary,
  Refusal,
} from "./documents.js";
import { PageView } from "./page-view.js";

/** Delay before the image is loaded, so that quick page turns load none. */
const IMAGE_DELAY_MS = 80;
/** Polling interval for a document that is still being processed. */
const POLL_MS = 1000;
const ZOOM_STEPS = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4, 6];
/** Dots per inch at normal and at high zoom. */
const DPI = { usual: 150, close: 300 };

const element = (id) => document.getElementById(id);
const view = new PageView({ boxes: element("boxes"), text: element("text") });

const state = {
  summary: undefined,
  number: 1,
  /** The displayed page; undefined while it loads or if there is none. */
  page: undefined,
  zoom: 1,
  /** Dots per inch of the displayed image. */
  dpi: 0,
  search: { term: "", pages: [], hit: -1, hits: 0 },
  drawing: new AbortController(),
};

void start();

async function start() {
  try {
    state.summary = await loadSummary();
  } catch (error) {
    refuse(error);
    return;
  }
  showSummary();
  const wanted = Number(/^#page=(\d+)$/.exec(location.hash)?.[1]);
  await goTo(wanted || state.summary.firstPage || 1);
  if (!state.summary.settled) setTimeout(() => void poll(), POLL_MS);
}

/** Polls for more pages until the document is settled. */
async function poll() {
  state.summary = await loadSummary().catch(() => state.summary);
  showSummary();
  if (!state.page) await showPage();
  if (!state.summary.settled) setTimeout(() => void poll(), POLL_MS);
}

function refuse(error) {
  showStatus(error.message);
  if (!(error instanceof Refusal) || (error.status !== 401 && error.status !== 403)) return;
  if (hasKey()) element("key-problem").textContent = error.message;
  forgetKey();
  element("key-dialog").showModal();
}

function showSummary() {
  const { name, pageCount } = state.summary;
  document.title = `${name} – Galley`;
  element("name").textContent = name;
  element("name").title = name;
  element("count").textContent = pageCount ?? "…";
  if (pageCount !== null) element("number").max = pageCount;
}

async function goTo(number) {
  const last = state.summary?.pageCount ?? 1;
  state.number = Math.min(Math.max(number, 1), last);
  element("number").value = state.number;
  history.replaceState(undefined, "", `#page=${state.number}`);
  await Promise.all([showPage(), showImage()]);
}

async function showPage() {
  const { number } = state;
  state.page = undefined;
  try {
    const page = await loadPage(number);
    if (number !== state.number) return;
    state.page = page;
    if (page.read) view.show(page);
    else view.showMessage(page.message);
    showStatus(pageFacts(page));
  } catch (error) {
    if (number !== state.number) return;
    view.showMessage(error.message);
    showStatus(state.summary.message);
    if (error.status === 401 || error.status === 403) refuse(error);
  }
  state.search.hits = view.find(state.search.term);
  showHitCount();
  sizeSheet();
}

function pageFacts({ read, engine, textSource, reason, seconds, message, width, height, rotation }) {
  const facts = read
    ? [
        `Engine: ${engine}`,
        `Text: ${textSource} (${reason})`,
        `${Math.round(width)} × ${Math.round(height)} pt${rotation === 0 ? "" : `, rotated by ${rotation}°`}`,
      ]
    : ["This page could not be read"];
  const all = [...facts, `${seconds.toFixed(3)} s`, message, state.summary.message];
  return all.filter((fact) => fact !== "").join(" · ");
}

function showStatus(text) {
  element("about").textContent = text;
}

/** Loads and draws the image of the current page at the resolution that the zoom needs. */
async function showImage() {
  state.drawing.abort();
  const { signal } = (state.drawing = new AbortController());
  const { number } = state;
  const dpi = wantedDpi();
  const canvas = element("image");
  state.dpi = dpi;
  try {
    await pause(IMAGE_DELAY_MS, signal);
    const image = await loadImage(number, dpi, signal);
    canvas.width = image.width;
    canvas.height = image.height;
    canvas.getContext("2d").drawImage(image, 0, 0);
    image.close();
    canvas.setAttribute("aria-label", `Page ${number}`);
    canvas.dataset.page = number;
    sizeSheet();
  } catch (error) {
    if (signal.aborted) return;
    canvas.width = 1;
    delete canvas.dataset.page;
    canvas.setAttribute("aria-label", `Page ${number} cannot be displayed: ${error.message}`);
    if (state.number === number) showStatus(`${element("about").textContent} · ${error.message}`);
  }
}

function pause(ms, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

function wantedDpi() {
  return state.zoom * devicePixelRatio > 1.5 ? DPI.close : DPI.usual;
}

/** At 100 %, the page is as wide as its pane. */
function sizeSheet() {
  const pane = element("image-pane");
  const style = getComputedStyle(pane);
  const inner = pane.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  const canvas = element("image");
  const { width, height } = state.page?.read ? state.page : canvas;
  const sheet = element("sheet").style;
  sheet.width = `${inner * state.zoom}px`;
  sheet.height = `${(inner * state.zoom * height) / width}px`;
  element("zoom").textContent = `${Math.round(state.zoom * 100)} %`;
}

function zoomBy(step) {
  const at = ZOOM_STEPS.indexOf(state.zoom) + step;
  state.zoom = ZOOM_STEPS[Math.min(Math.max(at, 0), ZOOM_STEPS.length - 1)];
  sizeSheet();
  if (state.dpi !== wantedDpi()) void showImage();
}

async function searchFor(term) {
  const { search } = state;
  search.term = term;
  search.hit = -1;
  search.hits = view.find(term);
  search.pages = [];
  if (term === "") {
    element("hits").textContent = "";
    return;
  }
  const pages = await loadPagesWith(term).catch(() => []);
  if (search.term !== term) return;
  search.pages = pages;
  await nextHit(1);
}

/** Goes to the next match in the direction, on this page or another, and wraps around at the end. */
async function nextHit(direction) {
  const { search } = state;
  if (search.term === "") return;
  const next = search.hit < 0 ? (direction > 0 ? 0 : search.hits - 1) : search.hit + direction;
  if (next >= 0 && next < search.hits) showHit(next);
  else await hitOnNextPage(direction);
}

async function hitOnNextPage(direction) {
  const { search } = state;
  const ordered = direction > 0 ? search.pages : search.pages.toReversed();
  const beyond = ordered.find((page) => (page - state.number) * direction > 0) ?? ordered[0];
  if (beyond === undefined) {
    element("hits").textContent = "Not found";
    return;
  }
  if (beyond !== state.number) await goTo(beyond);
  showHit(direction > 0 ? 0 : search.hits - 1);
}

function showHit(hit) {
  state.search.hit = hit;
  view.showHit(hit);
  showHitCount();
}

function showHitCount() {
  const { term, hit, hits, pages } = state.search;
  const here = hit < 0 ? `${hits} here` : `${hit + 1} of ${hits} here`;
  element("hits").textContent =
    term === "" ? "" : `${here}, ${pages.length === 1 ? "1 page" : `${pages.length} pages`}`;
}

function toggleWordBoxes() {
  const shown = element("boxes").classList.toggle("words");
  element("word-boxes").setAttribute("aria-pressed", String(shown));
}

function escape() {
  element("term").value = "";
  void searchFor("");
  view.clearMarks();
  document.activeElement?.blur();
}

const turnPage = (step) => {
  state.search.hit = -1;
  return goTo(state.number + step);
};

const KEYS = {
  ArrowLeft: () => turnPage(-1),
  PageUp: () => turnPage(-1),
  ArrowRight: () => turnPage(1),
  PageDown: () => turnPage(1),
  Home: () => turnPage(-Infinity),
  End: () => turnPage(Infinity),
  "+": () => zoomBy(1),
  "=": () => zoomBy(1),
  "-": () => zoomBy(-1),
  "/": () => element("term").select(),
  n: () => nextHit(1),
  N: () => nextHit(-1),
  w: toggleWordBoxes,
  Escape: escape,
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || element("key-dialog").open) return;
  if (event.target instanceof HTMLInputElement && event.key !== "Escape") return;
  const action = KEYS[event.key];
  if (!action) return;
  event.preventDefault();
  void action();
});

const onClick = {
  previous: () => turnPage(-1),
  next: () => turnPage(1),
  smaller: () => zoomBy(-1),
  larger: () => zoomBy(1),
  "word-boxes": toggleWordBoxes,
  "previous-hit": () => nextHit(-1),
};
for (const [id, action] of Object.entries(onClick)) {
  element(id).addEventListener("click", () => void action());
}

onSubmit("go", () => turnPage(Number(element("number").value) - state.number));
element("number").addEventListener(
  "change",
  () => void turnPage(Number(element("number").value) - state.number),
);

onSubmit("find", () => {
  const term = element("term").value.trim();
  if (term === state.search.term) return nextHit(1);
  element("term").blur();
  return searchFor(term);
});

onSubmit("key-form", () => {
  keepKey(element("key-form").elements.kind.value, element("key").value.trim());
  element("key").value = "";
  element("key-dialog").close();
  return start();
});

window.addEventListener("resize", sizeSheet);

function onSubmit(id, action) {
  element(id).addEventListener("submit", (event) => {
    event.preventDefault();
    void action();
  });
}
