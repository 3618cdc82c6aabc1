import type { Locator } from '@playwright/test';

import { expect, newPage, person, test } from '../support/e2e.ts';
import { openAlive, say } from '../support/forms.ts';
import { addPhotos } from '../support/pictures.ts';
import { couple } from '../support/talk.ts';

const isHidden = (part: Locator): Promise<boolean> =>
  part.first().evaluate((element) => element.closest('[aria-hidden=true]') !== null);

test('an open sheet holds the focus, hides the page behind it from screen readers, and gives both back', async ({
  browser,
}) => {
  const { page } = await person(browser, { phone: true });
  await openAlive(page, '/members');
  const opener = page.locator('a[href="#filters"]');
  await opener.click();
  const sheet = page.getByRole('dialog', { name: say('members.filters') });
  const close = sheet.getByRole('button', { name: say('common.close') });
  // Not a field: a phone would open its keyboard.
  await expect(sheet).toBeFocused();
  // What is rendered after the first frame has arrived.
  await expect(sheet.getByRole('checkbox', { name: say('members.with-photo') })).toBeVisible();
  await page.keyboard.press('Shift+Tab');
  await expect(close).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(sheet.getByRole('searchbox')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(close).toBeFocused();
  await opener.evaluate((link: HTMLElement) => link.focus());
  await expect(close).toBeFocused();
  expect(await isHidden(opener)).toBe(true);
  expect(await isHidden(page.locator('header [aria-live=polite]'))).toBe(false);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(opener).toBeFocused();
  expect(await isHidden(opener)).toBe(false);
});

test('of two dialogs, Escape closes the upper one, and a press beside a dialog closes it', async ({ browser }) => {
  const { she, he } = await couple(browser, { phone: true, premium: true });
  await addPhotos(he, 2);
  const { page } = she;
  await openAlive(page, `/members/${he.id}`);
  const photo = page.getByRole('link', { name: say('members.enlarge', { place: 1, count: 2 }) });
  await photo.tap();
  const viewer = page.getByRole('dialog', { name: say('members.photos-of', { name: he.name }) });
  const report = viewer.getByRole('button', { name: say('members.report-photo') });
  const upper = page.getByRole('dialog', { name: say('support.report.title.photo') });
  await report.tap();
  await expect(upper).toBeVisible();
  await expect(viewer).toHaveCount(0);
  // The arrow keys choose a reason, and no other photo of the viewer, which is the report's parent in React.
  const reason = upper.getByRole('radio').nth(1);
  await upper.getByRole('radio').first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(reason).toBeChecked();
  // A group is one stop of Tab, whichever of its buttons is chosen: before it comes the last control.
  await page.keyboard.press('Shift+Tab');
  await expect(upper.locator(':focus')).toHaveCount(1);
  await expect(upper.getByRole('radio').and(page.locator(':focus'))).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(upper).toHaveCount(0);
  await expect(viewer.getByText(say('members.photo-place', { place: 1, count: 2 }))).toBeVisible();
  await expect(report).toBeFocused();
  await report.tap();
  await expect(upper).toBeVisible();
  await page.mouse.click(195, 20);
  await expect(upper).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(viewer).toHaveCount(0);
  await expect(photo).toBeFocused();
});

test('the sign-up shows its first step within the tap, and the hidden steps right after it', async ({ browser }) => {
  const he = await person(browser, { gender: 'male' });
  const page = await newPage(browser, 'en', true);
  await openAlive(page, `/members/${he.id}`);
  await page
    .getByRole('button', { name: say('members.like-name', { name: he.name }) })
    .filter({ visible: true })
    .tap();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('radio').first()).toBeFocused();
  await expect(dialog.locator('[data-step="2"]')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
});
