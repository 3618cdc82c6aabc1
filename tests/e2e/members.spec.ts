import { approvePhotos, canRunStaffCommands } from '../support/staff-command.ts';
import { api, buy, expect, expectAccessible, newContext, person, site, test } from '../support/e2e.ts';
import { openAlive, say } from '../support/forms.ts';
import { addPhotos } from '../support/pictures.ts';
import { couple, sendText } from '../support/talk.ts';

test('the lists of likes name nobody twice, mark as many as the badge counts, and lead on in words', async ({
  browser,
}) => {
  const { she, he } = await couple(browser);
  const other = await person(browser, { gender: 'male' });
  for (const { request } of [he.page, other.page]) await api(request, 'addLike', { profile: she.id });
  await api(she.page.request, 'addLike', { profile: he.id });
  await sendText(he, she, 'A house by the sea');
  const { page } = she;
  // Six seconds after the page opened, a dialog about a new like would hide the rest from screen readers.
  await page.route('**/api/auto-like.php', (route) => route.fulfill({ status: 204 }));
  await openAlive(page, '/likes');
  const badge = page.getByRole('navigation', { name: say('shell.navigation') });
  await expect(badge.getByText(say('shell.new-likes', { count: 2 }))).toBeAttached();
  await expect(page.getByRole('listitem').getByText(say('likes.new'), { exact: true })).toHaveCount(2);
  const card = (who: { id: string }) =>
    page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.locator(`a[href$="/${who.id}"]`) });
  await expect(card(he)).toHaveCount(1);
  await expect(card(other)).toHaveCount(1);
  await expect(card(he)).toContainText('A house by the sea');
  await card(other)
    .getByRole('button', { name: `${say('members.like-back')}: ${other.name}` })
    .click();
  await page.getByRole('dialog', { name: say('likes.match-title') }).waitFor();
  await page.keyboard.press('Escape');
  await expect(card(other)).toHaveCount(1);
  await expect(card(other).getByRole('link', { name: say('likes.write') })).toBeVisible();
  await expectAccessible(page);
  await card(he)
    .getByRole('link', { name: say('likes.write') })
    .click();
  await page.waitForURL(/\/chats\//);
});

test('locked photos are in neither page nor network, and premium opens them in a gallery (MED-11)', async ({
  browser,
}) => {
  test.skip(!canRunStaffCommands(), 'commands of staff need the data of the server under test');
  const { she, he } = await couple(browser);
  const photos = await addPhotos(she, 3);
  // Visitors see only approved photos (LEG-15).
  await approvePhotos(photos);
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
    // Visitors do not get the main photo either, unless its owner allows it.
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

  await buy(he.context);
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
});

test('?t=1 shows a new like in a dialog that Escape or a click outside closes', async ({ browser }) => {
  const { she, he } = await couple(browser);
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
  const match = page.getByRole('dialog', { name: say('likes.match-title') });
  await match.getByRole('button', { name: say('likes.open-profile', { name: he.name }) }).click();
  await page.waitForURL(`**/members/${he.id}`);
  await openAlive(page, `/likes/m/${he.id}`);
  await expect(page.getByRole('heading', { name: say('likes.match-title') })).toBeVisible();
});

test('the match finder opens from the search filters even while more members scroll into view', async ({ browser }) => {
  // One more than the demo's men, who fill one page.
  await person(browser, { gender: 'male' });
  const { page } = await person(browser);
  let letThrough = (): void => undefined;
  const scrolled = new Promise<void>((resolve) => (letThrough = resolve));
  const script = '**/assets/match-finder-page-*.js';
  await page.route(script, async (route) => {
    await scrolled;
    await route.fallback();
  });
  await openAlive(page, '/members?country=all');
  await expect(page.getByRole('link', { name: say('common.more') })).toBeAttached();
  const asked = page.waitForRequest(script);
  // A dispatched click does not scroll.
  await page.getByRole('link', { name: say('members.finder') }).dispatchEvent('click');
  await asked;
  await page.evaluate(async () => {
    scrollTo(0, document.documentElement.scrollHeight);
    // Intersection observers run after a frame.
    for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
  });
  letThrough();
  await expect(page.getByRole('heading', { name: say('match-finder.title'), exact: true })).toBeVisible();
});
