import type { Page } from '@playwright/test';

import { api, expect, expectAccessible, person, site, test } from '../support/e2e.ts';
import { newPlainPage, openAlive, say } from '../support/forms.ts';
import { namedLikeNobody } from '../support/talk.ts';

const cards = (page: Page) => page.getByRole('main').locator('a[href^="/members/"]');
const field = (page: Page) =>
  page.getByRole('complementary').getByRole('searchbox', { name: say('members.find-name') });

test('a member is found by the start of a name, which stays in the field but is not saved, with and without JavaScript', async ({
  browser,
}) => {
  const me = await person(browser);
  const { page } = me;
  const { id, name, begins } = await namedLikeNobody(browser);
  await openAlive(page, '/members?filters=none');
  await field(page).fill(begins.toUpperCase());
  await expect(page).toHaveURL(/name=/);
  await expect(cards(page).first()).toHaveAttribute('href', new RegExp(`/members/${id}`));
  await expect(field(page)).toHaveValue(begins.toUpperCase());
  await expectAccessible(page);
  expect((await api(page.request, 'getUser')).body.user.search).not.toHaveProperty('name');

  // No member of this name is this old; one tap drops the other filters and keeps the name.
  await openAlive(page, `/members?name=${encodeURIComponent(name)}&min_age=98`);
  await expect(page.getByText(say('members.none-in-name'))).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: say('members.beyond-name') }).click();
  await expect(cards(page).first()).toHaveAttribute('href', new RegExp(`/members/${id}`));
  await expect(field(page)).toHaveValue(name);
  await field(page).fill('Xyzzy');
  await expect(page.getByText(say('members.empty'), { exact: true })).toBeVisible();
  await expect(field(page)).toHaveValue('Xyzzy');

  await openAlive(page, '/members?country=all&filters=none');
  const order = page.getByRole('combobox', { name: say('members.order') }).filter({ visible: true });
  await order.selectOption(say('members.order-nearest'));
  await expect(page).toHaveURL(/order=nearest/);
  const found = (await api(page.request, 'searchProfiles', { country: 'all', order: 'nearest' })).body.results;
  await expect(cards(page).first()).toHaveAttribute('href', new RegExp(`/members/${found[0]?.id}`));

  const plain = await newPlainPage(browser, { as: me });
  await plain.goto(`${site()}/members?filters=none`);
  await field(plain).fill(name);
  await plain
    .getByRole('complementary')
    .getByRole('button', { name: say('members.show') })
    .filter({ visible: true })
    .first()
    .click();
  await expect(cards(plain).first()).toHaveAttribute('href', new RegExp(`/members/${id}`));
  await expect(field(plain)).toHaveValue(name);
});
