import type { Page } from '@playwright/test';

import { api, buy, expect, expectAccessible, expectNoSidewaysScroll, person, sentence, test } from '../support/e2e.ts';
import { button, openAlive, say } from '../support/forms.ts';
import { addPhotos } from '../support/pictures.ts';
import { box, couple, credits, fictionalMember, log, openChat, openLive, sendText, write } from '../support/talk.ts';

/** A 360 × 740 phone while its keyboard is open. */
const withKeyboard = { width: 360, height: 440 };

const shareOfConversation = async (page: Page): Promise<number> => {
  const area = await page.getByRole('log').boundingBox();
  return (area?.height ?? 0) / withKeyboard.height;
};

test('the conversation keeps 45 % of the height with an open keyboard, in Finnish', async ({ browser }) => {
  const language = 'fi';
  const { she, he } = await couple(browser, { language, phone: true, confirmed: false });
  await she.page.setViewportSize(withKeyboard);
  await openAlive(she.page, `/members/${he.id}/chat`);
  expect(await shareOfConversation(she.page)).toBeGreaterThanOrEqual(0.45);
  let chat = '';
  for (const text of ['One', 'Two', 'Three']) chat = await sendText(she, he, text);
  await openChat(she, chat);
  const writing = she.page.getByRole('textbox');
  await writing.fill('Two lines of a text\nfor the box to grow');
  expect(await shareOfConversation(she.page)).toBeGreaterThanOrEqual(0.45);
  await sendText(she, he, 'Four');
  await openChat(she, chat);
  await expect(she.page.getByText(sentence(language, 'chat.blocker-credits', { name: he.name }))).toBeVisible();
  expect(await shareOfConversation(she.page)).toBeGreaterThanOrEqual(0.45);
  await expectNoSidewaysScroll(she.page);
});

test('photo and gift share one button on a phone, and the price hint is shown until the first message', async ({
  browser,
}) => {
  const { she, he } = await couple(browser, { phone: true, premium: true });
  const { page } = she;
  const before = await credits(she);
  await openAlive(page, `/members/${he.id}/chat`);
  const hint = page.getByText(say('chat.cost', { count: 5, money: '|' }).split('|')[1] ?? '', { exact: false });
  await expect(hint).toBeVisible();
  await write(she, he, 'Hello');
  // On a phone Enter starts a new line.
  await page.getByRole('button', { name: /^Send \d/ }).click();
  await expect(log(she).getByText(say('chat.sent'), { exact: true })).toBeAttached();
  expect(await credits(she)).toBe(before - 5);
  await expect(hint).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Send \d/ })).toContainText('5');

  await expect(button(page, 'chat.add-gift')).toBeHidden();
  await button(page, 'chat.add').click();
  await expectAccessible(page, '[role=menu]');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: say('chat.add-photo') }).click();
  await chooser;
  await button(page, 'chat.add').click();
  await page.getByRole('menuitem', { name: say('chat.add-gift') }).click();
  await expect(page.getByRole('dialog', { name: say('chat.gift-title', { name: he.name }) })).toBeVisible();
  // Focus in the note would open the keyboard over the gifts.
  await expect(page.locator('[role=dialog]:focus, [role=dialog] [type=radio]:focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(button(page, 'chat.add')).toBeFocused();
});

test('a conversation asks once to confirm the address, but never with a fictional profile', async ({ browser }) => {
  const { she, he } = await couple(browser, { confirmed: false });
  const asked = she.page.getByText(say('chat.confirm-own', { name: he.name }));
  const banner = she.page.getByText(say('shell.confirm', { email: she.email }));
  await openAlive(she.page, '/chats');
  await expect(banner).toBeVisible();
  await openChat(she, await sendText(she, he, 'Hello'));
  await expect(asked).toBeVisible();
  await expect(banner).toHaveCount(0);

  const demo = await fictionalMember(she);
  await openChat(she, await sendText(she, demo, 'Hello'));
  await expect(box(she, demo)).toBeVisible();
  // The question's script is loaded after the page.
  await she.page.waitForLoadState('networkidle');
  await expect(banner).toHaveCount(0);
  await expect(she.page.getByText(say('chat.confirm-own', { name: demo.name }))).toHaveCount(0);
});

test('the typing indicator is shown in the conversation, and the fictional mark above stays whole', async ({
  browser,
}) => {
  const me = await person(browser, { language: 'fi', phone: true });
  const { page } = me;
  await page.setViewportSize({ width: 320, height: 640 });
  const demo = await fictionalMember(me);
  const chat = await sendText(me, demo, 'Moi');
  await page.routeWebSocket('**/api/live', (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      socket.send(message);
      socket.send(JSON.stringify({ type: 'typing', conversation: chat, profile: demo.id }));
    });
  });
  await openAlive(page, `/chats/${chat}`);
  await expect(log(me).getByText(sentence('fi', 'chat.typing'))).toBeVisible();
  const mark = page.locator('main header').getByText(sentence('fi', 'common.fictional'));
  const place = await mark.evaluate((words) => {
    const box = words.getBoundingClientRect();
    const link = words.closest('a')?.getBoundingClientRect() ?? box;
    const cut = words.scrollWidth > words.clientWidth && getComputedStyle(words).overflow !== 'visible';
    return { cut, inside: box.left >= link.left && box.right <= link.right + 1, lines: words.getClientRects().length };
  });
  expect(place).toEqual({ cut: false, inside: true, lines: 1 });
  await expectNoSidewaysScroll(page);
});

