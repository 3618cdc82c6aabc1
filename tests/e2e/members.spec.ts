import { api, buy, expect, expectAccessible, newContext, person, site, test } from '../support/e2e.ts';
import { openAlive, say } from '../support/forms.ts';
import { addPhotos } from '../support/pictures.ts';
import { couple } from '../support/talk.ts';

test('filters are set by keyboard, kept in the URL and restored from it', async ({ browser }) => {
  const me = await person(browser, { gender: 'male' });
  const { page } = me;
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
  await me.context.close();
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

  const quiet = await browser.newContext({ javaScriptEnabled: false, locale: 'en' });
  const plain = await quiet.newPage();
  await plain.goto(`${site()}/members`);
  await plain.getByRole('link', { name: say('common.more') }).click();
  await plain.waitForURL(/page=2/);
  expect(await plain.getByRole('main').locator('a[href^="/members/"]').count()).toBeGreaterThan(24);
  await quiet.close();
});

test('without a script, folded filters have a page of their own; visitors get none by what they do not see', async ({
  browser,
}) => {
  const me = await person(browser, { gender: 'male' });
  const quiet = await browser.newContext({
    javaScriptEnabled: false,
    locale: 'en',
    storageState: await me.context.storageState(),
  });
  const plain = await quiet.newPage();
  await plain.goto(`${site()}/members`);
  // They stay set on the pages that fold them again.
  await plain.getByRole('link', { name: say('members.all-filters'), exact: true }).click();
  await plain.getByText(say('attributes.eye_color'), { exact: true }).first().click();
  await plain.getByRole('checkbox', { name: say('attributes.eye_color.blue') }).check();
  for (const turn of [1, 2]) {
    await plain.getByRole('button', { name: say('members.show') }).click();
    await plain.waitForURL(/eye_color=blue/);
    expect(new URL(plain.url()).searchParams.has('filters'), `after turn ${turn}`).toBe(false);
  }
  await quiet.clearCookies();
  await plain.goto(`${site()}/members?eye_color=blue&interests=hiking&min_age=20`);
  await expect(plain.getByText(say('members.filters-join'))).toBeVisible();
  await expect(plain.getByText(say('attributes.eye_color'))).toHaveCount(0);
  await expect(plain.getByRole('group', { name: say('attributes.interests') })).toHaveCount(0);
  await expect(plain.getByRole('link', { name: say('members.all-filters') })).toHaveCount(0);
  const all = (await api(plain.request, 'searchProfiles', { min_age: 20 })).body.numResults;
  await expect(plain.getByText(say('members.count', { count: all }))).toBeVisible();
  await quiet.close();
  await me.context.close();
});

test('a search from a country with few members says so, and one tap looks further with all that was chosen', async ({
  browser,
}) => {
  const me = await person(browser, { gender: 'male' });
  for (const phone of [false, true]) {
    const context = await newContext(browser, 'en', phone);
    await context.addCookies(await me.context.cookies());
    const page = await context.newPage();
    await openAlive(page, '/members?country=FI&min_age=20&tattoos=none,small_ones,several');
    if (phone) {
      const tattoos = say('members.chip', {
        attribute: say('attributes.tattoos'),
        value: say('attributes.tattoos.none'),
      });
      await expect(page.getByText(tattoos, { exact: true })).toBeVisible();
      const finland = say('members.remove-filter', { filter: 'Finland' });
      await expect(page.getByRole('link', { name: finland })).toBeVisible();
    }
    const further = page.getByRole('link', { name: say('members.beyond-country') });
    await expect(further).toBeVisible();
    await expectAccessible(page);
    await further.press('Enter');
    await page.waitForURL((url) => url.search === '?min_age=20&tattoos=none,small_ones,several');
    await expect(page.getByRole('link', { name: say('members.beyond-country') })).toHaveCount(0);

    // No region of a small country has a full page, so the first step leads to the country.
    await openAlive(page, '/members?country=FI&countryregion=FI-18&min_age=20');
    if (phone) await expect(page.getByRole('link', { name: /Uusimaa/ })).toBeVisible();
    await page.getByRole('link', { name: say('members.beyond-region') }).click();
    await page.waitForURL((url) => url.search === '?country=FI&min_age=20');
    await context.close();
  }
  await me.context.close();
});

