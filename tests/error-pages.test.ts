import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { ServerBuild } from 'react-router';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import type { ErrorCode } from '../contract/platform/errors.ts';
import { languages } from '../contract/platform/languages.ts';
import { createLog } from '../server/platform/monitoring/log.ts';
import { openPage, pagesAreBuilt, pagesFolder } from './support/pages.ts';
import { type TestApp, type TestClient, createTestApp, useTestApp } from './support/test-app.ts';

const wrong = [
  ['/nowhere', 'request.not-found'],
  ['/credits/made-up', 'bundle.not-found'],
  ['/transactions/made-up', 'request.not-found'],
  [`/transactions/${randomUUID()}`, 'payment.not-found'],
  ['/likes/made-up', 'request.not-found'],
  ['/likes/m/made-up', 'request.not-found'],
  ['/members/made-up', 'request.not-found'],
  [`/members/${randomUUID()}`, 'profile.not-found'],
  ['/members/made-up/chat', 'request.not-found'],
  [`/members/${randomUUID()}/chat`, 'profile.not-found'],
  ['/chats/made-up', 'request.not-found'],
  [`/chats/${randomUUID()}`, 'chat.not-found'],
] as const satisfies readonly [string, ErrorCode][];

describe.skipIf(!pagesAreBuilt)('a path that leads nowhere', () => {
  const test = useTestApp({ pages: pagesFolder });
  let ada: TestClient;
  beforeAll(async () => {
    ada = await test.member();
  });

  it.for(languages)('shows a member the error within the layout, with status 404, in %s', async (language) => {
    const say = test.context.sentences.in(language);
    await ada.call('updateUser', { language });
    // In the other languages, one path without a route and one whose call fails.
    const paths = language === 'en' ? wrong : [wrong[0], wrong[7]];
    for (const [path, code] of paths) {
      const { status, html } = await openPage(test, ada, path);
      const heading = /<h1[^>]*>([^<]*)<\/h1>/.exec(html)?.[1]?.replaceAll('&#x27;', '’').replaceAll('&amp;', '&');
      expect([path, status, heading]).toEqual([path, 404, say(`errors.${code}`).replaceAll("'", '’')]);
      // One at the top and one, for phones, at the bottom.
      expect([path, html.split(`<nav aria-label="${say('shell.navigation')}"`).length]).toEqual([path, 3]);
      expect(html.match(/<main\b/g)).toHaveLength(1);
    }
  });

  it('shows a visitor a link to the login', async () => {
    const { status, html } = await openPage(test, test.client(), '/nowhere');
    expect(status).toBe(404);
    expect(html.includes('href="/login"')).toBe(true);
  });
});

describe.skipIf(!pagesAreBuilt)('an error while a page is rendered on the server', () => {
  let test: TestApp;
  let mendPages: () => void;
  beforeAll(async () => {
    mendPages = await breakPages(
      ['terms', 'default'],
      ['layouts/chat-layout', 'default'],
      ['layouts/chat-layout', 'ErrorBoundary'],
    );
    const log = createLog('info', { write: (line: string) => void written.push(line) });
    test = await createTestApp({ pages: pagesFolder, log });
  });
  afterAll(async () => {
    mendPages();
    await test.close();
  });
  const written: string[] = [];

  it('is shown within the layout, without any detail', async () => {
    const { status, html } = await openPage(test, test.client(), '/terms');
    expect(status).toBe(500);
    expect(html).toMatch(/<h1[^>]*>An error has occurred\.<\/h1>/);
    expect(html.includes('<footer')).toBe(true);
    expect(html.includes('made up')).toBe(false);
  });

  it('is logged as one line, with a trace that the response names', async () => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    written.splice(0);
    const { headers } = await test.app.server.inject({ url: '/terms', headers: { host: 'localhost' } });
    const lines = written.map((line) => JSON.parse(line) as { level: number });
    expect(lines.filter(({ level }) => level >= 50)).toEqual([
      expect.objectContaining({
        level: 50,
        trace: headers['x-trace-id'],
        err: expect.objectContaining({ message: 'made up' }),
      }),
    ]);
    expect(printed).not.toHaveBeenCalled();
  });

  it('is shown in plain words when the error page fails as well', async () => {
    const { status, html } = await openPage(test, await test.member(), '/chats');
    expect(status).toBe(500);
    expect(html).toContain('<p>An error occurred while showing the error page</p>');
    expect(html).toContain('<a href="/">Go back to home</a>');
  });
});

/** Makes parts of the built pages throw while rendering, until the returned function is called. */
async function breakPages(...parts: [route: string, name: 'default' | 'ErrorBoundary'][]): Promise<() => void> {
  const { routes } = (await import(pathToFileURL(join(pagesFolder, 'server/index.js')).href)) as ServerBuild;
  const whole = { ...routes };
  const fail = (): never => {
    throw new Error('made up');
  };
  for (const [route, name] of parts) {
    const broken = routes[route];
    if (broken) routes[route] = { ...broken, module: { ...broken.module, [name]: fail } };
  }
  return () => void Object.assign(routes, whole);
}
