import { api, expect, site, test } from '../support/e2e.ts';
import { isAlive, say } from '../support/forms.ts';
import { behindFront } from '../support/front.ts';
import { box, log, write, chatting } from '../support/talk.ts';

test('a sent message and a draft survive a reload on a slow connection, each once', async ({ browser, complaints }) => {
  // The reload aborts pending requests.
  complaints.allow(/api\/live/, /Failed to load resource/, /Failed to fetch/);
  await behindFront(async (front) => {
    const { she, he, close, page, chat } = await chatting(browser, { premium: true });
    front.delayMs = 3_000;
    await write(she, he, 'Sent slowly');
    await expect(log(she).getByText(say('chat.pending'), { exact: true })).toBeVisible();
    await box(she, he).fill('Half a thought');
    // The new page is never blank; it shows the conversation before any script runs.
    await page.reload({ waitUntil: 'commit' });
    await expect(log(she).getByText('Hello')).toBeVisible();
    await isAlive(page);
    await expect(log(she).getByText('Sent slowly')).toHaveCount(1);
    await expect(box(she, he)).toHaveValue('Half a thought');
    await expect(log(she).getByText(say('chat.pending'), { exact: true })).toHaveCount(0);
    await expect(log(she).getByText('Sent slowly')).toHaveCount(1);
    front.delayMs = 0;
    const { messages } = (await api(he.context.request, 'getChat', { conversation: chat })).body;
    expect(messages.map(({ text }) => text)).toEqual(['Hello', 'Sent slowly']);
    expect(page.url()).toBe(`${site()}/chats/${chat}`);
    await close();
  });
});
