import type { Page } from '@playwright/test';

import { type Person, api, expect, password, person, site, test } from '../support/e2e.ts';
import { openAlive, say, button } from '../support/forms.ts';
import { readRecords } from '../support/installed.ts';
import { box, couple, log, openChat, sendOverHttp, sendText, write, chatting } from '../support/talk.ts';

/** Lists a member's data in the browser: names in localStorage, and records of the outbox. */
const listStored = async (page: Page, member: string): Promise<string[]> => {
  const names = await page.evaluate(
    (id) => Object.keys(localStorage).filter((key) => key.includes(id) || localStorage.getItem(key)?.includes(id)),
    member,
  );
  const records = (await readRecords(page, 'outbox')) as { member: string; key: string }[];
  // Browsers return keys in any order.
  return [...names.toSorted(), ...records.filter((record) => record.member === member).map(({ key }) => key)];
};

const logIn = async (page: Page, who: Person): Promise<void> =>
  void expect((await api(page.request, 'logIn', { login: who.email, password })).status).toBe(200);

/** Drops the cookie, as a browser does after thirty days. A call of the page that is still to come would notice it. */
async function expire({ context, page }: Person): Promise<void> {
  await page.waitForLoadState('networkidle');
  await context.clearCookies({ name: /session/ });
}

test('a message sent just as the session expires waits for its member, who then sends it once', async ({
  browser,
  complaints,
}) => {
  complaints.allow(/Failed to load resource/, /api\/live/);
  const { she, he, page, chat } = await chatting(browser, { premium: true });
  // The socket would go on with the session whose cookie is gone.
  await sendOverHttp(page);
  await openChat(she, chat);
  // Otherwise saving the draft could find the session expired before the message is sent.
  await page.route('**/api/draft.php', (route) => route.abort());
  await expire(she);
  await write(she, he, 'Quick answer');
  await page.waitForURL(/\/login/);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await expect(page.getByText(say('shell.session-ended-waits'))).toBeVisible();
  await expect(page.getByText('Quick answer')).toHaveCount(0);
  await openAlive(page, '/login');

  await logIn(page, she);
  await openChat(she, chat);
  await expect(log(she).getByText('Quick answer')).toHaveCount(1);
  await expect(log(she).getByText(say('chat.logged-out'))).toBeVisible();
  await expect(box(she, he)).toHaveValue('');
  const texts = async () =>
    (await api(he.context.request, 'getChat', { conversation: chat })).body.messages.map(({ text }) => text);
  expect(await texts()).toEqual(['Hello']);
  await button(page, 'chat.retry').click();
  await expect(log(she).getByText(say('chat.sent'), { exact: true })).toBeAttached();
  expect(await texts()).toEqual(['Hello', 'Quick answer']);
});

test('drafts are gone from both open tabs when the session is ended from another device', async ({
  browser,
  complaints,
}) => {
  complaints.allow(/Failed to load resource/, /api\/live/);
  const { she, he } = await couple(browser, { premium: true });
  const other = await person(browser, { gender: 'male' });
  const second = { ...she, page: await she.context.newPage() };
  const [chat, another] = [await sendText(he, she, 'Hello'), await sendText(other, she, 'Hello')];
  await openChat(she, chat);
  await openChat(second, another);
  for (const { page } of [she, second]) await page.route('**/api/draft.php', (route) => route.abort());
  await box(she, he).fill('Half a sentence');
  await box(second, other).fill('Another half');
  const { request } = await browser.newContext();
  expect((await api(request, 'logIn', { login: she.email, password })).status).toBe(200);
  await api(request, 'endSessions');
  for (const { page } of [she, second]) {
    await page.waitForURL(/\/login/);
    await expect(page.getByText(/Half a sentence|Another half/)).toHaveCount(0);
  }
  const told = [she, second].map(({ page }) => page.getByText(say('shell.session-ended-unsent')));
  await expect.poll(async () => (await Promise.all(told.map((text) => text.isVisible()))).includes(true)).toBe(true);
  await expect.poll(() => listStored(she.page, she.id)).toEqual([]);
  await logIn(she.page, she);
  await openChat(she, chat);
  await expect(box(she, he)).toHaveValue('');
  await openChat(second, another);
  await expect(box(second, other)).toHaveValue('');
});

