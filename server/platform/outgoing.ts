import { lookup } from 'node:dns';
import { get as getPlain } from 'node:http';
import { get as getSecure } from 'node:https';
import { type LookupFunction, isIP } from 'node:net';

import { isPublicAddress } from './addresses.ts';

const timeoutMs = 5_000;

/** Why there was no answer: the address is not allowed, or nobody answered in time. */
type NoAnswer = 'refused' | 'nothing';

/**
 * Asks an address that somebody else wrote, and returns the status of the answer, of which nothing else is read. Only the
 * allowed origins are asked, over https only public addresses, and no redirect is followed. An origin over http is one of
 * a test, and may be on this machine.
 */
export async function getStatus(
  address: string,
  { origins, timeout = timeoutMs }: { origins: readonly string[]; timeout?: number },
): Promise<number | NoAnswer> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !origins.includes(url.origin)) return 'refused';
  const isSecure = url.protocol === 'https:';
  // An address in numbers is connected to without a lookup.
  if (isSecure && isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) return 'refused';
  const get = isSecure ? getSecure : getPlain;
  const signal = AbortSignal.timeout(timeout);
  const options = { agent: false as const, signal, ...(isSecure && { lookup: lookUpPublic }) };
  return new Promise((resolve) => {
    get(url, options, (response) => {
      resolve(response.statusCode ?? 'nothing');
      response.destroy();
    }).on('error', (error) => resolve(error instanceof PrivateAddress ? 'refused' : 'nothing'));
  });
}

/** A host whose address is none of the public internet. */
export class PrivateAddress extends Error {}

/** Looks a host up for the connection itself, so that no second lookup can say something else. */
export const lookUpPublic: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, found) => {
    const [first] = found ?? [];
    if (error || !first) done(error ?? new Error('not found'), []);
    else if (!found.every(({ address }) => isPublicAddress(address))) done(new PrivateAddress('not public'), []);
    else if (options.all) done(null, found);
    else done(null, first.address, first.family);
  });
};
