import type { Page } from '@playwright/test';

import { expect, expectAccessible, expectNoSidewaysScroll, newContext, sentence, site, test } from '../support/e2e.ts';

const say = (id: Parameters<typeof sentence>[1]): string => sentence('en', id);

/** The form of a lander leads to the sign-up, which has what was typed. */
async function expectJoining(page: Page): Promise<void> {
  await page.getByLabel(say('landing.email')).fill('anna@example.org');
  await page.getByRole('button', { name: say('landing.join') }).click();
  await expect(page).toHaveURL(/\/signup$/);
  await expect(page.locator('[name=email]')).toHaveValue('anna@example.org');
}

test('evenings are turned by swipe, button and arrow key, and the deck says what one said yes to', async ({
  browser,
}) => {
  const context = await newContext(browser, 'en');
  const page = await context.newPage();
  await page.goto(`${site()}/landers/tinderswipe`);
  const card = (name: string) => page.locator(`[data-card=${name}]`);
  const said = (name: 'cook' | 'walk' | 'records' | 'talk') =>
    page.getByRole('listitem').filter({ hasText: say(`landers.tinderswipe.${name}`) });
  const button = (name: 'yes' | 'no' | 'back') =>
    page.getByRole('button', { name: say(`landers.tinderswipe.${name}`), exact: true });
  await expectAccessible(page);

  const box = await card('cook').boundingBox();
  if (!box) throw new Error('the first card is not there');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 140, y, { steps: 5 });
  await page.mouse.up();
  await expect(card('cook')).toHaveAttribute('data-gone', 'yes');
  // A click on a card is no answer.
  await card('walk').click();
  await expect(card('walk')).not.toHaveAttribute('data-gone');
  await button('yes').click();
  await button('back').click();
  await page.keyboard.press('ArrowLeft');
  await expect(card('walk')).toHaveAttribute('data-gone', 'no');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('heading', { name: say('landers.tinderswipe.said') })).toBeHidden();
  await button('no').click();

  await expect(page.getByRole('heading', { name: say('landers.tinderswipe.said') })).toBeFocused();
  for (const name of ['cook', 'records'] as const) await expect(said(name)).toBeVisible();
  for (const name of ['walk', 'talk'] as const) await expect(said(name)).toBeHidden();
  await expectAccessible(page);
  await expectJoining(page);
  await context.close();
});

test('without JavaScript, the evenings are boxes to tick', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en' });
  const page = await context.newPage();
  await page.goto(`${site()}/landers/tinderswipe`);
  await expect(page.getByRole('button', { name: say('landers.tinderswipe.yes'), exact: true })).toBeHidden();
  await page.getByRole('checkbox', { name: say('landers.tinderswipe.walk') }).check();
  await expect(page.getByRole('heading', { name: say('landers.tinderswipe.said') })).toBeVisible();
  const said = page.getByRole('listitem').filter({ hasText: say('landers.tinderswipe.walk') });
  await expect(said).toBeVisible();
  await expectJoining(page);
  await context.close();
});

test('no lander scrolls sideways on the narrowest phones', async ({ browser }) => {
  for (const language of ['de', 'fi'] as const) {
    const context = await newContext(browser, language);
    const page = await context.newPage();
    await page.setViewportSize({ width: 320, height: 640 });
    for (const path of ['tinderswipe', 'alonetonight']) {
      await page.goto(`${site()}/landers/${path}`);
      await expectNoSidewaysScroll(page);
    }
    await context.close();
  }
});
