import type { Page } from '@playwright/test';

import { expect, person, sentence, test } from '../support/e2e.ts';
import { openAlive, say } from '../support/forms.ts';
import { expectFits } from '../support/narrow.ts';
import { suggestionsFor } from '../support/suggestions.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

test('a new member sees people who fit, likes one, and goes on to the search, in German', async ({ browser }) => {
  const language = 'de';
  const me = await person(browser, { language, phone: true, confirmed: false });
  const { page } = me;
  await page.setViewportSize({ width: 320, height: 640 });
  await openAlive(page, '/complete-signup');
  await page.getByRole('link', { name: sentence(language, 'accounts.skip') }).click();
  await page.waitForURL(/\/signup-matches$/);
  await expect(heading(page, sentence(language, 'finder.matches'))).toBeVisible();
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
    .getByRole('link', { name: sentence(language, 'finder.matches-on') })
    .first()
    .click();
  await page.waitForURL(/\/members\?welcome=1/);
  await me.context.close();
});

test('a new member whom nobody fits yet is told so and goes on to the search', async ({ browser }) => {
  const me = await person(browser, { phone: true });
  const { page } = me;
  await page.route('**/api/signup-matches.php', (route) => route.fulfill({ json: { results: [] } }));
  await openAlive(page, '/complete-signup');
  await page.getByRole('link', { name: say('accounts.skip') }).click();
  await expect(heading(page, say('finder.matches-empty'))).toBeVisible();
  await expectFits(page, 'nobody', 'main');
  await page
    .getByRole('link', { name: say('finder.matches-on') })
    .first()
    .click();
  await page.waitForURL(/\/members\?welcome=1/);
  await me.context.close();
});
