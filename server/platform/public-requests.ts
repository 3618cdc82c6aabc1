import { lookup } from 'node:dns';
import { get as getPlain } from 'node:http';
import { get as getSecure } from 'node:https';
import { type LookupFunction, isIP } from 'node:net';

import { isPublicAddress } from './limits/addresses.ts';

const timeoutMs = 5_000;

/** Why there was no response: the address is not allowed, or nothing came in time. */
type NoResponse = 'refused' | 'nothing';

/**
 * Reads only the status of a URL that somebody else wrote: allowed origins, https at public addresses, no redirects. An
 * http origin belongs to a test, and may be on this machine.
 */
export async function getStatus(
  address: string,
  { origins, timeout = timeoutMs }: { origins: readonly string[]; timeout?: number },
): Promise<number | NoResponse> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !origins.includes(url.origin)) return 'refused';
  const isSecure = url.protocol === 'https:';
  // A numeric address is connected to without a lookup.
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

export class PrivateAddress extends Error {}

/** Looks up a host for the connection itself, so that no second lookup can differ. */
export const lookUpPublic: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, found) => {
    const [first] = found ?? [];
    if (error || !first) done(error ?? new Error('not found'), []);
    else if (!found.every(({ address }) => isPublicAddress(address))) done(new PrivateAddress('not public'), []);
    else if (options.all) done(null, found);
    else done(null, first.address, first.family);
  });
};
