import type { Page } from '@playwright/test';

import { approvePhotos, canRunStaffCommands } from '../support/staff-command.ts';
import { type Person, api, expect, expectAccessible, newContext, person, site, test } from '../support/e2e.ts';
import { newPlainPage, openAlive, say } from '../support/forms.ts';
import { addPhotos, files } from '../support/pictures.ts';
import { couple } from '../support/talk.ts';

const own = async (me: Person) => (await api(me.context.request, 'getUser')).body.user.profile;

const unfold = (page: Page, id: string) => page.locator(`#${id} summary`).click();

test('typed text stays when saving fails, and is saved by the next attempt', async ({ browser, complaints }) => {
  complaints.allow(/status of (500|422) .*profile\.php/);
  const me = await person(browser);
  const { page } = me;
  await openAlive(page, '/profile');
  const section = page.getByRole('region', { name: say('members.about') });
  const text = section.getByLabel(say('members.about-label'));
  await page.route('**/api/profile.php', (route) =>
    route.fulfill({ status: 500, json: { error: 'request.failed', message: '' } }),
  );
  await text.fill('I collect old radios.');
  await text.blur();
  await expect(section.getByRole('alert')).toHaveText(say('errors.request.failed'));
  await expect(text).toHaveValue('I collect old radios.');
  await expect(section.getByText(say('members.unsaved'))).toBeVisible();
  await page.unroute('**/api/profile.php');
  await section.getByRole('button', { name: say('common.retry') }).click();
  await expect(section.getByRole('status').filter({ hasText: say('common.saved') })).toBeVisible();
  await expect(section.getByRole('alert')).toHaveCount(0);
  expect((await own(me)).about).toBe('I collect old radios.');

  await unfold(page, 'person');
  const who = page.getByRole('region', { name: say('members.person'), exact: true });
  const name = who.getByLabel(say('members.name'), { exact: true });
  for (const [typed, fault] of [
    ['@anna', 'errors.name.starts-with-at'],
    [me.email, 'errors.name.same-as-email'],
  ] as const) {
    await name.fill(typed);
    await name.press('Enter');
    await expect(who.getByText(say(fault))).toBeVisible();
    await expect(name).toHaveValue(typed);
    await expect(name).toHaveAttribute('aria-invalid', 'true');
  }
  await expectAccessible(page);
  expect((await own(me)).name).toBe(me.name);
});

test('the profile saves by itself, says so beside the change, and can restore the previous text', async ({
  browser,
}) => {
  const me = await person(browser, { phone: true });
  const { page } = me;
  await page.setViewportSize({ width: 360, height: 740 });
  await api(page.request, 'updateProfile', { about: 'Old radios, new friends.' });
  await openAlive(page, '/profile');
  await expect(page.getByRole('button', { name: say('common.save'), exact: true })).toHaveCount(0);
  const saved = (id: string) =>
    page
      .locator(`#${id}`)
      .getByRole('status')
      .filter({ hasText: say('common.saved') });
  const about = page.getByLabel(say('members.about-label'));
  await about.fill('Gone by accident.');
  await expect(saved('about')).toBeVisible();
  expect((await own(me)).about).toBe('Gone by accident.');
  await page.getByRole('button', { name: say('common.undo') }).click();
  await expect(about).toHaveValue('Old radios, new friends.');
  await expect.poll(async () => (await own(me)).about).toBe('Old radios, new friends.');
  // Contact details are pointed out, and nothing is refused.
  await about.fill('Call me: +31 6 1234 5678');
  await expect(page.getByText(say('members.about-contact', { kind: 'phone' }))).toBeVisible();
  expect((await own(me)).about).toBe('Call me: +31 6 1234 5678');

  await unfold(page, 'facts');
  await page.getByLabel(say('attributes.eye_color')).selectOption('green');
  await expect(saved('facts')).toHaveCount(1);
  expect((await own(me)).eye_color).toBe('green');
  await unfold(page, 'interests');
  for (const key of ['hiking', 'cooking'] as const)
    await page.getByRole('checkbox', { name: say(`interests.${key}`), exact: true }).press('Space');
  await expect.poll(async () => (await own(me)).interests.toSorted()).toEqual(['cooking', 'hiking']);
  await expect(saved('interests')).toHaveCount(1);
  await expectAccessible(page);

  await about.fill('Typed in haste.');
  await page.getByRole('link', { name: say('members.preview') }).click();
  await page.waitForURL(/members/);
  await expect.poll(async () => (await own(me)).about).toBe('Typed in haste.');
});

