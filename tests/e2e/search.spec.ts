import { api, expect, expectAccessible, newContext, person, site, test } from '../support/e2e.ts';
import { goOffline, newPlainPage, openAlive, say, stopClock } from '../support/forms.ts';
import { expectNoCutText } from '../support/narrow.ts';

test('filters are set by keyboard, kept in the URL and restored from it', async ({ browser }) => {
  const { page } = await person(browser, { gender: 'male' });
  await openAlive(page, '/members?filters=none');
  const youngest = page.getByRole('slider', { name: say('members.age-low') });
  await youngest.focus();
  for (let step = 0; step < 3; step += 1) await youngest.press('ArrowRight');
  await page.waitForURL(/min_age=21/);
  const withPhoto = page.getByRole('checkbox', { name: say('members.with-photo') });
  await withPhoto.press('Space');
  await page.waitForURL((url) => url.search === '?min_age=21&with_photo=1');
  const found = (await api(page.request, 'searchProfiles', { min_age: 21, with_photo: true })).body;
  await expect(page.getByText(say('members.count', { count: found.numResults }))).toBeVisible();

  await openAlive(page, '/members?min_age=21&with_photo=1');
  await expect(youngest).toHaveValue('21');
  await expect(withPhoto).toBeChecked();
  await page.getByRole('link', { name: say('members.clear') }).press('Enter');
  await page.waitForURL(/\/members\?filters=none$/);
  await expect(withPhoto).not.toBeChecked();
  await page.goBack();
  await expect(withPhoto).toBeChecked();

  await openAlive(page, '/members?min_age=97&max_age=98');
  await expect(page.getByText(say('members.empty'))).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: say('members.beyond-ages', { low: 87, high: 99 }) }).click();
  await page.waitForURL(/\/members\?min_age=87$/);
  await page.getByRole('link', { name: say('members.widen', { count: 1 }) }).click();
  await page.waitForURL(/\/members\?filters=none$/);
  await expect(page.getByRole('button', { name: /^Like / }).first()).toBeVisible();
});

test('text typed between a change and its new URL is kept and searched for next', async ({ browser }) => {
  const { page } = await person(browser, { gender: 'male' });
  await openAlive(page, '/members?filters=none');
  const name = page.getByRole('complementary', { name: say('members.filters') }).getByRole('searchbox');
  // Types on when the URL of the change is there, and before React renders it.
  await name.evaluate((input) => {
    const push = history.pushState.bind(history);
    history.pushState = (...state) => {
      push(...state);
      history.pushState = push;
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'Anna');
      input.dispatchEvent(new Event('input', { bubbles: true }));
    };
  });
  await name.fill('An');
  await page.waitForURL(/name=An/);
  await name.pressSequentially(' P');
  await expect(name).toHaveValue('Anna P');
  await page.waitForURL(/name=Anna\+P$/);
});

test('more members are appended to those already shown, and the URL restores all of them', async ({ browser }) => {
  const context = await newContext(browser, 'en');
  const page = await context.newPage();
  const cards = page.getByRole('main').locator('a[href^="/members/"]');
  const shown = (): Promise<string[]> => cards.evaluateAll((all) => all.map((card) => card.getAttribute('href') ?? ''));
  await openAlive(page, '/members');
  await expect(cards).toHaveCount(24);
  const first = await shown();
  await page.getByRole('link', { name: say('common.more') }).scrollIntoViewIfNeeded();
  await page.waitForURL(/page=2/);
  await expect(cards).not.toHaveCount(24);
  const both = await shown();
  expect(both.slice(0, 24)).toEqual(first);
  expect(new Set(both).size).toBe(both.length);
  await context.close();

  const plain = await newPlainPage(browser);
  await plain.goto(`${site()}/members`);
  await plain.getByRole('link', { name: say('common.more') }).click();
  await plain.waitForURL(/page=2/);
  expect(await plain.getByRole('main').locator('a[href^="/members/"]').count()).toBeGreaterThan(24);
});

