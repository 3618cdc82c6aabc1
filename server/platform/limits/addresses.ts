import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Returns an IPv4 address or a /64 of IPv6, which is one line. Anything else, even no address, is one source. */
export function toIpSource(ip: string | undefined): string {
  const address = plain(ip);
  if (isIPv4(address)) return address;
  return isIPv6(address) ? toIpv6Groups(address).slice(0, 4).join(':') : 'unknown';
}

/** Returns the /24 of an IPv4 address, or the /48 of an IPv6 one. */
export function toIpNetwork(ip: string | undefined): string {
  const address = plain(ip);
  if (isIPv4(address)) return address.split('.').slice(0, 3).join('.');
  return isIPv6(address) ? toIpv6Groups(address).slice(0, 3).join(':') : 'unknown';
}

/** True if the network of an address also counts: one customer can have a /48 of IPv6, with 65,536 sources in it. */
export function countsNetwork(ip: string | undefined): boolean {
  return isIPv6(plain(ip));
}

// Networks that IANA lists as not globally reachable, and networks that lead to an IPv4 address of somebody's choice.
const inwardNetworks: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];
const inward = new BlockList();
for (const [network, bits] of inwardNetworks) inward.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  inward.addSubnet(network, bits, 'ipv6');
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

/** True if the server of a URL is on this machine, so that no network carries what it gets. */
export function isOnThisMachine(url: string): boolean {
  return URL.canParse(url) && /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname);
}

/** True if an IP address is on the public internet: not on this machine, its network or a special-purpose range. */
export function isPublicAddress(ip: string): boolean {
  const address = plain(ip);
  if (isIPv4(address)) return !inward.check(address, 'ipv4');
  return isIPv6(address) && globalUnicast.check(address, 'ipv6') && !inward.check(address, 'ipv6');
}

/** Strips the port that some proxies add, and unwraps IPv4 addresses that are written as IPv6. */
function plain(ip: string | undefined): string {
  if (ip === undefined) return '';
  if (isIPv4(ip)) return ip;
  const bare = ip.replace(/^((?:\d+\.){3}\d+):\d+$/, '$1').replace(/^\[(.*)\](?::\d+)?$/, '$1');
  if (!isIPv6(bare)) return bare;
  const groups = toIpv6Groups(bare);
  const isMapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff';
  return isMapped ? groups.slice(6).flatMap(toBytes).join('.') : bare;
}

function toBytes(group: string): [number, number] {
  const value = Number.parseInt(group, 16);
  return [value >> 8, value & 255];
}

function toIpv6Groups(address: string): string[] {
  // URL normalizes the address: one spelling, lower case, no IPv4 part at the end.
  const { hostname } = new URL(`http://[${address.split('%')[0]}]`);
  const [left = [], right = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  return [...left, ...zeros, ...right];
}
