import { api, expect, test } from '../support/e2e.ts';
import { openAlive, setHidden } from '../support/forms.ts';
import { couple } from '../support/talk.ts';

test('?t=1 waits while the tab is hidden, and while somebody writes', async ({ browser }) => {
  const { she, he, close } = await couple(browser);
  const { page } = she;
  await api(he.context.request, 'addLike', { profile: she.id });
  await page.clock.install();
  // Where nothing else asks for a new like.
  await openAlive(page, '/credits?t=1');
  const dialog = page.getByRole('dialog', { name: 'New like!' });
  await setHidden(page, true);
  await page.clock.fastForward(5_000);
  await expect(page).toHaveURL(/[?&]t=1/);
  await page.evaluate(() => {
    const field = document.body.appendChild(document.createElement('input'));
    field.id = 'writing';
    field.focus();
  });
  await setHidden(page, false);
  await page.clock.fastForward(5_000);
  await expect(page).toHaveURL(/[?&]t=1/);
  await expect(dialog).toBeHidden();
  await page.locator('#writing').blur();
  await page.clock.fastForward(2_000);
  await expect(dialog).toBeVisible();
  await expect(page).not.toHaveURL(/[?&]t=1/);
  await close();
});
