import { randomUUID } from 'node:crypto';

import type { Locator, Page } from '@playwright/test';

import { api, expect, person, test } from '../support/e2e.ts';
import { openAlive, say } from '../support/forms.ts';
import { couple, fictionalMember, openLive, sendText } from '../support/talk.ts';

const mark = (part: Locator): Locator => part.getByText(say('common.fictional'), { exact: true });

const entry = (page: Page, { id }: { id: string }): Locator =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.locator(`a[href="/members/${id}"]`) });

test('a fictional profile is marked in the toast of its message and in the list of blocked members', async ({
  browser,
}) => {
  const me = await person(browser);
  const demo = await fictionalMember(me);
  await openLive(me.page, '/likes');
  await sendText(me, demo, 'Hello');
  const notice = me.page.locator('[data-sonner-toast]', { hasText: demo.name });
  await expect(mark(notice)).toBeVisible();

  await api(me.context.request, 'blockMember', { profile: demo.id });
  await openAlive(me.page, '/settings');
  await expect(mark(me.page.getByRole('listitem').filter({ hasText: demo.name }))).toBeVisible();
  await me.context.close();
});

test('a fictional profile is marked in the swipe game, the search and the match finder (LEG-01)', async ({
  browser,
}) => {
  const me = await person(browser);
  const { page } = me;
  const demo = await fictionalMember(me);
  let { profile: dealt } = (await api(page.request, 'getSwipe')).body;
  // Members from other tests are skipped.
  while (dealt && !dealt.fictional) {
    const skip = { profile: dealt.id, like: false, idempotency_key: randomUUID() };
    expect((await api(page.request, 'swipeProfile', skip)).status).toBe(200);
    ({ profile: dealt } = (await api(page.request, 'getSwipe')).body);
  }
  if (!dealt) throw new Error('nobody fictional is dealt');
  await openAlive(page, '/swipe-game');
  const card = page.locator('[data-place=top]');
  await expect(card).toHaveAttribute('data-member', dealt.id);
  await expect(mark(card)).toBeVisible();

  // Searches by name, because members from other tests may fill the first pages.
  await openAlive(page, `/members?name=${encodeURIComponent(demo.name)}`);
  await expect(mark(entry(page, demo))).toBeVisible();

  const guest = { ...dealt, conversation: null, message_credits: 0, bar: null };
  await page.route('**/api/evening-table.php', (route) =>
    route.fulfill({
      json: { results: [guest], ends_at: '2026-11-22T23:00:00.000Z', next_at: '2026-11-23T17:00:00.000Z' },
    }),
  );
  await openAlive(page, '/match-finder');
  await expect(mark(entry(page, dealt))).toBeVisible();
  await me.context.close();
});

test('a fictional profile is marked among likes and conversations, and a real one is not (LEG-01)', async ({
  browser,
}) => {
  const { she: me, he, close } = await couple(browser);
  const { page } = me;
  const demo = await fictionalMember(me);
  for (const other of [demo, he]) {
    await api(page.request, 'addLike', { profile: other.id });
    await sendText(me, other, 'A lantern by the canal');
  }
  await openAlive(page, '/likes');
  await expect(entry(page, he)).toBeVisible();
  await expect(mark(entry(page, demo))).toBeVisible();
  await expect(mark(entry(page, he))).toHaveCount(0);

  await openAlive(page, '/chats');
  const row = ({ name }: { name: string }): Locator =>
    page.getByRole('main').getByRole('listitem').filter({ hasText: name });
  const expectMarks = async (): Promise<void> => {
    await expect(row(he)).toBeVisible();
    await expect(mark(row(demo))).toBeVisible();
    await expect(mark(row(he))).toHaveCount(0);
  };
  await expectMarks();
  await page.getByRole('searchbox', { name: say('chat.search') }).fill('lantern');
  await expect(page.getByRole('navigation', { name: say('chat.search-results') })).toBeVisible();
  await expectMarks();
  await close();
});

test('a fictional profile is marked on a new like, and on the match it becomes (LEG-01)', async ({ browser }) => {
  const me = await person(browser);
  const { page } = me;
  const demo = await fictionalMember(me);
  // Fictional members never like anybody on their own.
  let liked = false;
  await page.route('**/api/auto-like.php', (route) => route.fulfill({ json: { ...demo, liked } }));
  await page.route('**/api/profile.php?*', async (route) => {
    const answer = await route.fetch();
    const { profile } = (await answer.json()) as { profile: object };
    return route.fulfill({ json: { profile: { ...profile, match: true } } });
  });
  await openAlive(page, '/likes/received?t=1');
  await expect(mark(page.getByRole('dialog', { name: say('likes.new-title') }))).toBeVisible();
  liked = true;
  await openAlive(page, '/likes/received?t=1');
  await expect(mark(page.getByRole('dialog', { name: say('likes.match-title') }))).toBeVisible();
  // While a member is paying, a match is only a toast.
  await openAlive(page, '/credits?t=1');
  await expect(mark(page.locator('[data-sonner-toast]', { hasText: demo.name }))).toBeVisible();
  await me.context.close();
});