test('each part of the profile has its own save button without a script', async ({ browser }) => {
  const me = await person(browser);
  const page = await newPlainPage(browser, { as: me });
  await page.goto(`${site()}/profile`);
  const section = (id: string) => page.locator(`#${id}`);
  const save = (id: string) =>
    section(id)
      .getByRole('button', { name: say('common.save') })
      .click();
  await section('about').getByRole('textbox').fill('No scripts, please.');
  await save('about');
  await expect(section('about').getByRole('textbox')).toHaveValue('No scripts, please.');
  await unfold(page, 'interests');
  await page.getByRole('checkbox', { name: say('interests.hiking'), exact: true }).check();
  await save('interests');
  await expect(section('interests').locator('summary')).toContainText(say('interests.hiking'));
  await unfold(page, 'person');
  await section('person').getByRole('textbox').fill('@anna');
  await save('person');
  await expect(section('person').getByRole('alert')).toHaveText(say('errors.name.starts-with-at'));
  await expect(section('person').getByRole('textbox')).toHaveValue('@anna');
  const { about, interests, name, consent_sensitive } = await own(me);
  expect([about, interests, name, consent_sensitive]).toEqual(['No scripts, please.', ['hiking'], me.name, true]);
});

test('a refused photo shows the full reason under the row, and no broken picture', async ({ browser, complaints }) => {
  complaints.allow(/status of 4\d\d .*photo\.php/);
  const { page } = await person(browser, { phone: true });
  await page.setViewportSize({ width: 360, height: 740 });
  await openAlive(page, '/profile');
  const broken = { name: 'holiday.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture at all') };
  await page.locator('input[type=file]').first().setInputFiles([broken]);
  const photos = page.getByRole('region', { name: say('members.photos'), exact: true });
  const remove = photos.getByRole('button', { name: say('photos.dismiss', { file: broken.name }) });
  await expect(remove).toBeVisible();
  await expect(photos.getByRole('img')).toHaveCount(0);
  await expect(photos.locator('img')).toHaveCount(0);
  const reason = photos.getByRole('listitem').filter({ hasText: broken.name });
  const [box, cross] = [await reason.boundingBox(), await remove.boundingBox()];
  expect(box?.y).toBeGreaterThan((cross?.y ?? Infinity) + (cross?.height ?? 0));
  expect(await reason.evaluate((line) => line.scrollWidth <= line.clientWidth)).toBe(true);
  await expectAccessible(page);
  await remove.click();
  await expect(reason).toHaveCount(0);
});

