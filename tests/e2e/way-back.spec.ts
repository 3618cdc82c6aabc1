import type { Page } from '@playwright/test';

import { expect, person, test } from '../support/e2e.ts';
import { isAlive, openAlive, say } from '../support/forms.ts';
import { addPhotos } from '../support/pictures.ts';
import { couple, sendText } from '../support/talk.ts';

const begin = '/members?filters=none';
const begun = /\/members\?filters=none$/;
const filtered = /\/members\?with_photo=1$/;
const steps = (page: Page): Promise<number> => page.evaluate(() => history.length);

/** Opens the search with one filter, on a phone and as the second history entry, and its sheet. */
async function search(page: Page) {
  await openAlive(page, begin);
  await page
    .getByRole('main')
    .getByRole('link', { name: say('members.with-photo'), exact: true })
    .click();
  await page.waitForURL(filtered);
  const sheet = page.getByRole('dialog', { name: say('members.filters') });
  const open = async (): Promise<void> => {
    await page.getByRole('link', { name: say('members.filters-count', { count: 1 }) }).click();
    await expect(sheet).toBeVisible();
  };
  return { sheet, open };
}

test('going back closes an open sheet, and a page that is left from one or reloaded under it is one step of the history', async ({
  browser,
}) => {
  const { page } = await person(browser, { phone: true });
  const { sheet, open } = await search(page);
  const before = await steps(page);
  await open();
  await page.goBack();
  await expect(sheet).toHaveCount(0);
  await expect(page).toHaveURL(filtered);
  await open();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await open();
  await sheet.getByRole('button', { name: say('common.close') }).click();
  await expect(sheet).toHaveCount(0);
  expect(await steps(page)).toBe(before);
  await page.goBack();
  await expect(page).toHaveURL(begun);
  await page.goForward();
  await expect(page).toHaveURL(filtered);
  await expect(sheet).toHaveCount(0);

  await open();
  await sheet.getByRole('link', { name: say('members.finder') }).click();
  await page.waitForURL(/match-finder/);
  await expect(sheet).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(filtered);
  await open();
  await page.reload();
  // A step back before React takes the page over would make it render a page that the server did not.
  await isAlive(page);
  await expect(sheet).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(begun);
});

test('going back closes a sheet above another one first', async ({ browser }) => {
  const { she, he } = await couple(browser, { phone: true, premium: true });
  await addPhotos(he, 1);
  const { page } = she;
  const conversation = await sendText(she, he, 'How was the sea?');
  await openAlive(page, `/chats/${conversation}`);
  await page.locator(`a[href^="/members/${he.id}"]`).first().click();
  const enlarge = say('members.enlarge', { place: 1, count: 1 });
  await page.getByRole('link', { name: enlarge }).first().click();
  await page.getByRole('button', { name: say('members.report-photo') }).click();
  const report = page.getByRole('dialog', { name: say('support.report.title.photo') });
  const photos = page.getByRole('dialog', { name: say('members.photos-of', { name: he.name }) });
  await expect(report).toBeVisible();
  await page.goBack();
  await expect(report).toHaveCount(0);
  await expect(photos).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/members/${he.id}`));
  await page.goBack();
  await expect(photos).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`/members/${he.id}`));
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`/chats/${conversation}$`));
});

test('a phone’s back key closes a sheet even on the first page of a visit', async ({ browser }) => {
  const { page } = await person(browser, { phone: true });
  await openAlive(page, '/members?with_photo=1');
  // Desktops have no back key. There, Escape requests the close, and nothing on the page may handle it first.
  await page.evaluate(() => {
    window.addEventListener('keydown', (event) => event.stopImmediatePropagation(), { capture: true });
  });
  const sheet = page.getByRole('dialog', { name: say('members.filters') });
  for (let round = 0; round < 2; round += 1) {
    await page.getByRole('link', { name: say('members.filters-count', { count: 1 }) }).click();
    await expect(sheet).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
  }
  await expect(page).toHaveURL(/\/members\?with_photo=1$/);
});
