import type { Browser, Page } from '@playwright/test';

import type { Suggestion } from '../../contract/members/operations.ts';
import type { Language } from '../../contract/platform/languages.ts';
import { type Person, api, expect, person, sentence, site, test } from '../support/e2e.ts';
import { button, newPlainPage, openAlive, say, setHidden } from '../support/forms.ts';
import { expectFits } from '../support/narrow.ts';

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

/** Mocks the table, so that it does not depend on the hour of the test. */
async function setTable(page: Page, results: readonly Suggestion[] | null): Promise<void> {
  const json = { results: results ?? [], ends_at: results && inHours(3), next_at: inHours(21) };
  await page.route('**/api/daily-picks.php', (route) => route.fulfill({ json }));
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const seeker = (browser: Browser, language: Language = 'en') => person(browser, { language, phone: true });

/** Returns the site's suggestions after the sign-up; expects at least three. */
async function suggestionsFor(one: Person): Promise<Suggestion[]> {
  const { results } = (await api(one.context.request, 'listSignupMatches')).body;
  expect(results.length).toBeGreaterThan(2);
  return results;
}

/** Answers searches with this many members, none of whom is shown. */
async function setFound(page: Page, numResults: number): Promise<void> {
  await page.route('**/api/profiles.php*', (route) =>
    route.fulfill({ json: { results: [], numResults, more: false, pageNumber: 1 } }),
  );
}

const far = (page: Page) => page.getByRole('combobox', { name: say('members.distance') });

async function answerAll(page: Page): Promise<void> {
  await openAlive(page, '/match-finder');
  await page.locator('[name=interests]').first().check({ force: true });
  await button(page, 'match-finder.next').click();
  await far(page).selectOption('25');
  await button(page, 'match-finder.next').click();
  await page.getByText(say('match-finder.time-now'), { exact: true }).click();
}

test('three answers by keyboard alone lead to a search with exactly these filters, and its reasons', async ({
  browser,
}) => {
  const { page } = await seeker(browser);
  await setFound(page, 1);
  await openAlive(page, '/match-finder');
  await expect(page.getByText(say('match-finder.progress', { step: 1, count: 3 }))).toBeVisible();
  const interest = page.locator('[name=interests]');
  const [first, second] = [await interest.first().inputValue(), await interest.nth(1).inputValue()];
  await interest.first().focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(interest.nth(1)).toBeChecked();
  await expect(page).toHaveURL(new RegExp(`interests=${first},${second}`));
  await page.keyboard.press('Enter');
  await expect(heading(page, say('match-finder.far'))).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(far(page)).toBeFocused();
  await expect(far(page)).toHaveAccessibleDescription(say('match-finder.far-help'));
  await expect(far(page).getByRole('option', { selected: true })).toHaveText(
    say('match-finder.far-country', { country: 'Netherlands' }),
  );
  await page.keyboard.press('ArrowUp');
  await expect(far(page).getByRole('option', { selected: true })).toHaveText(
    say('members.within', { unit: 'km', far: '500' }),
  );
  await button(page, 'match-finder.next').focus();
  await page.keyboard.press('Enter');
  await expect(heading(page, say('match-finder.time'))).toBeFocused();
  await page.getByRole('radio', { name: say('match-finder.time-any') }).focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(heading(page, say('match-finder.result'))).toBeFocused();
  await expect(page.getByText(say('match-finder.why-interests'))).toBeVisible();
  await expect(page.getByText(say('match-finder.why-far', { unit: 'km', far: '500', town: 'Haarlem' }))).toBeVisible();
  await expect(page.getByText(say('match-finder.why-lately'))).toBeVisible();
  await page.getByRole('link', { name: say('match-finder.see') }).click();
  await page.waitForURL(/\/members\?/);
  expect(new URL(page.url()).search.replaceAll('%2C', ',')).toBe(
    `?distance=500&interests=${first},${second}&order=active`,
  );
  await page.goBack();
  await expect(page.getByText(say('match-finder.why-lately'))).toBeVisible();
});

test('no fourth interest can be chosen, and answers are kept when going back, after a reload and a change', async ({
  browser,
}) => {
  const { page } = await seeker(browser);
  await openAlive(page, '/match-finder');
  const interests = page.locator('[name=interests]');
  for (const place of [0, 1, 2]) await interests.nth(place).check({ force: true });
  await expect(page.getByText(say('members.interests-full', { max: 3 }))).toBeVisible();
  await interests.nth(3).click({ force: true });
  await expect(page.locator('[name=interests]:checked')).toHaveCount(3);

  await answerAll(page);
  await page
    .locator('form')
    .getByRole('link', { name: say('common.back') })
    .click();
  await expect(far(page)).toHaveValue('25');
  await page.goBack();
  await page.goBack();
  await expect(heading(page, say('match-finder.far'))).toBeVisible();
  await page.goBack();
  await expect(page.locator('[name=interests]:checked')).toHaveCount(1);
  await expect(page).toHaveURL(/far=25&time=now/);
  await page.reload();
  await expect(page.locator('[name=interests]:checked')).toHaveCount(1);
  await openAlive(page, new URL(page.url()).pathname + new URL(page.url()).search);
  await button(page, 'match-finder.next').click();
  await expect(heading(page, say('match-finder.far'))).toBeVisible();
  await button(page, 'match-finder.next').click();
  await button(page, 'match-finder.to-result').click();
  await expect(page.getByText(say('match-finder.why-now'))).toBeVisible();
  await page
    .getByRole('link', { name: say('match-finder.change-answer', { question: say('match-finder.far') }) })
    .click();
  await far(page).selectOption('all');
  await button(page, 'match-finder.next').click();
  await expect(page.locator('[name=time][value=now]:checked')).toHaveCount(1);
  await button(page, 'match-finder.to-result').click();
  await expect(page.getByText(say('match-finder.why-all'))).toBeVisible();
});

test('going back twice in quick succession goes back two steps', async ({ browser }) => {
  const { page } = await seeker(browser);
  for (const wait of [0, 5, 20, 50]) {
    await answerAll(page);
    await expect(page).toHaveURL(/time=now/);
    // The previous question's history entry lacks the last answer, so its address is replaced.
    await page.evaluate((ms) => {
      addEventListener('popstate', () => setTimeout(() => history.back(), ms), { once: true });
      history.back();
    }, wait);
    await expect(page, `${wait} ms`).toHaveURL(/step=1.*time=now/);
    await expect(page.locator('[name=interests]:checked')).toHaveCount(1);
  }
});

test('without JavaScript, too, the finder looks further for somebody who matches, says so, and shows them', async ({
  browser,
}) => {
  const me = await seeker(browser);
  // Only he has these three interests.
  const interests = ['motorcycling', 'sailing', 'baking'] as const;
  const he = await person(browser, { gender: 'male', town: 'nl-groningen' });
  await api(he.context.request, 'updateProfile', { interests: [...interests] });
  const page = await newPlainPage(browser, { as: me });
  await page.goto(`${site()}/match-finder`);
  await page.locator('main summary').click();
  for (const one of interests) await page.locator(`[name=interests][value=${one}]`).check({ force: true });
  await button(page, 'match-finder.next').click();
  await far(page).selectOption('50');
  await button(page, 'match-finder.next').click();
  await button(page, 'match-finder.to-result').click();
  await expect(
    page.getByText(say('match-finder.wider-far', { unit: 'km', far: '250', town: 'Haarlem' })),
  ).toBeVisible();
  await expect(page.getByText(say('members.count', { count: 1 }))).toBeVisible();
  await expect(page.locator(`main a[href="/members/${he.id}"]`)).toBeVisible();
  await page.getByRole('link', { name: say('match-finder.see') }).click();
  await expect(page).toHaveURL(new RegExp(`/members\\?distance=250&interests=[a-z,]+&order=nearest$`));
  await expect(page.locator(`main a[href="/members/${he.id}"]`)).toBeVisible();
});

test('if nobody matches in any country, the finder says so once and offers one way on', async ({ browser }) => {
  const { page } = await seeker(browser);
  await setFound(page, 0);
  const ways = page.locator('main a.bg-primary');
  await openAlive(page, '/match-finder?step=3&interests=hiking&far=50');
  await button(page, 'match-finder.to-result').click();
  await expect(page.getByText(say('members.count', { count: 0 }))).toBeVisible();
  await expect(page.getByText(say('match-finder.nowhere'))).toBeVisible();
  await expect(ways).toHaveText([say('members.widen', { count: 1 })]);
  await ways.click();
  await expect(page).toHaveURL(/\/members\?order=nearest$/);
  await openAlive(page, '/match-finder?step=3&far=all');
  await button(page, 'match-finder.to-result').click();
  await expect(page.getByText(say('match-finder.why-all'))).toBeVisible();
  await expect(ways).toHaveText([say('members.to-profile')]);
});

test('the daily picks are members to like and to write to, even after a failure, and the next ones have a time', async ({
  browser,
  complaints,
}) => {
  complaints.allow(/status of 422/);
  const me = await seeker(browser);
  const { page } = me;
  const [first, ...others] = await suggestionsFor(me);
  if (!first) throw new Error('nobody to suggest');
  const guest = {
    ...first,
    shared: { interests: ['hiking' as const], languages: ['cy' as const], town: true, age: true },
  };
  await page.route('**/api/daily-picks.php', (route) =>
    route.fulfill({ status: 422, json: { error: 'input.invalid', message: '' } }),
  );
  await openAlive(page, '/daily-picks');
  const again = button(page, 'common.retry');
  await expect(again).toBeVisible();
  await setTable(page, [guest, ...others]);
  await again.click();
  const table = page.getByRole('region', { name: say('match-finder.picks') });
  const seat = table.getByRole('listitem').filter({ has: page.locator(`a[href="/members/${guest.id}"]`) });
  for (const id of ['interests.hiking', 'match-finder.same-town', 'match-finder.same-age'] as const)
    await expect(seat.getByText(say(id))).toBeVisible();
  await expect(seat.getByText(say('match-finder.same-language', { count: 1, language: 'Welsh' }))).toBeVisible();
  await expect(seat.locator(`a[href="/members/${guest.id}/chat"]`)).toBeVisible();
  const like = seat.getByRole('button', { name: say('members.like-name', { name: guest.name }) });
  await like.click();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await expect(table.getByText(/This table is yours until .*\. The next one is at /)).toBeVisible();
  await setTable(page, []);
  await openAlive(page, '/daily-picks');
  await expect(heading(page, say('match-finder.picks-empty'))).toBeVisible();
  await setTable(page, null);
  await openAlive(page, '/daily-picks');
  await expect(page.getByRole('heading', { name: /^Next table at \d/ })).toBeVisible();
});

const hourMs = 3_600_000;

test('the daily picks end on a hidden page, too, and are requested again when the member returns', async ({
  browser,
}) => {
  const me = await person(browser, { phone: true });
  const { page } = me;
  const { results } = (await api(me.context.request, 'listSignupMatches')).body;
  const now = Date.now();
  const [ends_at, next_at] = [hourMs, 19 * hourMs].map((ms) => new Date(now + ms).toISOString());
  let asked = 0;
  await page.route('**/api/daily-picks.php', (route) => {
    asked += 1;
    const json = asked === 1 ? { results, ends_at, next_at } : { results: [], ends_at: null, next_at };
    return route.fulfill({ json });
  });
  await page.clock.install({ time: now });
  await openAlive(page, '/daily-picks');
  const until = page.getByText(/This table is yours until .*/);
  const next = page.getByRole('heading', { name: /^Next table at \d/ });
  await expect(until).toBeVisible();
  await setHidden(page, true);
  await page.clock.fastForward(hourMs + 60_000);
  await expect(next).toBeVisible();
  await expect(until).toBeHidden();
  expect(asked).toBe(1);
  await setHidden(page, false);
  await expect.poll(() => asked).toBe(2);
});

test('a new member sees people who fit, or that there are none yet, and goes on to the search, in German', async ({
  browser,
}) => {
  const language = 'de';
  const me = await person(browser, { language, phone: true, confirmed: false });
  const { page } = me;
  await page.setViewportSize({ width: 320, height: 640 });
  await openAlive(page, '/complete-signup');
  await page.getByRole('link', { name: sentence(language, 'accounts.skip') }).click();
  await page.waitForURL(/\/signup-matches$/);
  await expect(heading(page, sentence(language, 'match-finder.matches'))).toBeVisible();
  const [first] = await suggestionsFor(me);
  // Names may repeat.
  const seat = page.getByRole('listitem').filter({ has: page.locator(`a[href="/members/${first?.id}/chat"]`) });
  const like = seat.getByRole('button', { name: sentence(language, 'members.like-name', { name: first?.name }) });
  const liked = page.waitForResponse((answer) => answer.url().includes('/api/like.php'));
  await like.click();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await liked;
  await expect(seat).toBeVisible();
  await expectFits(page, 'matches', 'main');
  await page.reload();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await page
    .getByRole('link', { name: sentence(language, 'match-finder.matches-on') })
    .first()
    .click();
  await page.waitForURL(/\/members\?welcome=1/);

  await page.route('**/api/signup-matches.php', (route) => route.fulfill({ json: { results: [] } }));
  await openAlive(page, '/complete-signup');
  await page.getByRole('link', { name: sentence(language, 'accounts.skip') }).click();
  await expect(heading(page, sentence(language, 'match-finder.matches-empty'))).toBeVisible();
  await expectFits(page, 'nobody', 'main');
  await page
    .getByRole('link', { name: sentence(language, 'match-finder.matches-on') })
    .first()
    .click();
  await page.waitForURL(/\/members\?welcome=1/);
});
