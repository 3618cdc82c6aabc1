import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { readSource, readTracking, trackingIn, writeSource, writeTracking } from './read-tracking.ts';
import { isSafeNext } from '../platform/safe-next.ts';

const inQuery = (query: string) => trackingIn((name) => new URLSearchParams(query).get(name));

describe('tracking data', () => {
  it('is read only from the known fields of a query, each cut to 200 characters', () => {
    expect(inQuery('network=ads&ref=7&sub1=a&sub2=b&sub3=c&email=x')).toEqual({
      network: 'ads',
      ref: '7',
      sub1: 'a',
      sub2: 'b',
      sub3: 'c',
    });
    expect(inQuery('ref=%20&next=/chats')).toBeUndefined();
    expect(inQuery(`ref=${'x'.repeat(300)}`)?.ref).toHaveLength(200);
  });

  it('contains no characters that a database cannot store', () => {
    expect(trackingIn(() => '\0a\uD800b\n')).toMatchObject({ network: 'ab', sub3: 'ab' });
    expect(trackingIn(() => ['a'])).toBeUndefined();
  });

  it('survives a cookie unchanged, and fits into it whatever the link contains', () => {
    const words = fc.record({ network: fc.string(), ref: fc.string({ unit: 'binary' }), sub1: fc.string() });
    fc.assert(
      fc.property(words, (link) => {
        const tracking = trackingIn((name) => link[name as 'ref']) ?? {};
        expect(readTracking(writeTracking(tracking)) ?? {}).toEqual(tracking);
      }),
    );
    const long = trackingIn(() => '\u{1F56F}'.repeat(300)) ?? {};
    expect(encodeURIComponent(writeTracking(long)).length).toBeLessThan(4_000);
    expect(readTracking(writeTracking(long))?.network).toBe(long.network);
  });

  it.each(['', 'x', 'null', '[]', '{"ref":7}', '"ref"'])('is not read from an invalid cookie: %s', (cookie) => {
    expect(readTracking(cookie)).toBeUndefined();
  });
});

describe('the source that a page passes on', () => {
  it('survives a query unchanged, and the query is allowed in an address within the site', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('network', 'ref', 'sub1', 'sub2', 'sub3'), fc.string()), (link) => {
        const tracking = trackingIn((name) => link[name as 'ref']) ?? {};
        const text = writeSource(tracking);
        expect(readSource(text) ?? {}).toEqual(tracking);
        expect(isSafeNext(`/landers/gallery?${text}`)).toBe(true);
        expect(inQuery(text) ?? {}).toEqual(tracking);
      }),
    );
    expect(readSource(writeSource({ ref: "a&b=c'(d)!*~" }))).toEqual({ ref: "a&b=c'(d)!*~" });
  });

  it.each([undefined, '', 'x', '&&=', 'ref=%E0%A4%A', 7])('is not read from an invalid query: %s', (text) => {
    expect(readSource(text)).toBeUndefined();
  });
});
