import type { Page, Route } from '@playwright/test';

import { api, expect, expectAccessible, newContext, person, test } from '../support/e2e.ts';
import { button, openAlive, say } from '../support/forms.ts';
import { addPhotos } from '../support/pictures.ts';
import { couple } from '../support/talk.ts';

const smallPhone = { width: 360, height: 740 };
const back = (page: Page) => page.getByRole('link', { name: say('members.back') }).filter({ visible: true });
const neighbor = (page: Page, to: 'next' | 'previous') =>
  page
    .getByRole('link', { name: say(`members.${to}-member`, { member: '' }).trim() })
    .filter({ visible: true })
    .first();

test('a profile on a small phone starts with the picture, and name, age and actions need no scrolling', async ({
  browser,
}) => {
  const { she, he } = await couple(browser);
  await addPhotos(she, 1);
  const { page } = he;
  await page.setViewportSize(smallPhone);
  for (const language of ['de', 'fi'] as const) {
    await api(page.request, 'updateUser', { language });
    await openAlive(page, `/members/${she.id}`);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page.getByRole('banner')).toBeHidden();
    const picture = await page.getByRole('main').getByRole('img').first().boundingBox();
    expect(picture?.y).toBe(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
    for (const action of [`/members/${she.id}/chat`, `/members/${she.id}/chat?gift=1`])
      await expect(page.locator(`a[href="${action}"]`).filter({ visible: true })).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  }
});

test('photos are swiped through in the picture itself, with locked ones in their place', async ({ browser }) => {
  const { she, he } = await couple(browser);
  await addPhotos(she, 3);
  const { page } = he;
  await page.setViewportSize(smallPhone);
  await openAlive(page, `/members/${she.id}`);
  const track = page.getByRole('list', { name: say('members.photos-of', { name: she.name }) });
  await expect(track.getByRole('listitem')).toHaveCount(3);
  const place = (number: number) =>
    page.getByText(say('members.photo-number', { place: number, count: 3 }), { exact: true });
  await expect(place(1)).toBeVisible();
  await track.evaluate((list) => list.scrollTo({ left: list.clientWidth, behavior: 'instant' }));
  await expect(place(2)).toBeVisible();
  const locked = track.getByRole('link', { name: say('members.locked') });
  await expect(locked.first()).toBeInViewport({ ratio: 0.9 });
  await locked.first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(locked.last()).toBeFocused();
  await expect(place(3)).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(
    track.getByRole('link', { name: say('members.enlarge', { place: 1, count: 3 }), exact: true }),
  ).toBeFocused();
  await expect(place(1)).toBeVisible();
  await expectAccessible(page);
});

test('a profile leads to the next and previous search result, and back to the same scroll position', async ({
  browser,
}) => {
  const me = await person(browser, { gender: 'male' });
  for (const phone of [true, false]) {
    const context = await newContext(browser, 'en', phone);
    await context.addCookies(await me.context.cookies());
    const page = await context.newPage();
    const search = '/members?country=all&min_age=21';
    await openAlive(page, search);
    const cards = page.getByRole('main').locator('li a[href^="/members/"]');
    const ids = await cards.evaluateAll((all) => all.slice(0, 12).map((card) => card.getAttribute('href') ?? ''));
    expect(ids.length).toBeGreaterThan(9);
    await cards.nth(8).scrollIntoViewIfNeeded();
    const scrolled = await page.evaluate(() => window.scrollY);
    expect(scrolled).toBeGreaterThan(0);
    await cards.nth(8).click();
    await page.waitForURL(`**${ids[8]}`);
    const goTo = async (to: 'next' | 'previous', path = ''): Promise<void> => {
      // The address changes before the page does.
      await expect(neighbor(page, to)).toHaveAttribute('href', path);
      await neighbor(page, to).click();
      await page.waitForURL(`**${path}`);
    };
    await goTo('next', ids[9]);
    await goTo('previous', ids[8]);
    await goTo('previous', ids[7]);
    await expectAccessible(page);
    await back(page).click();
    // Scrolling may have loaded another page of results.
    await page.waitForURL((url) => url.pathname + url.search.replace(/&page=\d+$/, '') === search);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrolled);

    // A profile opened by its address belongs to no search.
    await openAlive(page, ids[8] ?? '');
    await expect(back(page)).toHaveAttribute('href', '/members');
    await expect(neighbor(page, 'next')).toHaveCount(0);
    await context.close();
  }
});

test('pictures that fail offline are loaded once the connection is back', async ({ browser, complaints }) => {
  complaints.allow(/net::ERR_/);
  const { she, he } = await couple(browser);
  await addPhotos(she, 2);
  await addPhotos(he, 1);
  const { page } = he;
  const pictures = (path: string) => page.waitForRequest((request) => request.url().includes(path));
  const shown = () =>
    page.evaluate(() => [...document.images].filter((image) => image.complete && image.naturalWidth > 0).length);
  const broken = () =>
    page.evaluate(() => [...document.images].filter((image) => image.complete && image.naturalWidth === 0).length);
  for (const [path, count] of [
    [`/members/${she.id}`, 3],
    ['/profile', 2],
  ] as const) {
    await page.route('**/media/**', (route) => route.abort('internetdisconnected'));
    const asked = pictures('/media/');
    await openAlive(page, path);
    await asked;
    // A picture that failed later would not be loaded again.
    await page.waitForLoadState('networkidle');
    await expect.poll(broken).toBe(0);
    expect(await shown()).toBe(0);
    await page.unroute('**/media/**');
    // Only the event is simulated, since a script that failed offline would reload the page.
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect.poll(shown).toBeGreaterThanOrEqual(count);
  }
});

