/** Colours reach a contrast of 4.5 : 1 on their background, in the light and the dark scheme. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --back: light-dark(#f6f7f9, #15181d);
  --card: light-dark(#ffffff, #1e2228);
  --line: light-dark(#d5d9e0, #3a414c);
  --text: light-dark(#1b2027, #e6e9ee);
  --soft: light-dark(#525c6a, #a9b3c1);
  --yes: light-dark(#116329, #6fdd8b);
  --no: light-dark(#a1260d, #ff9b85);
  --focus: light-dark(#0b57d0, #8ab4ff);
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
header { padding: 1rem 1.5rem 0; }
h1 { margin: 0; font-size: 1.35rem; overflow-wrap: anywhere; }
h2 { display: inline; margin: 0; font-size: 1rem; }
header p { margin: .25rem 0 0; color: var(--soft); }
main { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 1.5rem; padding: 1rem 1.5rem 3rem; align-items: start; }
figure { position: sticky; top: 1rem; margin: 0; }
svg { display: block; width: 100%; max-height: calc(100vh - 5rem); background: #fff; border: 1px solid var(--line); border-radius: 6px; }
figcaption { display: flex; flex-wrap: wrap; gap: .35rem .9rem; margin-top: .6rem; font-size: .85rem; color: var(--soft); }
.heading { --own: #b3261e; }
.text { --own: #1a5fb4; }
.list { --own: #6b3fa0; }
.table { --own: #0b6e4f; }
.figure { --own: #8a5300; }
.margin { --own: #5c6370; }
.region { cursor: pointer; outline: none; }
.region rect { fill: var(--own); fill-opacity: .07; stroke: var(--own); stroke-width: 1; vector-effect: non-scaling-stroke; }
.region .part { fill: none; stroke-width: .6; stroke-dasharray: 3 2; pointer-events: none; }
.region:hover rect:first-of-type, .region.near rect:first-of-type { fill-opacity: .2; }
.region.is-chosen rect:first-of-type, .region:focus-visible rect:first-of-type { fill-opacity: .22; stroke-width: 2.5; }
.place { fill: #ffb300; fill-opacity: .28; stroke: #b35c00; stroke-width: 2; vector-effect: non-scaling-stroke; pointer-events: none; }
.key::before { content: ""; display: inline-block; width: .7em; height: .7em; margin-right: .35em; border-radius: 2px; background: var(--own); border: 1px solid var(--line); }
.why { min-width: 0; }
.chosen span { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.filtered .question > summary span { display: none; }
.chosen { position: sticky; top: 0; z-index: 1; margin: 0 0 .75rem; padding: .5rem .75rem; background: var(--card); border: 1px solid var(--focus); border-radius: 6px; overflow-wrap: anywhere; }
ol { margin: .4rem 0 1.2rem; padding: 0; list-style: none; }
li { margin-bottom: .25rem; background: var(--card); border: 1px solid var(--line); border-radius: 6px; }
.regions { max-height: 16rem; overflow: auto; border: 1px solid var(--line); border-radius: 6px; }
.regions li { margin: 0; border-width: 0 0 1px; border-radius: 0; }
button { font: inherit; color: inherit; background: none; border: 0; cursor: pointer; }
.regions button { display: block; width: 100%; padding: .35rem .75rem; text-align: left; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.regions button:hover, .regions .is-chosen { background: var(--back); }
.regions .key { font-weight: 600; }
#all { padding: 0; color: var(--focus); text-decoration: underline; }
.question > summary { padding: .35rem 0; cursor: pointer; }
.question > summary span { color: var(--soft); font-size: .85rem; }
li summary { padding: .4rem .75rem; cursor: pointer; overflow-wrap: anywhere; }
li b { margin-right: .3em; font-size: .85rem; }
.accepted b { color: var(--yes); }
.rejected b { color: var(--no); }
li:hover, li.is-shown { border-color: var(--focus); }
li p { margin: 0; padding: 0 .75rem .3rem; }
table { width: calc(100% - 1.5rem); margin: 0 .75rem .6rem; border-collapse: collapse; font-size: .88rem; }
th, td { padding: .2rem .6rem .2rem 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top; overflow-wrap: anywhere; }
th { color: var(--soft); font-weight: 600; overflow-wrap: normal; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 1px; }
@media (max-width: 800px) {
  main { grid-template-columns: minmax(0, 1fr); padding: 1rem; }
  header { padding: 1rem 1rem 0; }
  figure { position: static; }
  svg { max-height: none; }
}
`;