test('gift names break only between words or syllables', async ({ browser }) => {
  const { she, he } = await couple(browser, { phone: true });
  for (const [language, width] of [
    ['de', 320],
    ['de', 360],
    ['fi', 320],
    ['fi', 360],
    ['fr', 320],
    ['pl', 320],
  ] as const) {
    await she.page.setViewportSize({ width, height: 640 });
    await api(she.page.request, 'updateUser', { language });
    await openAlive(she.page, `/members/${he.id}/chat?gift=1`);
    await expect(she.page.locator('html')).toHaveAttribute('lang', language);
    const names = she.page.getByRole('dialog').locator('label > svg + span');
    await expect(names).toHaveCount(8);
    await she.page.evaluate(() => document.fonts.ready);
    const broken = await names.evaluateAll((all) =>
      all.flatMap((element) => {
        const text = element.textContent ?? '';
        const node = element.firstChild as Text;
        const getTop = (at: number): number => {
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          return range.getClientRects().item(range.getClientRects().length - 1)?.top ?? 0;
        };
        const isWide = element.scrollWidth > (element.parentElement?.clientWidth ?? 0);
        const letters = [...text].flatMap((letter, at) => (/[\s\u00ad]/.test(letter) ? [] : [at]));
        const bad = letters.some((at, place) => {
          const next = letters[place + 1];
          return next === at + 1 && getTop(next) - getTop(at) > 4 && text[at] !== '-';
        });
        return bad || isWide ? [text] : [];
      }),
    );
    expect([language, width, broken]).toEqual([language, width, []]);
  }
});

test('the count of unread messages is the same in the navigation, the filter and the list', async ({ browser }) => {
  const { she, he } = await couple(browser);
  const other = await person(browser, { gender: 'male' });
  for (const text of ['One', 'Two']) await sendText(he, she, text);
  await sendText(other, she, 'Three');
  await openLive(she.page, '/chats');
  const words = say('shell.unread', { count: 3 });
  await expect(she.page.getByRole('navigation', { name: say('shell.navigation') }).getByText(words)).toBeAttached();
  await expect(she.page.getByRole('group', { name: say('chat.filter') }).getByText(words)).toBeAttached();
  const rows = she.page.getByRole('navigation', { name: say('chat.list') });
  for (const count of [1, 2]) await expect(rows.getByText(say('chat.unread', { count }))).toBeAttached();
  await sendText(other, she, 'Four');
  await expect(
    she.page.getByRole('group', { name: say('chat.filter') }).getByText(say('shell.unread', { count: 4 })),
  ).toBeAttached();
});

test('a picture that fails to load is left out, and appears when the connection is back', async ({
  browser,
  complaints,
}) => {
  complaints.allow(/ERR_FAILED/);
  const { she, he } = await couple(browser);
  await addPhotos(he, 1);
  await sendText(he, she, 'Hello');
  const { page } = she;
  await page.route('**/media/**', (route) => route.abort());
  await openLive(page, '/chats');
  const row = page.getByRole('link', { name: new RegExp(he.name) });
  await expect(row).toBeVisible();
  await expect(row.locator('img')).toHaveCount(0);
  await page.unroute('**/media/**');
  // Only the event is simulated, since a script that failed offline would reload the page.
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect
    .poll(() => row.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
});

test('button and conversation say when all free conversations are used, which a fictional one is not, and premium opens it', async ({
  browser,
}) => {
  const { she, he } = await couple(browser, { phone: true });
  const others = [await person(browser, { gender: 'male' }), await person(browser, { gender: 'male' })];
  const demo = await fictionalMember(she);
  await sendText(she, demo, 'Hello');
  for (const other of others) {
    await openAlive(she.page, `/members/${he.id}`);
    await expect(she.page.getByRole('link', { name: new RegExp(`^${say('members.write')}`) })).toBeVisible();
    await sendText(she, other, 'Hello');
  }
  await openAlive(she.page, `/members/${he.id}`);
  const write = she.page.getByRole('link', { name: say('members.write-premium') });
  await expect(write).toContainText(say('members.limit-used', { max: 2 }));
  await expectAccessible(she.page);
  for (const [from, to] of [
    [she, he],
    [he, she],
  ] as const)
    await api(from.context.request, 'addLike', { profile: to.id });
  await openAlive(she.page, `/likes/m/${he.id}`);
  await expect(write).toContainText(say('members.limit-used', { max: 2 }));
  await openAlive(she.page, `/members/${demo.id}`);
  await expect(she.page.getByText(say('members.limit-used', { max: 2 }))).toHaveCount(0);

  const path = `/members/${he.id}/chat`;
  await openAlive(she.page, path);
  await expect(she.page.getByText(say('chat.blocker-premium', { max: 2 }))).toBeVisible();
  await expect(box(she, he)).toHaveCount(0);
  await expect(
    she.page.getByRole('main').getByRole('link', { name: say('chat.blocker-premium-action') }),
  ).toHaveAttribute('href', `/premium?next=${encodeURIComponent(path)}`);
  await expectAccessible(she.page);
  await buy(she.context);
  await openAlive(she.page, path);
  await box(she, he).fill('Now I may');
  await she.page.getByRole('button', { name: /^Send \d/ }).click();
  await she.page.waitForURL(/\/chats\/[0-9a-f-]{36}$/);
  await expect(log(she).getByText('Now I may')).toHaveCount(1);
  for (const other of others) await other.context.close();
});
