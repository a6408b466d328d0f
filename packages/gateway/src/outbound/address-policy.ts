import ipaddr from "ipaddr.js";

/** Which addresses a request may go to. */
export interface AddressPolicy {
  /** Whether an IP address, written without brackets, may be reached. Anything else may not. */
  permits(address: string): boolean;
}

/** All that has been given out of IPv6 for public use. What looks like more is IPv4 in disguise, or a test. */
const PUBLIC_IPV6 = ipaddr.parseCIDR("2000::/3");

/** Where Azure's machines find their host: among public addresses, and not public. */
const AZURE_HOST = ipaddr.parseCIDR("168.63.129.16/32");

/** Public addresses, and the private ranges that the operator opens, as CIDR. */
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

/** Addresses that carry an IPv4 address in them are none of IPv6's public ones, whatever they carry. */
function isPublic(address: Address): boolean {
  if (address.range() !== "unicast") return false;
  return address.kind() === "ipv6" ? isWithin(address, PUBLIC_IPV6) : !isWithin(address, AZURE_HOST);
}

function isWithin(address: Address, [base, bits]: Range): boolean {
  return address.kind() === base.kind() && address.match([base, bits]);
}
