import { describe, expect, it } from 'vitest';

import { pagesAreBuilt, pagesFolder } from '../../../tests/support/pages.ts';
import { useTestApp } from '../../../tests/support/test-app.ts';
import { isLeftOut } from '../../sources/measured-visits.ts';
import { toPageAddress } from './page-address.ts';

describe('the address that a page is rendered with', () => {
  it.each([
    ['/landers/gallery?network=a&ref=b&sub1=c&sub2=d&sub3=e&lb', '/landers/gallery'],
    ['/?lb=1&lang=de&ref=b', '/?lang=de'],
    ['/terms?fbclid=IwAR1&utm_source=x&utm_campaign=a%20b&gclid=1&msclkid=2&ttclid=3', '/terms'],
    ['/members?utm=1&gender=female&fbclidx=1', '/members?utm=1&gender=female&fbclidx=1'],
    ['/landers/gallery/', '/landers/gallery'],
    ['/landers/gallery/?fbclid=1&lang=de', '/landers/gallery?lang=de'],
    ['/', '/'],
    ['//', '//'],
    ['/terms//', '/terms//'],
    ['/?a=1', '/?a=1'],
    ['/login?lb&next=/credits?a=b&x=1', '/login?next=/credits?a=b&x=1'],
    [`/${'x'.repeat(5_000)}?ref=1`, '/-'],
  ])('drops tracking parameters: %s becomes %s', (url, address) => {
    expect(toPageAddress(url, isLeftOut)).toBe(address);
  });
});

const test = useTestApp(pagesAreBuilt ? { pages: pagesFolder } : {});

describe.skipIf(!pagesAreBuilt)('a path that cannot be decoded', () => {
  const ask = (url: string, headers: object) =>
    test.app.server.inject({ url, headers: { host: 'localhost', accept: 'text/html,*/*;q=0.8', ...headers } });

  it.each(['/%', '/%zz', '/%ff', '/profile/%E0%A4%A', '/landers/alonetonight/%', '/%?a=%zz', '/%3Cscript%'])(
    'shows a browser the 404 page in its language: %s',
    async (url) => {
      const answer = await ask(url, { 'accept-language': 'de' });
      expect(answer.statusCode).toBe(404);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.headers['content-security-policy']).toContain('nonce-');
      expect(answer.body).toContain('<html lang="de"');
      expect(answer.body).toContain(test.context.sentences.in('de')('errors.request.not-found'));
      expect(answer.body).not.toContain('<script%');
    },
  );

  it('is refused as JSON below /api, even for a browser', async () => {
    const answer = await ask('/api/%', {});
    expect([answer.statusCode, answer.json().error]).toEqual([400, 'request.malformed']);
  });
});