test('a new member sees their own country and ages first, then who lives further away, and nobody twice', async ({
  browser,
}) => {
  const me = await person(browser, { gender: 'male', country: 'FI', town: 'fi-helsinki' });
  const { page } = me;
  await openAlive(page, '/members');
  await expect(page.getByRole('region', { name: say('members.further') })).toBeVisible();
  const hrefs = await page
    .getByRole('main')
    .locator('li a[href^="/members/"]')
    .evaluateAll((all) => all.map((card) => card.getAttribute('href') ?? ''));
  expect(new Set(hrefs).size).toBe(hrefs.length);
  const near = (await api(page.request, 'searchProfiles', { country: 'FI', min_age: 28, max_age: 48 })).body.results;
  expect(hrefs.slice(0, near.length)).toEqual(near.map(({ id }) => `/members/${id}`));
  expect(hrefs.length).toBeGreaterThan(near.length);
  await expectAccessible(page);

  const order = page.getByRole('combobox', { name: say('members.order') }).filter({ visible: true });
  await expect(order).toHaveValue('nearby');
  await order.selectOption('active');
  await page.waitForURL((url) => url.search === '?country=FI&min_age=28&max_age=48&order=active');
  await me.context.close();
});

test('the search opens with the filters used last, on another device too, until they are cleared', async ({
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
  await germany.click();
  await phone.waitForURL(/\?with_photo=1$/);
  await expect.poll(kept).toEqual({ with_photo: true });
  // An entry of the history shows what it showed.
  await phone.goBack();
  await expect(germany).toBeVisible();
  await context.close();

  await openAlive(page, '/members');
  await page.getByRole('link', { name: say('members.clear'), exact: true }).click();
  await expect.poll(kept).toEqual({});
  await openAlive(page, '/members');
  await expect(page.getByRole('checkbox', { name: say('members.with-photo') })).not.toBeChecked();
  await me.context.close();
});

test('on a small phone the faces begin high, ages and marks are whole, and the filters open without a script', async ({
  browser,
}) => {
  for (const [language, width] of [
    ['de', 360],
    ['fi', 320],
  ] as const) {
    const me = await person(browser, { gender: 'male', language });
    const { page } = me;
    await page.setViewportSize({ width, height: 740 });
    await me.context.addCookies([{ name: 'dismissed', value: 'profile-photo:1.demo:1', url: site() }]);
    await openAlive(page, '/members');
    await expect(page.locator('[data-alert]')).toHaveCount(0);
    const cards = page
      .getByRole('main')
      .locator('li')
      .filter({ has: page.locator('a[href^="/members/"]') });
    expect((await cards.first().boundingBox())?.y).toBeLessThan(200);
    for (const card of (await cards.all()).slice(0, 8)) {
      const [frame, age, mark] = await card.evaluate((item) => {
        const box = (element: Element | null | undefined) => element?.getBoundingClientRect().toJSON() as DOMRect;
        return [
          box(item),
          box(item.querySelector('p [aria-hidden] > :last-child')),
          box(item.querySelector('.bg-glass')),
        ];
      });
      if (!frame || !age) throw new Error('a card without an age');
      expect(age.right).toBeLessThanOrEqual(frame.right);
      if (!mark) continue;
      // One line at the top, beside the like.
      expect(mark.height).toBeLessThanOrEqual(26);
      expect(mark.bottom).toBeLessThan(frame.top + 48);
      expect(mark.right).toBeLessThanOrEqual(frame.right - 46);
    }
    await me.context.close();
  }
  const quiet = await browser.newContext({
    javaScriptEnabled: false,
    locale: 'en',
    viewport: { width: 360, height: 740 },
  });
  const plain = await quiet.newPage();
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
  await quiet.close();
});

test('a like is given and taken back by keyboard', async ({ browser, complaints }) => {
  complaints.allow(/status of 500 .*like\.php/);
  const { she, he, close } = await couple(browser);
  const { page } = he;
  const given = async (): Promise<string[]> => (await api(page.request, 'listLikes')).body.profiles.map(({ id }) => id);
  await openAlive(page, `/members/${she.id}`);
  const like = page.getByRole('button', { name: say('members.like-name', { name: she.name }) }).first();
  await like.press('Enter');
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(given).toEqual([she.id]);
  await like.press('Space');
  await expect(like).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(given).toEqual([]);
  await page.route('**/api/like.php', (route) =>
    route.fulfill({ status: 500, json: { error: 'request.failed', message: '' } }),
  );
  await like.press('Enter');
  await expect(page.getByText(say('errors.request.failed'))).toBeVisible();
  await expect(like).toHaveAttribute('aria-pressed', 'false');
  await close();
});

test('locked photos are nowhere in page or network; premium opens them in a gallery (MED-11)', async ({ browser }) => {
  const { she, he, close } = await couple(browser);
  const photos = await addPhotos(she, 3);
  const visitor = await newContext(browser, 'en');
  for (const page of [he.page, await visitor.newPage()]) {
    const isVisitor = page !== he.page;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('response', async (response) => {
      if (response.url().includes('/api/')) asked.push(await response.text().catch(() => ''));
    });
    await openAlive(page, `/members/${she.id}`);
    await page.waitForLoadState('load');
    const locked = page.getByRole('link', { name: say(isVisitor ? 'members.locked-visitor' : 'members.locked') });
    // Visitors do not get the main photo either, unless its owner shows it to them.
    await expect(locked).toHaveCount(isVisitor ? 3 : 2);
    const seen = [await page.content(), await (await page.request.get(page.url())).text(), ...asked].join('\n');
    for (const photo of photos.slice(isVisitor ? 0 : 1)) {
      expect(seen).not.toMatch(new RegExp(`${photo}/(full|match|thumb)`));
      const guessed = await page.request.get(`${site()}/media/member/${she.id}/${photo}/full.webp`);
      expect([403, 404]).toContain(guessed.status());
    }
    await expectAccessible(page);
  }
  await visitor.close();

  await buy(he.context, he.page);
  await openAlive(he.page, `/members/${she.id}`);
  const { page } = he;
  await expect(page.getByRole('link', { name: say('members.locked') })).toHaveCount(0);
  const large = page.getByRole('link', { name: say('members.enlarge', { place: 1, count: 3 }) });
  await large.press('Enter');
  const gallery = page.getByRole('dialog', { name: say('members.photos-of', { name: she.name }) });
  await expect(gallery.getByText(say('members.photo-place', { place: 1, count: 3 }))).toBeVisible();
  await expectAccessible(page, '[role=dialog]');
  await page.keyboard.press('ArrowRight');
  await expect(gallery.getByText(say('members.photo-place', { place: 2, count: 3 }))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(gallery).toHaveCount(0);
  await expect(large).toBeFocused();
  await close();
});

test('?t=1 shows a new like as a dialog, which Escape and a click beside it close', async ({ browser }) => {
  const { she, he, close } = await couple(browser);
  await addPhotos(he, 1);
  await api(he.context.request, 'addLike', { profile: she.id });
  const { page } = she;
  const moment = page.getByRole('dialog', { name: 'New like!', exact: true });

  await openAlive(page, '/likes/received?t=1');
  await expect(moment).toBeVisible();
  await expect(page).toHaveURL(/\/likes\/received$/);
  await expect(moment.getByText(say('members.name-age', { name: he.name, age: 38 }))).toBeVisible();
  await expectAccessible(page, '[role=dialog]');
  await page.keyboard.press('Escape');
  await expect(moment).toHaveCount(0);

  await openAlive(page, '/likes/received?t=1');
  await expect(moment).toBeVisible();
  await page.mouse.click(20, 400);
  await expect(moment).toHaveCount(0);

  await openAlive(page, '/likes/received?t=1');
  await moment.getByRole('button', { name: say('likes.new-back', { name: he.name }) }).click();
  await expect(page.getByRole('dialog', { name: say('likes.match-title') })).toBeVisible();
  await openAlive(page, `/likes/m/${he.id}`);
  await expect(page.getByRole('heading', { name: say('likes.match-title') })).toBeVisible();
  await expectAccessible(page);
  await close();
});
