import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startNetwork } from '../../mocks/network/server.ts';
import { isPublicAddress } from './limits/addresses.ts';
import { getStatus } from './public-requests.ts';

let network: Awaited<ReturnType<typeof startNetwork>>;
beforeAll(async () => {
  network = await startNetwork();
});
afterAll(() => network.close());

const ask = (address: string, origins = [network.origin]) => getStatus(address, { origins, timeout: 300 });

describe('a request to an address given by somebody else', () => {
  it('returns the status of an allowed origin, and follows no redirect', async () => {
    network.answers.push(204, 'redirect', 500);
    expect([
      await ask(`${network.origin}/a`),
      await ask(`${network.origin}/b`),
      await ask(`${network.origin}/c`),
    ]).toEqual([204, 302, 500]);
    expect(network.calls.splice(0).map(({ pathname }) => pathname)).toEqual(['/a', '/b', '/c']);
  });

  it('ends when nobody responds in time, or the connection is cut', async () => {
    network.answers.push('hang', 'drop');
    expect([await ask(network.origin), await ask(network.origin)]).toEqual(['nothing', 'nothing']);
    network.calls.length = 0;
  });

  it('is not made to any other origin', async () => {
    for (const address of [`${network.origin}0/`, 'http://localhost/', 'file:///etc/passwd', 'nonsense', ''])
      expect(await ask(address), address).toBe('refused');
    expect(network.calls).toEqual([]);
  });

  it('is not made over HTTPS to this machine or its network, under any name', async () => {
    for (const host of [
      'localhost',
      '127.0.0.1',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '2130706433',
      '0x7f.1',
      '169.254.169.254',
    ]) {
      const { origin } = new URL(`https://${host}`);
      expect(await ask(`${origin}/`, [origin]), host).toBe('refused');
    }
  });
});

describe('an address of the public internet', () => {
  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.2.1',
    '192.168.1.1',
    '198.18.0.1',
    '203.0.113.9',
    '224.0.0.1',
    '255.255.255.255',
    'nonsense',
    '',
    '::',
    '::1',
    '::ffff:10.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'fc00::1',
    'fe80::1',
    'fe80::1%eth0',
    'ff02::1',
  ])('is not %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(['1.1.1.1', '8.8.8.8', '172.32.0.1', '::ffff:8.8.8.8', '2606:4700::1111', '2a00:1450:4001::1'])(
    'is %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );
});
