import { randomUUID } from 'node:crypto';

import type { Browser, BrowserContext, Page } from '@playwright/test';

import { getEndpoint } from '../../contract/calls.ts';
import { expect, newContext, site, test } from '../support/e2e.ts';
import { goOffline, say } from '../support/forms.ts';

const link = 'network=lantern&sub1=spring&lb';

/** Traces that a partner's link leaves in a browser and in its pages' requests. */
interface Traces {
  cookies(): Promise<string[]>;
  beacons: string[];
  stored: Set<string>;
}

async function follow(browser: Browser): Promise<{ context: BrowserContext; page: Page; traces: Traces }> {
  const context = await newContext(browser, 'en');
  const page = await context.newPage();
  const beacons: string[] = [];
  const stored = new Set<string>();
  context.on('request', (request) => {
    if (request.resourceType() === 'ping') beacons.push(new URL(request.url()).pathname);
  });
  return {
    context,
    page,
    traces: {
      beacons,
      stored,
      cookies: async () => {
        const keys = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
        for (const key of keys) stored.add(key);
        // The test itself has chosen the language.
        const names = (await context.cookies()).map(({ name }) => name);
        return names.filter((name) => name !== 'i18n_redirected').toSorted();
      },
    },
  };
}

const getBar = (page: Page) => page.getByRole('region', { name: say('sources.question') });

async function hide(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
}

async function answer(page: Page, choice: 'yes' | 'no'): Promise<void> {
  const answered = page.waitForResponse((response) => response.url() === `${site()}/source-choice`);
  await getBar(page)
    .getByRole('button', { name: say(`sources.${choice}`), exact: true })
    .click();
  await answered;
}

// One page of each layout that visitors see, with and without a program.
const paths = ['/', '/landers/gallery', '/login', '/members', '/terms'] as const;

test('a partner’s link leaves no trace before the choice or after a no (PII-09)', async ({ browser }) => {
  for (const path of paths) {
    const { context, page, traces } = await follow(browser);
    await page.goto(`${site()}${path}?${link}`);
    await expect(getBar(page)).toBeVisible();
    await hide(page);
    expect(await traces.cookies()).toEqual(['dismissed']);
    await answer(page, 'no');
    await expect(getBar(page)).toHaveCount(0);
    await hide(page);
    expect(await traces.cookies()).toEqual(['dismissed']);
    await page.goto(`${site()}${path}?${link}`);
    await expect(page.locator('h1').first()).toBeAttached();
    await expect(getBar(page)).toHaveCount(0);
    await hide(page);
    expect(await traces.cookies()).toEqual(['dismissed']);
    const stored = [...traces.stored].filter((key) => key !== 'react-router-scroll-positions');
    expect([path, traces.beacons, stored]).toEqual([path, [], []]);
    await context.close();
  }
});

test('a yes keeps the link until the browser is closed, and one click on the cookie page forgets it (LEG-11)', async ({
  browser,
}) => {
  const { context, page, traces } = await follow(browser);
  await page.goto(`${site()}/landers/gallery?${link}`);
  const [yes, no] = [
    getBar(page).getByRole('button', { name: say('sources.yes'), exact: true }),
    getBar(page).getByRole('button', { name: say('sources.no'), exact: true }),
  ];
  const [first, second] = [await yes.boundingBox(), await no.boundingBox()];
  expect([first?.width, first?.height]).toEqual([second?.width, second?.height]);
  const getLook = (button: typeof yes) =>
    button.evaluate((element) => [getComputedStyle(element).backgroundColor, getComputedStyle(element).color]);
  expect(await getLook(yes)).toEqual(await getLook(no));
  await answer(page, 'yes');
  expect(await traces.cookies()).toEqual(['dismissed', 'trafficsource']);
  const cookie = (await context.cookies()).find(({ name }) => name === 'trafficsource');
  expect([cookie?.expires, cookie?.httpOnly]).toEqual([-1, true]);
  await page.getByRole('link', { name: say('shell.footer.cookies') }).click();
  await page.getByRole('button', { name: say('sources.forget') }).click();
  await expect(page.getByText(say('sources.state.refused'))).toBeVisible();
  expect(await traces.cookies()).toEqual(['dismissed']);
  await page.getByRole('button', { name: say('sources.ask') }).click();
  await expect(page.getByText(say('sources.state.open'))).toBeVisible();
});

test('a choice that does not arrive can be made again, and the cookie page knows it without a reload', async ({
  browser,
  complaints,
}) => {
  complaints.allow(/Failed to fetch/);
  const { context, page } = await follow(browser);
  await page.goto(`${site()}/terms?${link}`);
  const no = getBar(page).getByRole('button', { name: say('sources.no'), exact: true });
  await goOffline(page);
  await no.click();
  await expect(page.locator('html')).not.toHaveAttribute('data-source-choice');
  await context.setOffline(false);
  await no.click();
  await expect(getBar(page)).toHaveCount(0);
  const dismissed = async () => (await context.cookies()).find(({ name }) => name === 'dismissed')?.value;
  await expect.poll(dismissed).toContain('source:');
  await page.getByRole('link', { name: say('shell.footer.cookies') }).click();
  await expect(page.getByText(say('sources.state.refused'))).toBeVisible();
});

test('a partner’s reference reaches the sign-up even without a cookie', async ({ browser }) => {
  const { page } = await follow(browser);
  const ref = randomUUID();
  await page.goto(`${site()}/?ref=${ref}`);
  await page.getByRole('link', { name: say('landing.look-around') }).click();
  await expect(page).toHaveURL(/\/members/);
  await page
    .getByRole('link', { name: say('shell.log-in') })
    .first()
    .click();
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page).toHaveURL(new RegExp(`/signup\\?(?:.*&)?ref=${ref}$`));
});

test('a page opened by a partner’s link sends its source with later calls, but not in the address', async ({
  browser,
}) => {
  const { page } = await follow(browser);
  await page.goto(`${site()}/members?ref=a%26b+c&sub1=spring`);
  await answer(page, 'no');
  const asked = page.waitForRequest(
    (request) => new URL(request.url()).pathname === getEndpoint('searchProfiles').path,
  );
  await page
    .getByRole('combobox', { name: say('members.country') })
    .filter({ visible: true })
    .selectOption('NL');
  expect((await asked).headers()['x-source']).toBe('ref=a%26b%20c&sub1=spring');
  await expect(page).not.toHaveURL(/ref=/);
});
