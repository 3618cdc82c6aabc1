import { describe, expect, it } from 'vitest';

import { countsNetwork, toIpSource, toIpNetwork } from './addresses.ts';

describe('the source of an IP address', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['192.0.2.7:51000', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:0207', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2'],
    ['[2001:db8:1:2::9]:51000', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['::1', '0:0:0:0'],
    ['2001:db8:1:2:3:4:192.0.2.7', '2001:db8:1:2'],
    ['unknown', 'unknown'],
    ['_hidden', 'unknown'],
    ['', 'unknown'],
    ['300.1.1.1', 'unknown'],
  ])('%s has source %s', (ip, source) => {
    expect(toIpSource(ip)).toBe(source);
  });
});

describe('the network of an address', () => {
  it.each([
    ['192.0.2.7', '192.0.2'],
    ['::ffff:192.0.2.7', '192.0.2'],
    ['2001:0db8:1:2::9', '2001:db8:1'],
    ['2001:db8::1', '2001:db8:0'],
    ['nothing', 'unknown'],
  ])('%s is in network %s', (ip, network) => {
    expect(toIpNetwork(ip)).toBe(network);
  });

  it('counts in addition to the source only for IPv6', () => {
    expect(['2001:db8::1', '[::1]:80', '::ffff:192.0.2.7', '192.0.2.7:80', 'x'].map(countsNetwork)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
