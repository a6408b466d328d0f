import ipaddr from "ipaddr.js";

/** Which addresses a request may be sent to. */
export interface AddressPolicy {
  /** Whether an IP address, written without brackets, may be reached. False for anything else. */
  permits(address: string): boolean;
}

/** All globally assigned IPv6 addresses. The rest is embedded IPv4, or reserved. */
const PUBLIC_IPV6 = ipaddr.parseCIDR("2000::/3");

/** Azure's platform address: in a public range, but not public. */
const AZURE_HOST = ipaddr.parseCIDR("168.63.129.16/32");

/** Permits public addresses, and the private ranges (CIDR) that the operator allows. */
export function createAddressPolicy(allow: readonly string[]): AddressPolicy {
  const allowed = allow.map((range) => ipaddr.parseCIDR(range));
  return {
    permits(text) {
      if (!ipaddr.isValid(text)) return false;
      const address = ipaddr.parse(text);
      return allowed.some((range) => isWithin(address, range)) || isPublic(address);
    },
  };
}

type Address = ReturnType<typeof ipaddr.parse>;
type Range = ReturnType<typeof ipaddr.parseCIDR>;

/** IPv6 addresses that embed an IPv4 address are never public. */
function isPublic(address: Address): boolean {
  if (address.range() !== "unicast") return false;
  return address.kind() === "ipv6" ? isWithin(address, PUBLIC_IPV6) : !isWithin(address, AZURE_HOST);
}

function isWithin(address: Address, [base, bits]: Range): boolean {
  return address.kind() === base.kind() && address.match([base, bits]);
}
