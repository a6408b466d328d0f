/* The bar above GraphiQL: a key for all tabs, kept for the session of the browser's tab, and uploads. */

import { UPLOADED } from "./examples.js";

const bar = Object.fromEntries(
  ["credentials", "kind", "key", "file", "uploaded"].map((id) => [id, document.getElementById(id)]),
);
const CREDENTIALS = new Set(["authorization", "service-key", "unstract-key"]);
const STORED = "galley:credentials";
let lastUpload;

const stored = JSON.parse(sessionStorage.getItem(STORED) ?? "{}");
bar.kind.value = stored.kind ?? "service-key";
bar.key.value = stored.key ?? "";

function remember() {
  sessionStorage.setItem(STORED, JSON.stringify({ kind: bar.kind.value, key: bar.key.value.trim() }));
}

for (const field of [bar.kind, bar.key]) field.addEventListener("input", remember);
bar.credentials.addEventListener("submit", (event) => event.preventDefault());
bar.file.addEventListener("change", () => {
  const [file] = bar.file.files;
  if (file) void upload(file);
});

/** The headers of a call: what stands under "Headers", or else the key above. */
export function credentialsWith(headers) {
  const isCredential = ([name]) => CREDENTIALS.has(name.toLowerCase());
  const own = Object.entries(headers).filter((header) => header[1] || !isCredential(header));
  const key = bar.key.value.trim();
  if (key === "" || own.some(isCredential)) return Object.fromEntries(own);
  const value = bar.kind.value === "authorization" ? `Bearer ${key}` : key;
  return { ...Object.fromEntries(own), [bar.kind.value]: value };
}

async function upload(file) {
  lastUpload = undefined;
  bar.uploaded.value = "Uploading …";
  try {
    const answer = await fetch(`/uploads/${encodeURIComponent(file.name)}`, {
      method: "PUT",
      headers: credentialsWith({}),
      body: file,
    });
    const { id, message } = await answer.json();
    lastUpload = id;
    bar.uploaded.value = id ? `${file.name}: ${id}` : message;
  } catch {
    bar.uploaded.value = "The service cannot be reached.";
  }
}

/** The variables of an operation, with the id of the last upload where they name it. */
export function withUpload(variables) {
  const text = JSON.stringify(variables ?? {});
  if (!text.includes(JSON.stringify(UPLOADED))) return variables;
  if (!lastUpload) throw new Error("No document was uploaded yet. Choose a file at Upload.");
  return JSON.parse(text.replaceAll(JSON.stringify(UPLOADED), JSON.stringify(lastUpload)));
}
