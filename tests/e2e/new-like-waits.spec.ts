import type { Page } from '@playwright/test';

import { api, expect, test } from '../support/e2e.ts';
import { openAlive, setHidden } from '../support/forms.ts';
import { couple } from '../support/talk.ts';

/** Advances the page's clock. Removing `t` from the address reloads the page's data. */
async function pass(page: Page): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    await page.clock.fastForward(2_000);
    await page.evaluate(() => fetch('/api/user.php').then((answer) => answer.text()));
  }
}

test('?t=1 waits while the tab is hidden and while the member is writing', async ({ browser }) => {
  const { she, he, close } = await couple(browser);
  const { page } = she;
  await api(he.context.request, 'addLike', { profile: she.id });
  await page.clock.install();
  // A page that does not ask for a new like in any other case.
  await openAlive(page, '/credits?t=1');
  const dialog = page.getByRole('dialog', { name: 'New like!' });
  await setHidden(page, true);
  await pass(page);
  await expect(page).toHaveURL(/[?&]t=1/);
  await page.evaluate(() => {
    const field = document.body.appendChild(document.createElement('input'));
    field.id = 'writing';
    field.focus();
  });
  await setHidden(page, false);
  await pass(page);
  await expect(page).toHaveURL(/[?&]t=1/);
  await expect(dialog).toBeHidden();
  await page.locator('#writing').blur();
  await page.clock.fastForward(2_000);
  await expect(dialog).toBeVisible();
  await expect(page).not.toHaveURL(/[?&]t=1/);
  await close();
});
