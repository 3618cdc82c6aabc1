import { describe, expect, it, vi } from 'vitest';

import { addVisit } from '../server/sources/queries.ts';
import { pagesAreBuilt, pagesFolder } from './support/pages.ts';
import { useTestApp } from './support/test-app.ts';

/** Marks the question whether the visit may be measured. */
const question = 'data-source';
const kept = 'trafficsource=%7B%22network%22%3A%22lantern%22%7D';
const phone = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile';

describe.skipIf(!pagesAreBuilt)('a visit by a link with `lb`', () => {
  const test = useTestApp({ pages: pagesFolder });

  const open = (url: string, cookie = '', more: Record<string, string> = {}) =>
    test.app.server.inject({
      url,
      headers: { host: 'localhost', accept: 'text/html', 'user-agent': phone, cookie, ...more },
    });
  const visits = () => test.sql('select network, ref, visits, measured, bounces from source_days order by ref');

  it('is counted, and its page reports nothing before its visitor has agreed to that (PII-09)', async () => {
    expect((await open('/?ref=flyer')).body).not.toContain('name="measure"');
    expect(await visits()).toEqual([]);
    for (const path of ['/?ref=flyer&lb', '/landers/gallery?lb=1&ref=flyer']) {
      const { body, headers } = await open(path);
      const [, nonce] = /'nonce-([^']+)'/.exec(String(headers['content-security-policy'])) ?? [];
      // The question's script, which waits for the answer.
      expect(body).toContain(`<script nonce="${nonce}">(function askSource(`);
      expect(body).toMatch(/<input[^>]* name="measure"/);
      expect(body).not.toMatch(/<input[^>]* name="measure"[^>]* checked/);
    }
    await expect.poll(visits).toEqual([{ network: '', ref: 'flyer', visits: 2, measured: 0, bounces: 0 }]);
  });

  it('is measured only after a yes that includes it, and never more often than it was counted', async () => {
    const choose = (fields: Record<string, string>) =>
      test.app.server.inject({
        method: 'POST',
        url: '/source-choice',
        headers: { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ source: 'ref=flyer', next: '/', ...fields }).toString(),
      });
    await choose({ choice: 'yes' });
    await choose({ choice: 'no', measure: '1' });
    expect(await visits()).toMatchObject([{ visits: 2, measured: 0 }]);
    for (let times = 0; times < 3; times += 1) await choose({ choice: 'yes', measure: '1' });
    expect(await visits()).toMatchObject([{ visits: 2, measured: 2 }]);
  });

  it('does not wait for the count, which uses one connection and is logged if it fails', async () => {
    const writes = vi.spyOn(test.context.database, 'transaction');
    await test.context.database.transaction(async (tx) => {
      const day = test.clock.now().toISOString().slice(0, 10);
      // The transaction blocks other counts until it ends.
      await tx.run(addVisit, { network: '', ref: 'flyer', site: 'default', day, times: 1 });
      for (const path of ['/landers/gallery', '/faq', '/landers/video'])
        expect((await open(`${path}?ref=flyer&lb`)).statusCode).toBe(200);
    });
    await expect.poll(visits).toMatchObject([{ visits: 6 }]);
    // This test's own transaction, the first visit, and one for all visits that waited.
    expect(writes).toHaveBeenCalledTimes(3);
    vi.spyOn(test.context.database, 'transaction').mockRejectedValueOnce(new Error('no room'));
    const log = vi.spyOn(test.context.log, 'error');
    expect((await open('/landers/gallery?ref=flyer&lb')).statusCode).toBe(200);
    await expect.poll(() => log.mock.calls).toEqual([[{ err: 'no room', times: 1 }, 'visits were not counted']]);
    expect(await visits()).toMatchObject([{ visits: 6 }]);
  });

  it('asks only for the measurement if the link names no source', async () => {
    const { body } = await open('/landers/gallery?lb');
    expect(body).toContain(question);
    expect(body).not.toContain('name="source"');
    expect(body).toContain('name="measure" value="1"');
    await expect.poll(visits).toMatchObject([{ ref: '', visits: 1 }, { visits: 6 }]);
  });

  it('is counted only if a person sees a page, not if it is missing, prefetched or read by a robot', async () => {
    const before = await visits();
    expect((await open('/nowhere?ref=none&lb')).statusCode).toBe(404);
    const robots = ['facebookexternalhit/1.1', 'WhatsApp/2.23.20.0', 'Googlebot/2.1 (+http://www.google.com/bot.html)'];
    const others: Record<string, string>[] = [
      { 'sec-purpose': 'prefetch' },
      { 'sec-purpose': 'prefetch;prerender' },
      { purpose: 'prefetch' },
      ...robots.map((agent) => ({ 'user-agent': agent })),
    ];
    for (const more of others)
      for (const path of ['/faq', '/landers/gallery'])
        expect((await open(`${path}?ref=none&lb`, '', more)).body).not.toContain('name="measure"');
    await open('/faq?ref=somebody&lb');
    await expect.poll(async () => (await visits()).length).toBe(before.length + 1);
    expect(await visits()).toEqual([...before, { network: '', ref: 'somebody', visits: 1, measured: 0, bounces: 0 }]);
  });

  it('is counted on the page to which its visitor is redirected', async () => {
    const { headers } = await open('/profile?ref=sent&lb');
    expect(headers.location).toBe('/login?next=%2Fprofile&ref=sent&lb');
    await open(String(headers.location));
    await expect.poll(async () => (await visits()).find(({ ref }) => ref === 'sent')).toMatchObject({ visits: 1 });
  });

  it('is not measured again in a browser that has a source, nor for members', async () => {
    expect((await open('/?network=lantern&lb', kept)).body).not.toContain('name="measure"');
    await expect.poll(async () => (await visits()).some(({ network }) => network === '?')).toBe(true);
    const member = await test.member();
    const session = [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const before = await visits();
    await open('/terms?lb', session);
    await open('/terms?ref=last&lb');
    await expect.poll(async () => (await visits()).length).toBe(before.length + 1);
    expect(await visits()).toEqual(expect.arrayContaining(before));
  });
});
