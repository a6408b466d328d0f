import { expect, test } from "vitest";
import { createAddressPolicy } from "./address-policy.ts";
import { OutboundError } from "./outbound-error.ts";
import { redirectTarget, targetOf } from "./target.ts";

const policy = createAddressPolicy([]);

/** Each can be rejected without the network. */
const REFUSED_FORMS = [
  "",
  "example.com/a.pdf",
  "//example.com/a.pdf",
  "http://",
  "http://:80/",
  "https:// /",
  "file:///etc/passwd",
  "FILE:///etc/passwd",
  "ftp://example.com/a.pdf",
  "gopher://example.com:6379/_INFO",
  "data:application/pdf,x",
  "javascript:1",
  "blob:https://example.com/1",
  "http://user@example.com/",
  "http://user:password@example.com/",
  "http://public.example@127.0.0.1/",
  "http://127.0.0.1%2f@public.example",
  "http://127.0.0.1#@public.example/",
  "http://127.0.0.1\\@public.example/",
  "HTTP://127.0.0.1/",
  "http://127.0.0.1./",
  "http://127.0.0.1:8080/",
  "http://127.1/",
  "http://127.0.1/",
  "http://0/",
  "http://0.0.0.0:80/",
  "http://2130706433/",
  "http://0x7f000001/",
  "http://0x7f.1/",
  "http://0177.0.0.1/",
  "http://017700000001/",
  "http://①②⑦.⓪.⓪.①/",
  "http://127。0。0。1/",
  "http://%31%32%37.0.0.1/",
  "http://[::1]/",
  "http://[::]/",
  "http://[::1%25lo]/",
  "http://[::ffff:127.0.0.1]/",
  "http://[::ffff:7f00:1]/",
  "http://[0:0:0:0:0:ffff:a9fe:a9fe]/",
  "http://[fd00:ec2::254]/latest/",
  "http://169.254.169.254/latest/meta-data/",
  "http://2852039166/",
  "http://example.com:22/",
  "http://example.com:25/",
  "https://example.com:81/",
  "http://example.com:1023/",
  "http://example.com:0/",
  "http://example.com:65536/",
];

test.each(REFUSED_FORMS)("%s is rejected", (url) => {
  expect(() => targetOf(url, policy)).toThrow(expect.objectContaining({ failure: "refused" }));
});

test("every rejection has the same message, which says what is valid; the reason is for the log", () => {
  const refusals = REFUSED_FORMS.map((url) => refusalOf(() => targetOf(url, policy)));
  expect(new Set(refusals.map(({ message }) => message))).toEqual(
    new Set([expect.stringMatching(/http or https.*public address.*port 80, 443 or above 1023/)]),
  );
  expect(refusals.every(({ cause }) => typeof cause === "string")).toBe(true);
});

test.each([
  ["http://example.com", "http://example.com/"],
  ["HTTPS://EXAMPLE.com:443/a b.pdf?x=1#page", "https://example.com/a%20b.pdf?x=1#page"],
  ["http://example.com:8080/", "http://example.com:8080/"],
  ["https://example.com:80/", "https://example.com:80/"],
  ["http://1.1.1.1/", "http://1.1.1.1/"],
  ["http://[2606:4700::1111]:1024/", "http://[2606:4700::1111]:1024/"],
  ["http://bücher.example/", "http://xn--bcher-kva.example/"],
])("%s is valid", (url, canonical) => {
  expect(targetOf(url, policy).href).toBe(canonical);
});

test.each([
  ["https://example.com/a/b", "../c.pdf", "https://example.com/c.pdf"],
  ["https://example.com/a", "//other.example/c", "https://other.example/c"],
  ["http://example.com/a", "https://example.com/a", "https://example.com/a"],
  ["http://example.com/a", "http://other.example/", "http://other.example/"],
])("from %s, the redirect %s leads to %s", (from, location, to) => {
  expect(redirectTarget(new URL(from), location, policy).href).toBe(to);
});

test.each([
  ["http://example.com/", "http://127.0.0.1/", "refused"],
  ["https://example.com/", "//[::1]/", "refused"],
  ["http://example.com/", "file:///etc/passwd", "refused"],
  ["http://example.com/", "http://user@example.com/", "refused"],
  ["http://example.com/", "http://example.com:22/", "refused"],
  ["http://example.com/", "http://", "refused"],
  ["https://example.com/", "http://example.com/", "redirect"],
])("from %s, the redirect %s is not followed: %s", (from, location, failure) => {
  expect(() => redirectTarget(new URL(from), location, policy)).toThrow(expect.objectContaining({ failure }));
});

function refusalOf(work: () => unknown): OutboundError {
  try {
    work();
  } catch (error) {
    if (error instanceof OutboundError) return error;
  }
  throw new Error("It was not refused.");
}
