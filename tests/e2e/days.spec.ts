import { api, expect, test } from '../support/e2e.ts';
import { couple, log, openChat, sendText } from '../support/talk.ts';

test('day labels change at midnight, even on a page that stays open or sleeps through it', async ({ browser }) => {
  const { she, he, close } = await couple(browser);
  const chat = await sendText(he, she, 'Good night');
  const { page } = she;
  const [message] = (await api(he.context.request, 'getChat', { conversation: chat })).body.messages;
  // Two minutes before midnight in her time zone, on the day of the message.
  const late = await page.evaluate((at) => new Date(at).setHours(23, 58, 0, 0), message?.at ?? '');
  await page.clock.install({ time: late });
  await openChat(she, chat);
  const day = log(she).locator('time').first();
  await expect(day).toHaveText('today');
  await page.clock.fastForward('01:00');
  await expect(day).toHaveText('today');
  await page.clock.fastForward('02:00');
  await expect(day).toHaveText('yesterday');

  // The timers were suspended, and the tab is opened again two days later.
  await page.clock.setSystemTime(late + 2 * 86_400_000);
  await expect(day).toHaveText('yesterday');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(day).toHaveText(
    await page.evaluate((at) => new Date(at).toLocaleDateString('en-GB', { weekday: 'long' }), late),
  );
  await close();
});
