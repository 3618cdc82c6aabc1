import type { Page } from '@playwright/test';

import { api, expect, person, test } from '../support/e2e.ts';
import { openAlive, say } from '../support/forms.ts';
import { couple, openLive, sendText } from '../support/talk.ts';

interface Found {
  id: string;
  name: string;
}

/** Finds a member's card by id, because names may repeat. */
const getCard = (page: Page, { id }: Found) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.locator(`a[href^="/members/${id}"]`) });
const getCardMenu = (page: Page, who: Found) =>
  getCard(page, who).getByRole('button', { name: say('members.menu', { name: who.name }) });
const firstFound = async (page: Page): Promise<Found> => {
  const [first] = (await api(page.request, 'searchProfiles')).body.results;
  if (!first) throw new Error('nobody is found');
  return first;
};
const getMenu = (page: Page, name: string) => page.getByRole('button', { name: say('members.menu', { name }) });

test('a member hidden from a card is gone in every open tab until the toast or the settings undo it, but not if hiding fails', async ({
  browser,
  complaints,
}) => {
  complaints.allow(/status of 500 .*hide\.php/);
  const me = await person(browser);
  const { page } = me;
  const other = await me.context.newPage();
  await openLive(page, '/members?filters=none');
  await openLive(other, '/members?filters=none');
  const one = await firstFound(page);
  const { name } = one;
  await expect(getCard(other, one)).toBeVisible();
  const press = async (): Promise<void> => {
    await getCardMenu(page, one).press('Enter');
    await page.getByRole('menuitem', { name: say('common.hide', { name }) }).press('Enter');
  };
  await page.route('**/api/hide.php', (route) =>
    route.fulfill({ status: 500, json: { error: 'request.failed', message: '' } }),
  );
  await press();
  await expect(page.getByText(say('errors.request.failed')).first()).toBeVisible();
  await expect(getCard(page, one)).toBeVisible();
  await page.unroute('**/api/hide.php');
  const hide = async (): Promise<void> => {
    await press();
    await expect(getCard(page, one)).toHaveCount(0);
    await expect(page.getByRole('main').getByRole('listitem').locator(':focus')).toHaveCount(1);
  };
  await hide();
  const undo = page.getByRole('button', { name: say('common.undo') });
  // A toast under the pointer stays.
  await undo.hover();
  await expect(getCard(other, one)).toHaveCount(0);
  await undo.click();
  await expect(getCard(page, one)).toBeVisible();
  await expect(getCard(other, one)).toBeVisible();
  await hide();
  await expect(getCard(other, one)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
  await expect(getCard(page, one)).toHaveCount(0);

  await openAlive(page, '/settings/people');
  await page.getByRole('button', { name: say('common.unhide', { name }) }).click();
  await expect(page.getByText(say('accounts.hidden-none'))).toBeVisible();
  await expect(getCard(other, one)).toBeVisible();
});

test('a member hidden in a conversation can still write, and is unhidden on the profile', async ({ browser }) => {
  const { she, he } = await couple(browser);
  const conversation = await sendText(he, she, 'Still here?');
  const { page } = she;
  // A toast may cover the button for seconds.
  const open = (): Promise<void> => page.getByRole('button', { name: say('chat.menu') }).press('Enter');
  await openLive(page, `/chats/${conversation}`);
  await open();
  await page.getByRole('menuitem', { name: say('common.hide', { name: he.name }) }).click();
  await expect(page.getByText(say('common.hidden', { name: he.name }))).toBeVisible();
  await sendText(he, she, 'I sing on Thursdays');
  await expect(page.getByText('I sing on Thursdays').first()).toBeVisible();
  await open();
  await expect(page.getByRole('menuitem', { name: say('common.unhide', { name: he.name }) })).toBeVisible();

  await openAlive(page, `/members/${he.id}`);
  await getMenu(page, he.name).filter({ visible: true }).click();
  await page.getByRole('menuitem', { name: say('common.unhide', { name: he.name }) }).click();
  await expect(page.getByText(say('common.unhidden', { name: he.name }))).toBeVisible();
  expect((await api(page.request, 'listHidden')).body.profiles).toEqual([]);
});
