import type { BrowserContext, Page } from '@playwright/test';

import type { Language } from '../../contract/platform/languages.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, newContext, person, site, test } from '../support/e2e.ts';
import { expectAssistive } from '../support/assistive.ts';
import { cutControls, expectNoCutText, smallTargets } from '../support/narrow.ts';
import { expectValidHtml } from '../support/valid-html.ts';
import { memberPaths, settle, visitorPaths } from '../support/screen-paths.ts';

const phone = { width: 320, height: 640 };
/** A phone of 390 px that shows everything at twice its size. */
const zoomed = { width: 195, height: 422 };
const zoomedPaths = '/ /signup /login /members /pricing /service /chats /likes /profile /settings'.split(' ');
const desktop = { width: 1280, height: 800 };

// Each test walks over dozens of screens.
test.setTimeout(600_000);

async function expectNarrow(page: Page, path: string, language: Language): Promise<void> {
  await page.setViewportSize(phone);
  await page.goto(site() + path);
  await settle(page);
  expect(await page.locator('html').getAttribute('lang')).toBe(language);
  await expectNoSidewaysScroll(page);
  await expectNoCutText(page, path);
  if (!zoomedPaths.includes(path)) return;
  await page.setViewportSize(zoomed);
  await expectNoSidewaysScroll(page);
}

/** Asks everything of a screen in one visit: on a narrow phone in the dark, magnified, and on a desktop by day. */
async function judge(page: Page, path: string, language: Language): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNarrow(page, path, language);
  await page.setViewportSize(phone);
  await expectAccessible(page, 'html');
  expect.soft(await smallTargets(page), `${path} has small targets`).toEqual([]);
  if (withBars.includes(path)) {
    await expect(page.locator('nav.fixed a').filter({ visible: true })).toHaveCount(path === '/settings' ? 5 : 0);
    expect(await cutControls(page, language)).toEqual([]);
    await page.setViewportSize({ ...phone, width: 360 });
    expect(await cutControls(page, language)).toEqual([]);
  }
  await expectAssistive(page, path);
  await page.setViewportSize(desktop);
  await page.emulateMedia({ colorScheme: 'light' });
  await settle(page);
  await expectAccessible(page, 'html');
  await expectValidHtml(page, path);
}

/** A screen of each kind of top bar. */
const withBars = ['/', '/pricing', '/settings'];

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

// German and Finnish have the longest words.
test('every visitor screen is valid and accessible in light and dark, fits a narrow phone in German, and leaves no trace (PII-09)', async ({
  browser,
}) => {
  const context = await newContext(browser, 'de', true);
  const traces = watchTraces(context);
  const page = await context.newPage();
  for (const path of await visitorPaths(context))
    await test.step(path, async () => {
      await judge(page, path, 'de');
      await traces.look(page);
    });
  expect([...traces.foreign, ...traces.beacons]).toEqual([]);
  // These keys are gone with the tab: scroll positions and a half-filled sign-up.
  expect(
    [...traces.stored].filter((key) => !['react-router-scroll-positions', 'tealight.signup'].includes(key)),
  ).toEqual([]);
  expect(await undeclaredCookies(context)).toEqual([]);
});

test('every member screen is valid and accessible in light and dark, fits a narrow phone in German, and calls no third party (PII-09)', async ({
  browser,
}) => {
  const me = await person(browser, { gender: 'male', language: 'de', phone: true });
  const traces = watchTraces(me.context);
  for (const path of await memberPaths(browser, me)) await test.step(path, () => judge(me.page, path, 'de'));
  expect([...traces.foreign, ...traces.beacons]).toEqual([]);
  expect(await undeclaredCookies(me.context)).toEqual([]);
});

test('every screen fits a narrow phone in Finnish', async ({ browser }) => {
  const me = await person(browser, { gender: 'male', language: 'fi', phone: true });
  const visitor = await newContext(browser, 'fi', true);
  for (const [page, paths] of [
    [await visitor.newPage(), await visitorPaths(visitor)],
    [me.page, await memberPaths(browser, me)],
  ] as const)
    for (const path of paths) await test.step(path, () => expectNarrow(page, path, 'fi'));
});