test('collapsed filters have their own page without a script, and visitors cannot use hidden filters', async ({
  browser,
}) => {
  const me = await person(browser, { gender: 'male' });
  const plain = await newPlainPage(browser, { as: me });
  await plain.goto(`${site()}/members`);
  await plain.getByRole('link', { name: say('members.all-filters'), exact: true }).click();
  await plain.getByText(say('attributes.eye_color'), { exact: true }).first().click();
  await plain.getByRole('checkbox', { name: say('attributes.eye_color.blue') }).check();
  for (const turn of [1, 2]) {
    await plain.getByRole('button', { name: say('members.show') }).click();
    await plain.waitForURL(/eye_color=blue/);
    expect(new URL(plain.url()).searchParams.has('filters'), `after turn ${turn}`).toBe(false);
  }
  await plain.context().clearCookies();
  await plain.goto(`${site()}/members?eye_color=blue&interests=hiking&min_age=20`);
  await expect(plain.getByText(say('members.filters-join'))).toBeVisible();
  await expect(plain.getByText(say('attributes.eye_color'))).toHaveCount(0);
  await expect(plain.getByRole('group', { name: say('attributes.interests') })).toHaveCount(0);
  await expect(plain.getByRole('link', { name: say('members.all-filters') })).toHaveCount(0);
  const all = (await api(plain.request, 'searchProfiles', { min_age: 20 })).body.numResults;
  await expect(plain.getByText(say('members.count', { count: all }))).toBeVisible();
});

test('a new member sees their own country and ages first, then people further away, nobody twice', async ({
  browser,
}) => {
  const { page } = await person(browser, { gender: 'male', country: 'FI', town: 'fi-helsinki' });
  await openAlive(page, '/members');
  const defaults = { min_age: 28, max_age: 48 };
  const near = (await api(page.request, 'searchProfiles', { ...defaults, country: 'FI' })).body;
  const all = (await api(page.request, 'searchProfiles', { ...defaults, country: 'all' })).body;
  // Each count covers its part of the list: the member's own country, and the others.
  const here = near.numResults === 0 ? say('members.none-here') : say('members.count', { count: near.numResults });
  await expect(page.getByText(here, { exact: true })).toBeVisible();
  const further = page.getByRole('region', { name: say('members.further') });
  const others = say('members.further-count', { count: all.numResults - near.numResults });
  await expect(further.getByText(others, { exact: true })).toBeVisible();
  const hrefs = await page
    .getByRole('main')
    .locator('li a[href^="/members/"]')
    .evaluateAll((all) => all.map((card) => card.getAttribute('href') ?? ''));
  expect(new Set(hrefs).size).toBe(hrefs.length);
  expect(hrefs.slice(0, near.results.length)).toEqual(near.results.map(({ id }) => `/members/${id}`));
  expect(hrefs.length).toBeGreaterThan(near.results.length);

  const order = page.getByRole('combobox', { name: say('members.order') }).filter({ visible: true });
  await expect(order).toHaveValue('nearby');
  await order.selectOption('active');
  await page.waitForURL((url) => url.search === '?country=FI&min_age=28&max_age=48&order=active');
});

test('the search opens with the last used filters, even on another device, until they are cleared', async ({
  browser,
}) => {
  const me = await person(browser, { gender: 'male' });
  const { page } = me;
  await openAlive(page, '/members?country=DE&with_photo=1');
  const kept = async () => (await api(page.request, 'getUser')).body.user.search;
  await expect.poll(kept).toEqual({ country: 'DE', with_photo: true });

  const context = await newContext(browser, 'en', true);
  await context.addCookies(await me.context.cookies());
  const phone = await context.newPage();
  await openAlive(phone, '/members');
  const germany = phone.getByRole('link', { name: say('members.remove-filter', { filter: 'Germany' }) });
  await expect(germany).toBeVisible();
  await germany.press('Enter');
  await phone.waitForURL(/\?with_photo=1$/);
  // The chip is gone, and the next one has its focus.
  await expect(
    phone.getByRole('link', { name: say('members.remove-filter', { filter: say('members.with-photo') }) }),
  ).toBeFocused();
  await expect.poll(kept).toEqual({ with_photo: true });
  await phone.goBack();
  await expect(germany).toBeVisible();
  await context.close();

  await openAlive(page, '/members');
  await page.getByRole('link', { name: say('members.clear'), exact: true }).press('Enter');
  await expect.poll(kept).toEqual({});
  await expect(page.getByRole('heading', { name: say('members.filters') })).toBeFocused();
  await openAlive(page, '/members');
  await expect(page.getByRole('checkbox', { name: say('members.with-photo') })).not.toBeChecked();
});

