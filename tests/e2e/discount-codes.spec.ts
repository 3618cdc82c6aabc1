import { giveCode } from '../support/confirm-address.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, person, test } from '../support/e2e.ts';
import { button, openAlive, say } from '../support/forms.ts';

test('a small phone shows a code together with the prices that it changes, and the code can be removed', async ({
  browser,
}) => {
  const me = await person(browser, { phone: true });
  const { page } = me;
  const code = `EVENING-${me.id.slice(0, 8)}`.toUpperCase();
  await giveCode(me.id, code, 40);
  await page.setViewportSize({ width: 320, height: 640 });
  await openAlive(page, '/credits');
  const last = page.locator('label').filter({ has: page.getByRole('radio', { name: /700/ }) });
  await expect(last).toContainText('€71.24');
  const field = page.getByLabel(say('discounts.field'));
  await field.fill(code);
  await field.press('Enter');
  const used = page.getByText(say('discounts.active.code', { code, percent: '40%' }));
  const remove = button(page, 'discounts.remove');
  await expect(remove).toBeFocused();
  await expect(last).toContainText('€56.99');
  for (const seen of [last, used, remove]) await expect(seen).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await remove.click();
  await expect(field).toBeFocused();
  await expect(field).toBeInViewport({ ratio: 1 });
  await expect(last).toContainText('€71.24');
  await expect(used).toHaveCount(0);
  await me.context.close();
});
