import { describe, expect, it } from 'vitest';

import { openPage, pagesAreBuilt, pagesFolder } from './support/pages.ts';
import { useTestApp } from './support/test-app.ts';

describe.skipIf(!pagesAreBuilt)('a form that is sent before the script runs', () => {
  const test = useTestApp({ pages: pagesFolder });

  it.each(['/complete-signup', '/settings', '/profile'])('writes nothing into the URL: %s', async (path) => {
    const { status, html } = await openPage(test, await test.member(), path);
    expect(status).toBe(200);
    const forms = [...html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)].filter(([, , inside]) =>
      /<(?:input|textarea|select)\b[^>]* name="/.test(inside ?? ''),
    );
    expect(forms.length).toBeGreaterThan(0);
    for (const [, attributes, inside] of forms) expect(attributes, inside?.slice(0, 300)).toContain('method="post"');
  });
});
