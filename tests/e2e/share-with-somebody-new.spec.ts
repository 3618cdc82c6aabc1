import type { Locator, Page } from '@playwright/test';

import { api, expect, expectAccessible, expectNoSidewaysScroll, person, site, test } from '../support/e2e.ts';
import { openAlive, say } from '../support/forms.ts';
import { box, fictionalMember, namedLikeNobody, sendText } from '../support/talk.ts';

/** Opens the share page with a text from another app, stored as the service worker does. */
async function openShared(page: Page, text: string): Promise<void> {
  await openAlive(page, '/faq');
  await page.evaluate(async (words) => {
    const form = new FormData();
    form.set('text', words);
    form.set('member', '');
    form.set('at', String(Date.now()));
    await (await caches.open('tealight-shared')).put('/shared/kept', new Response(form));
  }, text);
  await openAlive(page, '/shared');
  await expect(page.getByText(text)).toBeVisible();
}

const search = (page: Page): Locator => page.getByRole('searchbox', { name: say('installed-app.share-search') });
const others = (page: Page): Locator => page.getByRole('list', { name: say('installed-app.share-new') });

test('a shared text can go to a new member found by name, and becomes a draft there', async ({ browser }) => {
  const me = await person(browser, { phone: true });
  const { page } = me;
  const him = await namedLikeNobody(browser);
  await openShared(page, 'Look at this');
  await expect(page.getByText(say('installed-app.share-begin'))).toBeVisible();
  await search(page).fill(him.begins.toUpperCase());
  const button = others(page).getByRole('button', { name: him.name });
  await expect(button).toBeVisible();
  await expect(page.getByText(say('installed-app.share-limit', { max: 2 }))).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await search(page).fill(`${him.begins} nobody`);
  await expect(page.getByText(say('installed-app.share-new-none'))).toBeVisible();
  await search(page).fill(him.begins);
  await button.click();
  await page.waitForURL(`${site()}/members/${him.id}/chat`);
  await expect(box(me, him)).toHaveValue('Look at this');
  await openAlive(page, '/shared');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('installed-app.share-none-title'));
  await openAlive(page, `/members/${him.id}/chat`);
  await expect(box(me, him)).toHaveValue('Look at this');
  expect((await api(him.context.request, 'listChats')).body.chats).toEqual([]);
});

test('the limit of conversations is shown before a choice, but not for members whom it does not affect', async ({
  browser,
}) => {
  const me = await person(browser);
  const { page } = me;
  const [him, ...begun] = [
    await namedLikeNobody(browser),
    await namedLikeNobody(browser),
    await namedLikeNobody(browser),
  ];
  for (const other of begun) await sendText(me, other, 'Hello');
  const reached = page.getByText(say('chat.blocker-premium', { max: 2 }));
  await openShared(page, 'Look at this');
  await search(page).fill(him.begins);
  await expect(reached).toBeVisible();
  await expect(others(page).getByRole('button', { name: him.name })).toBeVisible();
  await expectAccessible(page);

  await search(page).fill(begun[0]?.begins ?? '');
  await expect(page.getByRole('list', { name: say('chat.list') }).getByRole('button')).toHaveCount(1);
  await expect(page.getByText(say('installed-app.share-new-none'))).toBeVisible();
  await expect(reached).toHaveCount(0);

  const demo = await fictionalMember(me);
  await search(page).fill(demo.name);
  const marked = others(page).getByRole('listitem').filter({ hasText: demo.name }).first();
  await expect(marked.getByText(say('common.fictional'), { exact: true })).toBeVisible();
  for (const one of [him, ...begun, me]) await one.context.close();
});
