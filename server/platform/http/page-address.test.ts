import { describe, expect, it } from 'vitest';

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
    expect(toPageAddress(url)).toBe(address);
  });
});