test('unsent texts are erased once somebody else logs in, the member logs out, or a day has passed', async ({
  browser,
  complaints,
}) => {
  complaints.allow(/Failed to load resource/, /api\/live/);
  const { she, he } = await couple(browser, { premium: true });
  const { page } = she;
  const chat = await sendText(he, she, 'Hello');
  // The socket would go on with the session whose cookie is gone.
  await sendOverHttp(page);
  const leaveUnsent = async (): Promise<void> => {
    await logIn(page, she);
    await openChat(she, chat);
    await page.route('**/api/draft.php', (route) => route.abort());
    await expire(she);
    await box(she, he).fill('A draft');
    await write(she, he, 'A message');
    await page.waitForURL(/\/login/);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await expect.poll(() => listStored(page, she.id)).not.toEqual([]);
  };
  await leaveUnsent();
  await logIn(page, he);
  await openAlive(page, '/chats');
  await expect.poll(() => listStored(page, she.id)).toEqual([]);

  await leaveUnsent();
  await page.evaluate(
    (at) => {
      const mark = JSON.parse(localStorage.getItem('tealight.waiting') ?? '{}') as { member: string };
      localStorage.setItem('tealight.waiting', JSON.stringify({ ...mark, at }));
    },
    Date.now() - 24 * 3_600_000,
  );
  await openAlive(page, '/login');
  await expect.poll(() => listStored(page, she.id)).toEqual([]);

  await leaveUnsent();
  await logIn(page, she);
  await openChat(she, chat);
  await expect(log(she).getByText(say('chat.logged-out'))).toBeVisible();
  const tab = { ...she, page: await she.context.newPage() };
  await openChat(tab, chat);
  await page.getByLabel(say('shell.account', { name: she.name })).click();
  await button(page, 'shell.log-out').click();
  await button(page, 'installed-app.log-out-anyway').click();
  await page.waitForURL(`${site()}/`);
  await tab.page.waitForURL(/\/login/);
  await openAlive(page, '/login');
  await expect.poll(() => listStored(page, she.id)).toEqual([]);
  // A tab that has not learned of the logout writes a draft.
  await page.evaluate((id) => localStorage.setItem(`tealight.member.${id}.draft.late`, '"Late"'), she.id);
  await openAlive(page, '/login');
  await expect.poll(() => listStored(page, she.id)).toEqual([]);
});

test('an unsaved profile text and an unsent gift note survive the end of a session, and a saved text replaces no later one', async ({
  browser,
  complaints,
}) => {
  complaints.allow(/Failed to load resource/, /api\/live/);
  const { she, he } = await couple(browser, { premium: true });
  const { page } = she;
  const about = page.getByLabel(say('members.about-label'));
  const saved = async (): Promise<string> => (await api(page.request, 'getUser')).body.user.profile.about;
  const unsaved = `tealight.member.${she.id}.unsaved.about`;
  await openAlive(page, '/profile');
  await about.fill('Written on the phone');
  await page
    .getByRole('link', { name: say('shell.messages') })
    .filter({ visible: true })
    .first()
    .click();
  await page.waitForURL(/\/chats/);
  await expect.poll(saved).toBe('Written on the phone');
  await api(page.request, 'updateProfile', { about: 'Written on the laptop' });
  await openAlive(page, '/profile');
  await expect(about).toHaveValue('Written on the laptop');
  await expect.poll(() => listStored(page, she.id)).not.toContain(unsaved);
  expect(await saved()).toBe('Written on the laptop');

  await expire(she);
  await about.fill('I like long walks');
  await page.waitForURL(/\/login/);
  await logIn(page, she);
  await openAlive(page, '/profile');
  await expect(about).toHaveValue('I like long walks');
  await expect.poll(saved).toBe('I like long walks');
  await expect.poll(() => listStored(page, she.id)).not.toContain(unsaved);

  const note = page.getByRole('dialog').getByRole('textbox');
  await openAlive(page, `/members/${he.id}/chat?gift=1`);
  await note.fill('For a rainy day');
  await api(she.context.request, 'logOut');
  await page.waitForURL(/\/login/);
  await logIn(page, she);
  await openAlive(page, `/members/${he.id}/chat?gift=1`);
  await expect(note).toHaveValue('For a rainy day');
  await page.getByRole('radio').first().check();
  await page.getByRole('button', { name: new RegExp(`^${say('chat.gift-send')}`) }).click();
  await expect(log(she).getByText('For a rainy day')).toBeVisible();
  await openAlive(page, `/members/${he.id}/chat?gift=1`);
  await expect(note).toBeVisible();
  await expect(note).toHaveValue('');
});

test('texts of a complaint and a report do not survive the end of a session, but a profile text does', async ({
  browser,
  complaints,
}) => {
  complaints.allow(/Failed to load resource/, /api\/live/);
  const { she, he } = await couple(browser);
  const { page } = she;
  await openAlive(page, '/complaints');
  const complaint = page.getByLabel(say('support.text'));
  await expect(page.getByLabel(say('support.email'))).toHaveValue(she.email);
  await complaint.fill('Somebody copies my photos');
  const second = await she.context.newPage();
  await openAlive(second, `/members/${he.id}`);
  await second
    .getByRole('button', { name: say('members.menu', { name: he.name }) })
    .filter({ visible: true })
    .click();
  await second.getByRole('menuitem', { name: say('members.report-name', { name: he.name }) }).click();
  await second.getByLabel(say('support.report.text')).fill('He asked for money');
  const words = ['complaint.', `report.${he.id}`].map((name) => `tealight.member.${she.id}.unsaved.${name}`);
  await expect.poll(() => listStored(page, she.id)).toEqual(expect.arrayContaining(words));
  await second.close();
  const about = `tealight.member.${she.id}.unsaved.about`;
  await page.evaluate((key) => localStorage.setItem(key, '{"words":"I like walks","saved":""}'), about);
  await api(she.context.request, 'logOut');
  await page.waitForURL(/\/login/);
  await expect(page.getByText(say('shell.session-ended-waits'))).toBeVisible();
  await expect.poll(() => listStored(page, she.id)).toEqual([about, 'tealight.waiting']);
  await logIn(page, she);
  await openAlive(page, '/complaints');
  await expect(complaint).toHaveValue('');
});
