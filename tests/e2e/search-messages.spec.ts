import type { Locator, Page } from '@playwright/test';

import { type Person, api, expect, expectAccessible, person, test } from '../support/e2e.ts';
import { goOffline, openAlive, say } from '../support/forms.ts';
import { couple, fictionalMember, log, sendText } from '../support/talk.ts';

const field = (page: Page): Locator => page.getByRole('searchbox', { name: say('chat.search') });
const found = (page: Page): Locator =>
  page.getByRole('navigation', { name: say('chat.search-results') }).getByRole('link');

/** Writes many messages to a fictional member, which is free. Returns the conversation. */
async function longTalk(me: Person, lines: number, first: string): Promise<string> {
  const fictional = await fictionalMember(me);
  let chat = await sendText(me, fictional, first);
  for (let line = 2; line <= lines; line += 1) chat = await sendText(me, fictional, `Line ${line} of a long story`);
  return chat;
}

test('a search finds a message by its words, marks them, keeps markup as text, and opens the message', async ({
  browser,
}) => {
  const { she, he } = await couple(browser);
  await sendText(she, he, '<b>We</b> walked along the <img src=x onerror=alert(1)> harbour');
  await sendText(he, she, 'Nothing of the kind here');
  const { page } = she;
  await openAlive(page, '/chats');
  await field(page).fill('walks harbour');
  await expect(found(page)).toHaveCount(1);
  await expect(found(page)).toContainText(he.name);
  await expect(found(page).locator('mark')).toHaveText(['walked', 'harbour']);
  await expect(found(page).locator('time')).toHaveCount(1);
  await expect(found(page).locator('b')).toHaveText([he.name]);
  await expectAccessible(page);
  await found(page).click();
  await expect(page).toHaveURL(/\/chats\/[0-9a-f-]{36}\?message=1$/);
  await expect(log(she).getByRole('listitem').filter({ hasText: 'harbour' })).toBeFocused();
  await page.goBack();
  await expect(field(page)).toHaveValue('walks harbour');
  await expect(found(page)).toHaveCount(1);
  await field(page).fill('');
  await expect(page.getByRole('navigation', { name: say('chat.list') }).getByRole('link')).toHaveCount(1);
});

test('search results stay beside the opened conversation until the search is cleared', async ({ browser }) => {
  const { she, he } = await couple(browser);
  await sendText(she, he, 'Down by the harbour');
  await sendText(he, she, 'Which harbour is that?');
  const { page } = she;
  await openAlive(page, '/chats');
  await field(page).fill('harbour');
  for (const text of ['Which harbour', 'Down by']) {
    await found(page).filter({ hasText: text }).click();
    await expect(log(she).getByRole('listitem').filter({ hasText: text })).toBeFocused();
    await expect(found(page)).toHaveCount(2);
    await expect(found(page).and(page.locator('[aria-current="page"]'))).toContainText(text);
  }
  await expectAccessible(page);
  await field(page).fill('');
  const list = page.getByRole('navigation', { name: say('chat.list') }).getByRole('link');
  await expect(list).toHaveCount(1);
  await expect(list).toHaveAttribute('aria-current', 'page');
});

test('a message very far back opens with its context and leads to the latest without jumps, gaps or duplicates', async ({
  browser,
}) => {
  const me = await person(browser, { premium: true });
  const { page } = me;
  await longTalk(me, 190, 'A lantern by the canal');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/api\/chat\.php\?.*(before|after)=/.test(request.url())) asked.push(request.url());
  });
  await openAlive(page, '/chats');
  await field(page).fill('lanterns');
  await found(page).first().click();
  const row = log(me).getByRole('listitem').filter({ hasText: 'A lantern by the canal' });
  await expect(row).toBeFocused();
  await expect(row).toBeInViewport();
  expect(asked.filter((url) => /(before|after)=0\b/.test(url))).toHaveLength(1);
  const seqs = (): Promise<number[]> =>
    log(me)
      .locator('[data-seq]')
      .evaluateAll((rows) => rows.map((one) => Number((one as HTMLElement).dataset['seq'])));
  await expect.poll(async () => (await seqs()).length).toBe(50);
  // The label counts the fictional member's replies, if any arrive.
  const names = [say('chat.to-latest'), ...[1, 2].map((count) => say('chat.new-messages', { count }))];
  const latest = page.getByRole('button', { name: new RegExp(`^(${names.join('|')})$`) });
  await expect(latest).toBeVisible();
  await expectAccessible(page);

  const read = log(me).locator('[data-seq="47"]');
  await read.evaluate((one) => one.scrollIntoView({ block: 'center' }));
  const top = (): Promise<number> => read.evaluate((one) => Math.round(one.getBoundingClientRect().top));
  const before = await top();
  await expect.poll(async () => (await seqs()).length).toBe(100);
  expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(2);

  const chat = page.url().match(/chats\/([0-9a-f-]{36})/)?.[1] ?? '';
  const { profile } = (await api(me.context.request, 'getChat', { conversation: chat })).body;
  await sendText(me, profile, 'Written meanwhile');
  expect((await seqs()).at(-1)).toBe(100);

  const written = log(me).getByText('Written meanwhile');
  await log(me).hover();
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 4_000);
      return written.count();
    })
    .toBe(1);
  const all = await seqs();
  expect(all).toEqual(Array.from({ length: all.length }, (_, at) => at + 1));
  expect(all.length).toBeGreaterThan(190);

  await openAlive(page, `/chats/${chat}?message=1`);
  await expect(row).toBeInViewport();
  await latest.click();
  await expect(written).toBeInViewport();
  await expect(row).toHaveCount(0);
});

test('the search says when nothing is found, when it fails, and when it waits for a connection', async ({
  browser,
  complaints,
}) => {
  complaints.allow(/Failed to fetch|ERR_|api\/live/);
  const { she, he } = await couple(browser);
  await sendText(she, he, 'A quiet evening');
  const { page } = she;
  await openAlive(page, '/chats');
  await field(page).fill('submarine');
  await expect(page.getByText(say('chat.search-none-title'))).toBeVisible();
  await expect(page.locator('[aria-live=polite]', { hasText: say('chat.search-shown', { count: 0 }) })).toHaveCount(1);
  await expectAccessible(page);
  // This failure is not retried automatically.
  await page.route('**/api/message.php?*', (route) =>
    route.fulfill({ status: 429, json: { error: 'request.too-many', message: '', retry_after: 60 } }),
  );
  await field(page).fill('quiet');
  await expect(page.getByText(say('chat.search-failed'))).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/api/message.php?*');
  await page
    .getByRole('main')
    .getByRole('button', { name: say('common.retry') })
    .click();
  await expect(found(page)).toHaveCount(1);

  await goOffline(page);
  await field(page).fill('evening');
  await expect(page.getByText(say('chat.search-offline'))).toBeVisible();
  await she.context.setOffline(false);
  await expect(found(page)).toHaveCount(1);
});
