import type { Browser, BrowserContext, Page } from '@playwright/test';

import { type Person, api, expect, person } from './e2e.ts';
import { memberScreens, visitorScreens } from './screens.ts';
import { fictionalMember, sendText } from './talk.ts';

/** Lists the address of every page that a visitor may open, with a member of the demo site. */
export async function visitorPaths(context: BrowserContext): Promise<string[]> {
  const found = (await api(context.request, 'searchProfiles', { country: 'NL' })).body.results;
  return visitorScreens(found[0]?.id ?? '').map(({ path }) => path);
}

/** Lists the address of every page of a member who has written, and has a match. */
export async function memberPaths(browser: Browser, me: Person): Promise<string[]> {
  const demo = await fictionalMember(me);
  const found = (await api(me.context.request, 'searchProfiles', { country: 'NL' })).body.results;
  const other = found.find(({ id }) => id !== demo.id);
  const conversation = await sendText(me, demo, 'Good evening. Which book is on your table?');
  // The reply of the demo site would open its toast over one of the screens.
  await expect
    .poll(async () =>
      (await api(me.context.request, 'listChats')).body.chats.map(({ conversation }) => conversation.last_own),
    )
    .toEqual([false]);
  const match = await person(browser);
  await api(me.context.request, 'addLike', { profile: match.id });
  await api(match.context.request, 'addLike', { profile: me.id });
  // A like that was not seen yet would open its dialog over one of the screens.
  await api(me.context.request, 'getProfile', { id: match.id });
  const ids = { member: other?.id ?? '', conversation, match: match.id };
  return memberScreens(ids).map(({ path }) => path);
}

/** Waits until a screen has its content and its fonts. */
export async function settle(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeAttached();
  await page.waitForLoadState('load');
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
}
