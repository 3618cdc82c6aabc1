import { randomUUID } from 'node:crypto';

import type { Browser, BrowserContext } from '@playwright/test';

import type { Language } from '../../contract/languages.ts';
import {
  type Person,
  api,
  expect,
  expectAccessible,
  expectContrast,
  expectNoSidewaysScroll,
  newContext,
  person,
  site,
  test,
} from '../support/e2e.ts';
import { memberScreens, visitorScreens } from '../support/screens.ts';

/** The paths of a visitor's screens. */
async function visitorPaths(context: BrowserContext): Promise<string[]> {
  const found = (await api(context.request, 'searchProfiles', { country: 'NL' })).body.results;
  return visitorScreens(found[0]?.id ?? '').map(({ path }) => path);
}

/** The paths of a member's screens, for a man who has a conversation and a match. */
async function memberPaths(browser: Browser, me: Person): Promise<string[]> {
  const found = (await api(me.context.request, 'searchProfiles', { country: 'NL' })).body.results;
  const [first, second] = found.map(({ id }) => id);
  const sent = await api(me.context.request, 'sendMessage', {
    profile: first,
    text: 'Good evening. Which book is on your table?',
    idempotency_key: randomUUID(),
  });
  const match = await person(browser);
  await api(me.context.request, 'addLike', { profile: match.id });
  await api(match.context.request, 'addLike', { profile: me.id });
  await match.context.close();
  const ids = { member: second ?? '', conversation: sent.body.message.conversation, match: match.id };
  return memberScreens(ids).map(({ path }) => path);
}

const settled = async (page: Person['page'], path: string): Promise<void> => {
  await page.goto(site() + path);
  await expect(page.locator('h1').first()).toBeAttached();
  await page.waitForLoadState('load');
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
};

test('every screen of a visitor is accessible, light and dark', async ({ browser }) => {
  test.setTimeout(400_000);
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await newContext(browser, 'en');
    const page = await context.newPage();
    await page.emulateMedia({ colorScheme });
    for (const path of await visitorPaths(context))
      await test.step(`${path} ${colorScheme}`, async () => {
        await settled(page, path);
        // Dark changes nothing but colours.
        await (colorScheme === 'dark' ? expectContrast(page) : expectAccessible(page));
      });
    await context.close();
  }
});

test('every screen of a member is accessible, on a phone and on a desktop', async ({ browser }) => {
  test.setTimeout(400_000);
  for (const phone of [true, false]) {
    const me = await person(browser, { gender: 'male', phone });
    await me.page.emulateMedia({ colorScheme: phone ? 'dark' : 'light' });
    for (const path of await memberPaths(browser, me))
      await test.step(`${path} ${phone ? 'phone' : 'desktop'}`, async () => {
        await settled(me.page, path);
        await expectAccessible(me.page);
      });
    await me.context.close();
  }
});

for (const language of ['de', 'fi'] as const satisfies readonly Language[]) {
  test(`no screen scrolls sideways at 320 px in ${language}`, async ({ browser }) => {
    test.setTimeout(400_000);
    const visitor = await newContext(browser, language, true);
    const page = await visitor.newPage();
    await page.setViewportSize({ width: 320, height: 640 });
    for (const path of await visitorPaths(visitor))
      await test.step(path, async () => {
        await settled(page, path);
        await expectNoSidewaysScroll(page);
        expect(await page.locator('html').getAttribute('lang')).toBe(language);
      });
    await visitor.close();
    const me = await person(browser, { gender: 'male', language, phone: true });
    await me.page.setViewportSize({ width: 320, height: 640 });
    for (const path of await memberPaths(browser, me))
      await test.step(path, async () => {
        await settled(me.page, path);
        await expectNoSidewaysScroll(me.page);
      });
    await me.context.close();
  });
}

test('no route asks a third party for anything or keeps a cookie that is not declared', async ({ browser }) => {
  const me = await person(browser, { gender: 'male' });
  const foreign: string[] = [];
  me.page.on('request', (request) => {
    if (
      new URL(request.url()).origin !== site() &&
      !request.url().startsWith('data:') &&
      !request.url().startsWith('blob:')
    )
      foreign.push(request.url());
  });
  for (const path of ['/members', '/chats', '/credits', '/profile']) await settled(me.page, path);
  expect(foreign.map((url) => new URL(url).host).filter((host) => host !== new URL(site()).host)).toEqual([]);
  const names = (await me.context.cookies()).map(({ name }) => name).sort();
  expect(names.filter((name) => !['auth.session', 'i18n_redirected', 'theme'].includes(name))).toEqual([]);
  await me.context.close();
});
