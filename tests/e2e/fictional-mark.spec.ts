import { randomUUID } from 'node:crypto';

import type { Locator, Page } from '@playwright/test';

import { api, expect, person, test } from '../support/e2e.ts';
import { openAlive, say } from '../support/forms.ts';
import { fictionalMember, openLive, sendText } from '../support/talk.ts';

const mark = (part: Locator): Locator => part.getByText(say('common.fictional'), { exact: true });

const entry = (page: Page, { id }: { id: string }): Locator =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.locator(`a[href="/members/${id}"]`) });

test('a fictional profile is marked in the toast of its message, in found messages and among blocked members', async ({
  browser,
}) => {
  const me = await person(browser);
  const demo = await fictionalMember(me);
  await openLive(me.page, '/likes');
  await sendText(me, demo, 'A lantern by the canal');
  const real = await person(browser);
  await sendText(real, me, 'A lantern for you');
  const notice = me.page.locator('[data-sonner-toast]', { hasText: demo.name });
  await expect(mark(notice)).toBeVisible();

  await openAlive(me.page, '/chats');
  await me.page.getByRole('searchbox', { name: say('chat.search') }).fill('lantern');
  const found = me.page.getByRole('navigation', { name: say('chat.search-results') }).getByRole('listitem');
  await expect(mark(found.filter({ hasText: demo.name }))).toBeVisible();
  await expect(found.filter({ hasText: real.name })).toBeVisible();
  await expect(mark(found.filter({ hasText: real.name }))).toHaveCount(0);

  await api(me.context.request, 'blockMember', { profile: demo.id });
  await openAlive(me.page, '/settings/people');
  await expect(mark(me.page.getByRole('listitem').filter({ hasText: demo.name }))).toBeVisible();
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

  const guest = { ...dealt, conversation: null, message_credits: 0, send_blocker: null };
  await page.route('**/api/daily-picks.php', (route) =>
    route.fulfill({
      json: { results: [guest], ends_at: '2026-11-22T23:00:00.000Z', next_at: '2026-11-23T17:00:00.000Z' },
    }),
  );
  await openAlive(page, '/daily-picks');
  await expect(mark(entry(page, dealt))).toBeVisible();
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
});
