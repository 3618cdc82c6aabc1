import { isIPv4, isIPv6 } from 'node:net';

/**
 * The source that an IP address counts as: the address itself for IPv4, and the /64 for IPv6, because one line has 2^64
 * addresses to choose from. Whatever else a proxy may report counts together.
 */
export function sourceOf(ip: string): string {
  const address = plain(ip);
  if (isIPv4(address)) return address;
  return isIPv6(address) ? groupsOf(address).slice(0, 4).join(':') : 'unknown';
}

/** The network of an IP address: the /24 for IPv4, the /48 for IPv6. */
export function networkOf(ip: string): string {
  const address = plain(ip);
  if (isIPv4(address)) return address.split('.').slice(0, 3).join('.');
  return isIPv6(address) ? groupsOf(address).slice(0, 3).join(':') : 'unknown';
}

/** Whether the network of an address counts, too: one customer can have a /48 of IPv6, with 65,536 sources in it. */
export function countsNetwork(ip: string): boolean {
  return isIPv6(plain(ip));
}

/** An address without the port that some proxies add, and IPv4 as such when it is written as IPv6. */
function plain(ip: string): string {
  if (isIPv4(ip)) return ip;
  const bare = ip.replace(/^((?:\d+\.){3}\d+):\d+$/, '$1').replace(/^\[(.*)\](?::\d+)?$/, '$1');
  if (!isIPv6(bare)) return bare;
  const groups = groupsOf(bare);
  const isMapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff';
  return isMapped ? groups.slice(6).flatMap(bytesOf).join('.') : bare;
}

function bytesOf(group: string): [number, number] {
  const value = Number.parseInt(group, 16);
  return [value >> 8, value & 255];
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  // A URL writes each address in one way, in small letters and without an IPv4 address at its end.
  const { hostname } = new URL(`http://[${address.split('%')[0]}]`);
  const [left = [], right = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  return [...left, ...zeros, ...right];
}
