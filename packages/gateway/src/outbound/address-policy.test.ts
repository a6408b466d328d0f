import { expect, test } from "vitest";
import { createAddressPolicy } from "./address-policy.ts";

const closed = createAddressPolicy([]);

const NOT_PUBLIC = `
0.0.0.0 0.0.0.1 0.255.255.255 10.0.0.1 10.255.255.255 100.64.0.1 100.100.100.200 100.127.255.255
127.0.0.1 127.0.0.53 127.1.2.3 127.255.255.255 168.63.129.16 169.254.0.1 169.254.169.254 169.254.170.2
172.16.0.1 172.31.255.255 192.0.0.1 192.0.0.170 192.0.0.192 192.0.2.1 192.88.99.1 192.168.0.1 192.168.255.255
198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1 233.252.0.1 239.255.255.255 240.0.0.1
255.255.255.255
:: ::1 ::2 ::ffff ::127.0.0.1 ::7f00:1 ::a9fe:a9fe ::8.8.8.8
::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:10.0.0.1 ::ffff:169.254.169.254 ::ffff:192.168.0.1 ::ffff:8.8.8.8
::ffff:0:127.0.0.1 ::ffff:0:8.8.8.8
64:ff9b::127.0.0.1 64:ff9b::a9fe:a9fe 64:ff9b::8.8.8.8 64:ff9b:1::1 64:ff9b:1::a9fe:a9fe
100::1 100:0:0:1::1 100::1:2:3:4 2001::1 2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:2::1 2001:10::1 2001:20::1
2001:db8::1 2002:7f00:1:: 2002:a9fe:a9fe:: 2002:c0a8:1:: 2002:808:808:: 3fff::1 3fff:fff::1 5f00::1
fc00::1 fd00::1 fd00:ec2::254 fdff::1 fe80::1 fe80::1:2 febf::1 fec0::1 feff::1 ff00::1 ff02::1 ff05::2 ff0e::1
`;

test.each(NOT_PUBLIC.trim().split(/\s+/))("%s is not public", (address) => {
  expect(closed.permits(address)).toBe(false);
});

test.each([
  "",
  "localhost",
  "example.com",
  "[::1]",
  "[2606:4700::1111]",
  "1.1.1.1/32",
  " 1.1.1.1",
  "fe80::1%lo",
])("%j is not an address", (text) => {
  expect(closed.permits(text)).toBe(false);
});

test.each(["1.1.1.1", "8.8.8.8", "93.184.215.14", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2a00::1"])(
  "%s is public",
  (address) => {
    expect(closed.permits(address)).toBe(true);
  },
);

test("networks that the operator allows are permitted, and no others", () => {
  const policy = createAddressPolicy(["10.1.0.0/16", "fd00:1::/32"]);
  expect(policy.permits("10.1.255.255")).toBe(true);
  expect(policy.permits("fd00:1::5")).toBe(true);
  expect(policy.permits("8.8.8.8")).toBe(true);
  expect(policy.permits("10.2.0.1")).toBe(false);
  expect(policy.permits("fd00:2::5")).toBe(false);
  expect(policy.permits("::ffff:10.1.0.1")).toBe(false);
});

test("allowing an IPv4 range allows no IPv6 addresses, and vice versa", () => {
  expect(createAddressPolicy(["0.0.0.0/0"]).permits("::1")).toBe(false);
  expect(createAddressPolicy(["::/0"]).permits("127.0.0.1")).toBe(false);
});
