import type { Browser, BrowserContext, Page } from '@playwright/test';

import type { Language } from '../../contract/platform/languages.ts';
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
import { fictionalMember, sendText } from '../support/talk.ts';
import { expectValidHtml } from '../support/valid-html.ts';

/** The paths of a visitor's screens, with one lander's design for all; `landers.spec.ts` covers the others. */
async function visitorPaths(context: BrowserContext): Promise<string[]> {
  const found = (await api(context.request, 'searchProfiles', { country: 'NL' })).body.results;
  return visitorScreens(found[0]?.id ?? '')
    .filter(({ name }) => !name.startsWith('landers-name-') || name.includes('alonetonight'))
    .map(({ path }) => path);
}

async function memberPaths(browser: Browser, me: Person): Promise<string[]> {
  const demo = await fictionalMember(me);
  const found = (await api(me.context.request, 'searchProfiles', { country: 'NL' })).body.results;
  const other = found.find(({ id }) => id !== demo.id);
  const conversation = await sendText(me, demo, 'Good evening. Which book is on your table?');
  const match = await person(browser);
  await api(me.context.request, 'addLike', { profile: match.id });
  await api(match.context.request, 'addLike', { profile: me.id });
  await match.context.close();
  const ids = { member: other?.id ?? '', conversation, match: match.id };
  return memberScreens(ids).map(({ path }) => path);
}

const phone = { width: 320, height: 640 };
const desktop = { width: 1280, height: 800 };

async function settle(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeAttached();
  await page.waitForLoadState('load');
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

async function openSettled(page: Page, path: string): Promise<void> {
  await page.goto(site() + path);
  await settle(page);
}

async function openNarrow(page: Page, path: string, language: Language): Promise<void> {
  await page.setViewportSize(phone);
  await openSettled(page, path);
  await expectNoSidewaysScroll(page);
  expect(await page.locator('html').getAttribute('lang')).toBe(language);
}

async function showOn(page: Page, size: typeof desktop, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme });
  await settle(page);
}

interface Traces {
  /** Third-party hosts that the pages requested. */
  foreign: Set<string>;
  /** Beacons, which leave a page unseen. */
  beacons: Set<string>;
  stored: Set<string>;
  look(page: Page): Promise<void>;
}

function watchTraces(context: BrowserContext): Traces {
  const traces: Traces = {
    foreign: new Set(),
    beacons: new Set(),
    stored: new Set(),
    async look(page) {
      const keys = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
      for (const key of keys) traces.stored.add(key);
    },
  };
  context.on('request', (request) => {
    const { protocol, origin, host, pathname } = new URL(request.url());
    if (/^https?:$/.test(protocol) && origin !== site()) traces.foreign.add(host);
    if (request.resourceType() === 'ping') traces.beacons.add(pathname);
  });
  return traces;
}

/** The cookies listed on the page about cookies. */
const declaredCookies = ['auth.session', 'i18n_redirected', 'country', 'theme', 'trafficsource', 'dismissed'];

async function undeclaredCookies(context: BrowserContext): Promise<string[]> {
  return (await context.cookies()).map(({ name }) => name).filter((name) => !declaredCookies.includes(name));
}

// German and Finnish have the longest words. Each screen is opened once for all checks.
test('every visitor screen is valid and accessible in light and dark, fits a narrow phone in German, and leaves no trace (PII-09)', async ({
  browser,
}) => {
  const context = await newContext(browser, 'de', true);
  const traces = watchTraces(context);
  const page = await context.newPage();
  for (const path of await visitorPaths(context))
    await test.step(path, async () => {
      await openNarrow(page, path, 'de');
      await showOn(page, desktop, 'light');
      await expectAccessible(page);
      await expectValidHtml(page, path);
      // The dark theme changes only colors.
      await showOn(page, desktop, 'dark');
      await expectContrast(page);
      await traces.look(page);
    });
  expect([...traces.foreign, ...traces.beacons]).toEqual([]);
  // These keys are gone with the tab: scroll positions and a half-filled sign-up.
  expect(
    [...traces.stored].filter((key) => !['react-router-scroll-positions', 'tealight.signup'].includes(key)),
  ).toEqual([]);
  expect(await undeclaredCookies(context)).toEqual([]);
  await context.close();
});

test('every member screen is valid and accessible in light and dark, fits a narrow phone in German, and calls no third party (PII-09)', async ({
  browser,
}) => {
  const me = await person(browser, { gender: 'male', language: 'de', phone: true });
  const traces = watchTraces(me.context);
  for (const path of await memberPaths(browser, me))
    await test.step(path, async () => {
      await me.page.emulateMedia({ colorScheme: 'dark' });
      await openNarrow(me.page, path, 'de');
      await expectAccessible(me.page);
      await showOn(me.page, desktop, 'light');
      await expectAccessible(me.page);
      await expectValidHtml(me.page, path);
    });
  expect([...traces.foreign, ...traces.beacons]).toEqual([]);
  expect(await undeclaredCookies(me.context)).toEqual([]);
  await me.context.close();
});

test('every screen fits a narrow phone in Finnish', async ({ browser }) => {
  const visitor = await newContext(browser, 'fi', true);
  const page = await visitor.newPage();
  for (const path of await visitorPaths(visitor)) await test.step(path, () => openNarrow(page, path, 'fi'));
  await visitor.close();
  const me = await person(browser, { gender: 'male', language: 'fi', phone: true });
  for (const path of await memberPaths(browser, me)) await test.step(path, () => openNarrow(me.page, path, 'fi'));
  await me.context.close();
});