test('a free member uploads three photos, is offered premium at the fourth, and moves and deletes them by keyboard', async ({
  browser,
}) => {
  const me = await person(browser);
  const { page } = me;
  const order = async (): Promise<string[]> => (await own(me)).photos.map(({ id }) => id);
  await openAlive(page, '/profile');
  const chooser = page.locator('input[type=file]').first();
  await chooser.setInputFiles(await files(3));
  await expect(page.getByRole('img', { name: say('photos.alt', { place: 3, count: 3 }) })).toBeVisible();
  await chooser.setInputFiles(await files(1));
  await expect(page.getByText(say('errors.photo.limit-free', { max: 3, premium_max: 25 }))).toBeVisible();
  await expect(page.getByRole('link', { name: say('photos.premium') })).toHaveAttribute('href', '/premium');
  await expectAccessible(page);
  const [a, b, c, ...more] = await order();
  expect(more).toEqual([]);
  const menu = (place: number, count = 3) => page.getByRole('button', { name: say('photos.menu', { place, count }) });
  const choose = async (id: 'photos.earlier' | 'photos.make-main' | 'photos.delete'): Promise<void> => {
    const item = page.getByRole('menuitem', { name: say(id) });
    // Focus follows a key a moment later, so an immediate second key would be lost.
    const focused = page.locator('[role=menuitem]:focus');
    await expect(focused).toHaveCount(1);
    while (!(await item.evaluate((one) => one === document.activeElement))) {
      const before = await focused.textContent();
      await page.keyboard.press('ArrowDown');
      await expect(focused).not.toHaveText(before ?? '');
    }
    await page.keyboard.press('Enter');
  };
  await menu(3).press('Enter');
  await choose('photos.earlier');
  await expect(page.getByText(say('photos.moved', { place: 2, count: 3 }))).toBeAttached();
  await expect.poll(order).toEqual([a, c, b]);
  await menu(3).press('Enter');
  await choose('photos.make-main');
  await expect.poll(order).toEqual([b, a, c]);
  await menu(2).press('Enter');
  await choose('photos.delete');
  const dialog = page.getByRole('dialog', { name: say('photos.delete-title') });
  await expect(dialog).toBeVisible();
  await expectAccessible(page, '[role=dialog]');
  await page.keyboard.press('Escape');
  await expect(menu(2)).toBeFocused();
  await menu(2).press('Enter');
  await choose('photos.delete');
  await dialog.getByRole('button', { name: say('photos.delete') }).press('Enter');
  await expect.poll(order).toEqual([b, c]);
  await expect(menu(2, 2)).toBeVisible();
});

test('withdrawing consent erases sexuality and interests everywhere (PII-08)', async ({ browser }) => {
  const { she, he } = await couple(browser);
  const { page } = she;
  await api(page.request, 'updateProfile', { interests: ['cooking', 'hiking'] });
  await openAlive(he.page, `/members/${she.id}`);
  await expect(he.page.getByRole('main').getByText(say('interests.hiking'))).toBeVisible();

  await openAlive(page, '/profile');
  await unfold(page, 'privacy');
  const consent = page.getByRole('switch', { name: say('members.consent') });
  await consent.press('Space');
  const dialog = page.getByRole('dialog', { name: say('members.withdraw-title') });
  await expect(dialog).toBeVisible();
  await expectAccessible(page, '[role=dialog]');
  await dialog.getByRole('button', { name: say('common.cancel') }).click();
  await expect(consent).toBeChecked();
  expect((await own(she)).interests).toHaveLength(2);
  await consent.press('Space');
  await dialog.getByRole('button', { name: say('members.withdraw-confirm') }).click();
  await expect(consent).not.toBeChecked();
  await expect
    .poll(async () => {
      const { sexuality, interests, consent_sensitive } = await own(she);
      return [sexuality, interests, consent_sensitive];
    })
    .toEqual([null, [], false]);
  await unfold(page, 'interests');
  await expect(page.getByText(say('members.interests-need-consent'))).toBeVisible();

  await openAlive(he.page, `/members/${she.id}`);
  await expect(he.page.getByText(say('interests.hiking'))).toHaveCount(0);
});

test('the switch beside the photos shows the main photo to visitors, and hides it again', async ({ browser }) => {
  test.skip(!canRunStaffCommands(), 'commands of staff need the data of the server under test');
  const me = await person(browser);
  // Visitors see only approved photos (LEG-15).
  await approvePhotos(await addPhotos(me, 1));
  await openAlive(me.page, '/profile');
  const photos = me.page.getByRole('region', { name: say('members.photos'), exact: true });
  const choice = photos.getByRole('switch', { name: say('members.visitors-photo') });
  const visitor = await newContext(browser, 'en');
  const main = async () => (await api(visitor.request, 'getProfile', { id: me.id })).body.profile.main_image;
  await expect(choice).not.toBeChecked();
  expect(await main()).toBeNull();
  for (const shown of [true, false]) {
    await choice.press('Space');
    await expect(choice).toBeChecked({ checked: shown });
    await expect.poll(async () => (await main()) !== null).toBe(shown);
  }
  await expectAccessible(me.page);
});
