/** Links the regions of the picture with the decisions. */
export const SCRIPT = `
"use strict";
const place = document.getElementById("place");
const chosen = document.getElementById("chosen");
const decisions = [...document.querySelectorAll("li[data-box]")];
const regions = [...document.querySelectorAll("[data-region]")];
function point(decision) {
  const [x, y, width, height] = (decision ? decision.dataset.box : "0 0 0 0").split(" ");
  place.setAttribute("x", x);
  place.setAttribute("y", y);
  place.setAttribute("width", width);
  place.setAttribute("height", height);
  for (const region of regions)
    region.classList.toggle("near", Boolean(decision) && region.dataset.region === decision.dataset.of);
}
function choose(id) {
  const region = regions.find((own) => own.dataset.region === id && own.tagName === "BUTTON");
  chosen.textContent = region ? "Decisions about: " + region.textContent : "";
  chosen.parentElement.hidden = !region;
  document.body.classList.toggle("filtered", Boolean(region));
  for (const own of regions) own.classList.toggle("is-chosen", own.dataset.region === id);
  for (const decision of decisions) decision.hidden = Boolean(region) && decision.dataset.of !== id;
  for (const section of document.querySelectorAll("details.question")) {
    const own = [...section.querySelectorAll("li")].filter((decision) => !decision.hidden);
    section.hidden = own.length === 0;
    if (region) section.open = true;
  }
  point(undefined);
}
for (const region of regions) {
  region.addEventListener("click", () => choose(region.dataset.region));
  region.addEventListener("keydown", (event) => {
    if (region.tagName === "BUTTON" || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    choose(region.dataset.region);
  });
}
for (const decision of decisions) {
  for (const name of ["mouseenter", "focusin"]) decision.addEventListener(name, () => point(decision));
  decision.addEventListener("mouseleave", () => point(document.querySelector("li.is-shown")));
  decision.querySelector("summary").addEventListener("click", () => {
    for (const other of decisions) other.classList.toggle("is-shown", other === decision);
    point(decision);
  });
}
document.getElementById("all").addEventListener("click", () => choose(undefined));
`;
