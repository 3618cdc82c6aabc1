import type { BrowserContext, Page } from '@playwright/test';

import type { Language } from '../../contract/platform/languages.ts';
import type { SentenceId } from '../../locales/parts.ts';
import {
  api,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  newContext,
  person,
  sentence,
  site,
  test,
} from '../support/e2e.ts';
import { expectAssistive } from '../support/assistive.ts';
import { newPlainPage, openAlive } from '../support/forms.ts';
import { cutControls, expectFits, expectNoCutText, smallTargets } from '../support/narrow.ts';
import { expectValidHtml } from '../support/valid-html.ts';
import { memberPaths, settle, visitorPaths } from '../support/screen-paths.ts';
import { sendText } from '../support/talk.ts';

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

test('every screen fits a narrow phone in Finnish, as it is served', async ({ browser }) => {
  const me = await person(browser, { gender: 'male', language: 'fi', phone: true });
  const visitor = await newContext(browser, 'fi', true);
  for (const [context, paths] of [
    [visitor, await visitorPaths(visitor)],
    [me.context, await memberPaths(browser, me)],
  ] as const) {
    const storageState = await context.storageState();
    const served = await newPlainPage(browser, { storageState, locale: 'fi', hasTouch: true, reducedMotion: 'reduce' });
    const page = await context.newPage();
    for (const path of paths)
      await test.step(path, async () => {
        await served.goto(site() + path);
        // The German walk runs every script; here it runs where it brings the content.
        const isWhole = (await served.locator('[aria-busy=true]').count()) === 0;
        await expectNarrow(isWhole ? served : page, path, 'fi');
      });
  }
});

const say = (id: SentenceId, values?: Record<string, unknown>): string => sentence('fi', id, values);

test('what a tap opens on a screen fits a narrow phone in Finnish', async ({ browser }) => {
  const me = await person(browser, { language: 'fi', phone: true, premium: true });
  const he = await person(browser, { gender: 'male' });
  await sendText(he, me, `Kynttilänvalo ${'iltakävelyllä'.repeat(9)}`);
  const { page } = me;
  await page.setViewportSize(phone);
  const tap = (id: SentenceId, values?: Record<string, unknown>): Promise<void> =>
    page
      .getByRole('button', { name: say(id, values) })
      .filter({ visible: true })
      .click();
  const dialog = page.getByRole('dialog');

  await test.step('another address', async () => {
    await openAlive(page, '/settings/login');
    await tap('access.email-change');
    await expect(dialog.locator('[name=email]')).toBeVisible();
    await expectFits(page, 'another address', '[role=dialog]');
  });
  await test.step('leaving', async () => {
    await openAlive(page, '/settings/leave');
    await tap('accounts.leave-open');
    await expect(dialog.getByText(say('accounts.leave-hidden'))).toBeVisible();
    await expectFits(page, 'what happens', '[role=dialog]');
    await dialog.getByRole('button', { name: say('accounts.next') }).click();
    await expect(dialog.locator('[name=password]')).toBeVisible();
    await expectFits(page, 'the password', '[role=dialog]');
  });
  await test.step('the filters, with a name', async () => {
    await openAlive(page, '/members?filters=none&order=nearest');
    await page.getByRole('link', { name: new RegExp(say('members.filters')) }).click();
    await dialog.getByRole('searchbox', { name: say('members.find-name') }).fill('Xyzzy');
    await expectFits(page, 'the filters', '[role=dialog]');
    await dialog.getByRole('button', { name: say('members.show') }).click();
    await expect(page.getByText(say('members.empty'), { exact: true })).toBeVisible();
    await expectFits(page, 'nobody of the name');
  });
  await test.step('found messages', async () => {
    await openAlive(page, '/chats');
    const search = page.getByRole('searchbox', { name: say('chat.search') });
    await search.fill('kynttilä');
    await expect(page.getByRole('main').locator('mark')).toHaveCount(1);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await search.fill('zzz');
    await expect(page.getByText(say('chat.search-none-title'))).toBeVisible();
    await expectNoSidewaysScroll(page);
  });
  await test.step('the menu of a member, and a hidden one', async () => {
    await openAlive(page, `/members/${he.id}`);
    await tap('members.menu', { name: he.name });
    await expect(page.getByRole('menuitem', { name: say('common.hide', { name: he.name }) })).toBeVisible();
    await expectAccessible(page, '[role=menu]');
    await expectNoSidewaysScroll(page);
    await api(page.request, 'hideMember', { profile: he.id });
    await page.goto(`${site()}/settings/people`);
    await expect(page.getByRole('button', { name: say('common.unhide', { name: he.name }) })).toBeVisible();
    await expectFits(page, 'a hidden member');
  });
  await test.step('a withdrawal', async () => {
    await openAlive(page, '/withdrawal');
    await page.getByRole('link', { name: say('withdrawal.choose') }).click();
    await expect(page.getByRole('heading', { name: say('withdrawal.sure') })).toBeVisible();
    await expectFits(page, 'a withdrawal');
  });
  await test.step('the daily picks', async () => {
    const { results } = (await api(page.request, 'listSignupMatches')).body;
    const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
    for (const ends_at of [inHours(3), null]) {
      const json = { results: ends_at ? results : [], ends_at, next_at: inHours(21) };
      await page.route('**/api/daily-picks.php', (route) => route.fulfill({ json }));
      await openAlive(page, '/daily-picks');
      await expect(page.locator(ends_at ? 'main ul a[href$="/chat"]' : 'main h2').first()).toBeVisible();
      await expectFits(page, ends_at ? 'the picks' : 'no table', 'main');
    }
  });
  for (const path of ['/mail-change/do?token=abc', '/mail-change/do?token=abc&undo', '/mail-change/do?changed'])
    await test.step(path, async () => {
      await page.goto(site() + path);
      await expectFits(page, path);
    });
  await test.step('the way back after leaving', async () => {
    await page.goto(`${site()}/account-deleted?token=abc`);
    await expectFits(page, 'the way back');
  });
  await test.step('the question about a partner’s link', async () => {
    const visitor = await (await newContext(browser, 'fi', true)).newPage();
    await visitor.setViewportSize(phone);
    await visitor.goto(`${site()}/landers/gallery?network=lantern&sub1=spring&lb`);
    await expect(visitor.getByRole('region', { name: say('sources.question') })).toBeVisible();
    await expectFits(visitor, 'the question');
  });
});
