import { api, expect, newContext, test } from '../support/e2e.ts';
import { openAlive } from '../support/forms.ts';
import { couple, sendText } from '../support/talk.ts';
import { smallTargets } from '../support/touch-targets.ts';

test('a member’s touch targets on a phone measure at least 44 by 44 px', async ({ browser }) => {
  const { she, he, close } = await couple(browser, { phone: true });
  const chat = await sendText(he, she, 'Hello');
  // Interests and sentences to take up, and a blurred photo with a link to premium.
  await api(he.page.request, 'updateProfile', {
    interests: ['yoga', 'sauna', 'gym', 'dogs'],
    about: 'I read. I walk.',
  });
  for (const path of [
    '/members',
    `/members/${he.id}`,
    '/notifications',
    '/match-finder',
    '/match-finder?step=2',
    '/match-finder?step=3',
    '/match-finder?step=4&interests=yoga,sauna',
    '/likes',
    '/likes/received',
    '/chats',
    `/chats/${chat}`,
    '/swipe-game',
    '/profile',
    '/settings',
    '/credits',
    '/shared',
    '/faq',
  ]) {
    await openAlive(she.page, path);
    await expect(she.page.getByRole('main')).toBeVisible();
    // Content that loads after the page is measured as well.
    await she.page.waitForLoadState('networkidle');
    expect.soft(await smallTargets(she.page), path).toEqual([]);
  }
  await close();
});

test('a visitor’s touch targets on a phone measure at least 44 by 44 px', async ({ browser }) => {
  const context = await newContext(browser, 'en', true);
  const page = await context.newPage();
  for (const path of ['/login', '/signup', '/reset-password', '/faq', '/pricing', '/complaints']) {
    await openAlive(page, path);
    expect.soft(await smallTargets(page), path).toEqual([]);
  }
  await context.close();
});