test('a tapped card shows its picture, name and age until the profile and the larger picture are there', async ({
  browser,
}) => {
  const { she, he } = await couple(browser, { phone: true });
  await addPhotos(he, 1);
  const { page } = she;
  await openAlive(page, `/members?name=${encodeURIComponent(he.name)}`);
  const card = page.getByRole('main').locator(`li:has(img) a[href^="/members/${he.id}"]`);
  await expect(card).toBeVisible();
  await page.route(/\/(full|match)\.webp/, () => undefined);
  const asked: Route[] = [];
  await page.route('**/api/profile.php*', (route) => void asked.push(route));
  await card.click({ position: { x: 20, y: 120 } });
  await expect(page.getByRole('heading', { level: 1 })).toContainText(he.name);
  await expect(page.getByRole('main').getByRole('status')).toBeVisible();
  await expect(back(page)).toBeVisible();
  const shown = page.locator('li img[src*="thumb.webp"]').first();
  await expect(shown).toBeInViewport();
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expectAccessible(page);
  await page.unroute('**/api/profile.php*');
  for (const route of asked) await route.continue();
  await expect(page.locator(`a[href="/members/${he.id}/chat"]`).filter({ visible: true })).toBeVisible();
  await expect(page.getByRole('main').getByRole('status')).toHaveCount(0);
});

test('a tapped card of a member who is gone leads to a page that says so, and back', async ({
  browser,
  complaints,
}) => {
  complaints.allow(/404/);
  const { she, he } = await couple(browser, { phone: true });
  const { page } = she;
  const search = `/members?name=${encodeURIComponent(he.name)}`;
  await openAlive(page, search);
  const asked: Route[] = [];
  await page.route('**/api/profile.php*', (route) => void asked.push(route));
  await page
    .getByRole('main')
    .locator(`a[href^="/members/${he.id}"]`)
    .click({ position: { x: 20, y: 120 } });
  await expect(page.getByRole('heading', { level: 1 })).toContainText(he.name);
  await expect.poll(() => asked.length).toBe(1);
  await asked[0]?.fulfill({ status: 404, json: { error: 'profile.not-found' } });
  await expect(page.getByRole('alert').getByText(say('shell.error.gone-text'))).toBeVisible();
  await back(page).click();
  await page.waitForURL(`**${search}`);
});

test('a like is returned on the profile, whose text about it keeps the focus', async ({ browser }) => {
  const { she, he } = await couple(browser);
  await api(he.page.request, 'addLike', { profile: she.id });
  const { page } = she;
  await openAlive(page, `/members/${he.id}`);
  await button(page, 'members.like-back').press('Enter');
  await page.getByRole('dialog', { name: say('likes.match-title') }).waitFor();
  await page.keyboard.press('Escape');
  const text = page.locator('span').filter({ hasText: say('members.match') });
  await expect(text).toBeFocused();
  await expect(text.getByRole('link', { name: say('members.match-open') })).toBeVisible();
});

test('the picture of a tapped card moves to its place in the profile, unless the system asks for less motion', async ({
  browser,
}) => {
  const { she, he } = await couple(browser, { phone: true });
  await addPhotos(he, 1);
  const { page } = she;
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    await page.emulateMedia({ reducedMotion });
    const loadedAhead = page.waitForResponse((response) => response.url().includes('/assets/photo-flight-'));
    await openAlive(page, `/members?name=${encodeURIComponent(he.name)}`);
    await loadedAhead;
    const card = page.locator('main li:has(img)', { has: page.locator(`a[href^="/members/${he.id}"]`) });
    await expect
      .poll(() => card.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    // The clock of animations stands still, so that the picture is seen where it begins.
    await page.evaluate(() => {
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (...values) {
        const animation = animate.apply(this, values);
        animation.pause();
        return animation;
      };
    });
    const from = await card.boundingBox();
    await card.locator(`a[href^="/members/${he.id}"]`).click({ position: { x: 20, y: 120 } });
    await expect(page.getByRole('heading', { level: 1 })).toContainText(he.name);
    const flying = page.locator('main img:not(li img)');
    if (reducedMotion === 'reduce') await expect(flying).toHaveCount(0);
    else {
      await expect(flying).toHaveCount(1);
      const begins = await flying.boundingBox();
      for (const side of ['x', 'y', 'width', 'height'] as const)
        expect(begins?.[side]).toBeCloseTo(from?.[side] ?? 0, 0);
      await page.evaluate(() => document.getAnimations().forEach((animation) => animation.finish()));
      await expect(flying).toHaveCount(0);
    }
  }
});
