import { expect, test } from '../support/e2e.ts';
import { button } from '../support/forms.ts';
import { chatting } from '../support/talk.ts';

test('a menu closes by its button, Escape and a press beside it, and its items are found by keys', async ({
  browser,
}) => {
  const { page } = await chatting(browser, { phone: true });
  const opener = button(page, 'chat.menu');
  const menu = page.getByRole('menu');
  const block = page.getByRole('menuitem', { name: /^Block/ });
  await opener.tap();
  await expect(menu).toBeVisible();
  await opener.tap();
  await expect(menu).toHaveCount(0);
  await expect(opener).toBeFocused();
  await opener.press('ArrowDown');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await opener.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem').last()).toBeFocused();
  await page.keyboard.press('b');
  await expect(block).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(block).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await expect(opener).toBeFocused();
  await opener.tap();
  await expect(menu).toBeVisible();
  await page.touchscreen.tap(60, 400);
  await expect(menu).toHaveCount(0);
});
