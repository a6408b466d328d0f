import { expect, test } from "vitest";
import { extractText } from "../extract-text.ts";
import { encoded, lines, textOf } from "./testing/converted-text.ts";

const note =
  "The document has text that its readers do not see; whether it is in the text is chosen with hiddenText.";

test.each([
  '<p style="display:none">unseen</p>',
  '<p style="Visibility: HIDDEN">unseen</p>',
  '<div style="opacity:0"><p><b>unseen</b></p></div>',
  "<p hidden>unseen</p>",
  '<div hidden><iframe srcdoc="<p>unseen</p>"></iframe></div>',
  '<p style="font-size:0px">unseen</p>',
  '<p style="text-indent:-9999px">unseen</p>',
  '<p style="position:absolute;left:-9999px">unseen</p>',
  '<p style="color:#FFF;background-color:white">unseen</p>',
  "<style>/* x */ h2, .a { color: red; display: none }</style><p class='b a'>unseen</p>",
  "<style>#a{display:none!important}</style><p id=a>unseen</p>",
  "<style>h4{opacity:0}</style><h4>unseen</h4>",
  "<style>.a .b > i[data-x='1']{display:none}</style><p class=a><span class=b><i data-x=1>unseen</i></span></p>",
  "<style>.b.a{display:none}.a{display:block}</style><p class='a b'>unseen</p>",
  "<style>@media screen{.a{color:red}} .a{visibility:hidden}</style><p class=a>unseen</p>",
  "<p style='position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)'>unseen</p>",
  "<div style='max-height:0px;overflow:hidden'><p>unseen</p></div>",
  "<div style='visibility:hidden'>unseen</div>",
  "<table><tr><td bgcolor=white><font color=white>unseen</font><td>b</table>",
  "<dialog><p>unseen</p></dialog>",
  "<div popover>unseen</div>",
  "<table><tbody style='display:none'><tr><td>unseen<td>unseen</tbody><tbody><tr><td>a<td>b</table>",
  "<table><tr style='display:none'><td>unseen</td><td>unseen</td></tr><tr><td>a</td><td>b</td></tr></table>",
])(
  "text that %s hides is kept or dropped by the option, and the message says that there is some",
  async (body) => {
    const page = encoded(`<!doctype html><p>seen</p>${body}<p>after</p>`);
    const kept = await extractText(page, { mode: "native_text" });
    expect(kept.text).toMatch(/seen[^]*unseen[^]*after/);
    expect(kept.message).toBe(note);
    const dropped = await extractText(page, { mode: "native_text", hiddenText: "drop" });
    expect(dropped.text).not.toContain("unseen");
    expect(dropped.text).toMatch(/seen[^]*after/);
    expect(dropped.message).toBe(note);
  },
);

test.each([
  '<p style="opacity:0.5;font-size:10px;text-indent:-9px">seen</p>',
  '<p style="color:white;background:black">seen</p>',
  '<p style="display:none;display:block">seen</p>',
  // How mails keep the blanks between columns from being shown.
  "<table><tr><td style='font-size:0px'><div style='font-size:13px'>seen</div><td>b</table>",
  "<div style='visibility:hidden'><p style='visibility:visible'>seen</p></div>",
  "<style>.a{display:block!important}</style><p class=a style='display:none'>seen</p>",
  "<style>.a.b{display:block}.b{display:none}</style><p class='a b'>seen</p>",
  "<style>.a .b{display:none}</style><p class=b>seen</p>",
  "<style>.a{display:none}@media (min-width:600px){.a{display:block}}</style><p class=a>seen</p>",
  "<p style='left:-9999px'>seen</p>",
  "<p style='height:0'>seen</p>",
  "<div style='color:white;background:white'><p style='color:black'>seen</p></div>",
  "<dialog open>seen</dialog>",
  "<div hidden style='display:flex'>seen</div>",
  "<style>@media print { p { display: none } } .other{display:none}</style><p>seen</p>",
])("text that %s shows is not hidden", async (body) => {
  const page = encoded(`<!doctype html>${body}`);
  const read = await extractText(page, { mode: "native_text", hiddenText: "drop" });
  expect(read.text).toContain("seen");
  expect(read.message).toBe("");
});

test.each([
  ["<!doctype html><p>pay \u202e00001\u202c now</p>", "pay 10000 now"],
  ["<!doctype html><p>pay <bdo dir=rtl>00001</bdo> now</p>", "pay 10000 now"],
  ["Subject: \u202e00001\u202c paid", "Subject: 10000 paid"],
  ["pay \u202e00001\nnext", "pay 10000|next"],
])("an override of the direction in %j is read as it is shown", async (source, expected) => {
  expect(lines(await textOf(encoded(source))).join("|")).toBe(expected);
});