test('faces start high and ages and marks are whole on a small phone, and filters open without a script', async ({
  browser,
}) => {
  const me = await person(browser, { gender: 'male' });
  const { page } = me;
  await me.context.addCookies([{ name: 'dismissed', value: 'demo:1', url: site() }]);
  await api(me.context.request, 'dismissAlerts', { alerts: ['profile-photo', 'time-bonus'], dismissed: true });
  for (const [language, width] of [
    ['de', 360],
    ['fi', 320],
  ] as const) {
    await page.setViewportSize({ width, height: 740 });
    await api(page.request, 'updateUser', { language });
    await openAlive(page, '/members');
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page.locator('[data-alert]')).toHaveCount(0);
    const cards = page
      .getByRole('main')
      .locator('li')
      .filter({ has: page.locator('a[href^="/members/"]') });
    expect((await cards.first().boundingBox())?.y).toBeLessThan(200);
    for (const card of (await cards.all()).slice(0, 8)) {
      const [frame, title, mark] = await card.evaluate((item) => {
        const box = (element: Element | null | undefined) => element?.getBoundingClientRect().toJSON() as DOMRect;
        return [box(item), box(item.querySelector('.photo-caption p')), box(item.querySelector('.bg-glass'))];
      });
      if (!frame || !title) throw new Error('a card without a name');
      expect(title.right).toBeLessThanOrEqual(frame.right);
      if (!mark) continue;
      expect(mark.height).toBeLessThanOrEqual(26);
      expect(mark.bottom).toBeLessThan(frame.top + 48);
      expect(mark.right).toBeLessThanOrEqual(frame.right - 46);
    }
    await expectNoCutText(page, `the cards in ${language}`, 'main');
  }
  const plain = await newPlainPage(browser, { viewport: { width: 360, height: 740 } });
  await plain.goto(`${site()}/members`);
  const country = plain.getByRole('combobox', { name: say('members.country') });
  await expect(country).toBeHidden();
  await plain.getByRole('link', { name: say('members.filters-count', { count: 0 }) }).click();
  await country.selectOption('NL');
  await plain
    .getByRole('button', { name: say('members.show') })
    .filter({ visible: true })
    .click();
  await plain.waitForURL(/country=NL/);
});

test('the keyboard skips the filters to the members, past the head of the search', async ({ browser }) => {
  await person(browser);
  const { page } = await person(browser, { gender: 'male' });
  await openAlive(page, '/members?filters=none');
  await page.locator('#content').focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: say('members.skip-filters') })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#found')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').getByRole('listitem').first().getByRole('link')).toBeFocused();
});

test('a search that gets no response says so after 5 s, and can be begun anew after 10 s', async ({ browser }) => {
  await person(browser);
  const { page } = await person(browser, { gender: 'male' });
  await page.clock.install();
  await openAlive(page, '/likes');
  // Removing the route would let the held search go on.
  let isHeld = true;
  await page.route('**/api/profiles.php?*', (route) => (isHeld ? undefined : route.continue()));
  await stopClock(page);
  await page
    .getByRole('navigation')
    .getByRole('link', { name: say('shell.search') })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: say('members.heading') })).toBeVisible();
  const slow = page.getByText(say('members.still-trying'));
  const again = page.getByRole('main').getByRole('button', { name: say('common.retry') });
  await expect(page.getByText(say('common.loading')).first()).toBeAttached();
  await expect(slow).toHaveCount(0);
  await page.clock.fastForward(5_000);
  await expect(slow).toBeVisible();
  await expect(again).toHaveCount(0);
  await page.clock.fastForward(5_000);
  isHeld = false;
  await page.clock.resume();
  await again.press('Enter');
  await expect(page.getByRole('button', { name: /^Like / }).first()).toBeVisible();
  await expect(slow).toHaveCount(0);
});

test('search, swipe game and daily picks lead to each other, and the tab of the search stays lit', async ({
  browser,
}) => {
  const { page } = await person(browser, { gender: 'male' });
  await openAlive(page, '/members');
  const tabs = page.getByRole('main').getByRole('navigation', { name: say('shell.search') });
  const search = page.getByRole('navigation', { name: say('shell.navigation') }).getByRole('link', {
    name: say('shell.search'),
  });
  const lit = await search.filter({ visible: true }).evaluate((link) => getComputedStyle(link).backgroundColor);
  for (const [words, path] of [
    ['members.discover', '/swipe-game'],
    ['members.table', '/daily-picks'],
    ['shell.search', '/members'],
  ] as const) {
    await tabs.getByRole('link', { name: say(words) }).click();
    await page.waitForURL((url) => url.pathname === path);
    await expect(tabs.locator('[aria-current=page]')).toHaveText(say(words));
    await expect(search.filter({ visible: true })).toHaveCSS('background-color', lit);
  }
});

test('a search without a connection says so, and goes on once it is back', async ({ browser, complaints }) => {
  complaints.allow(/ERR_INTERNET_DISCONNECTED|Failed to load resource|manifest patches|dynamically imported module/);
  const { page, context } = await person(browser, { phone: true });
  await openAlive(page, '/members');
  await goOffline(page);
  await page.getByRole('link', { name: say('members.with-photo') }).click();
  await expect(page.getByRole('heading', { name: say('members.search-offline') })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(say('members.search-offline'))).toBeHidden();
  await expect(page.locator('#found')).toBeVisible();
});
