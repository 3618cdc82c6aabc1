import { gzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { landers } from '../web/landers/lander-names.ts';
import { openPage, pagesAreBuilt, pagesFolder } from './support/pages.ts';
import { type TestApp, createTestApp } from './support/test-app.ts';

/** What the scripts of a lander may weigh, compressed, in bytes. The goal of the product is 15,000. */
const scriptMax = 2_000;

describe.skipIf(!pagesAreBuilt)('landers', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp({ pages: pagesFolder });
  });
  afterAll(() => test.close());
  const open = (path: string) => openPage(test, test.client(), path);

  it.for([...landers, 'tinderswipe'])('%s has no script but its own, of at most 2,000 bytes', async (name) => {
    const { status, html } = await open(`/landers/${name}`);
    expect(status).toBe(200);
    expect(html).not.toMatch(/<script[^>]* src=|modulepreload/);
    const scripts = [...html.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, text]) => text);
    expect(gzipSync(scripts.join('\n'), { level: 9 }).length).toBeLessThanOrEqual(scriptMax);
  });

  it('of a name or niche that is not there are not found', async () => {
    expect((await open('/landers/nowhere')).status).toBe(404);
    expect((await open('/landers/video/nowhere')).status).toBe(404);
  });
});
