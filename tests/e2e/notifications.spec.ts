import { newsItems } from '../../contract/notifications/news-items.data.ts';
import { bounceMail, passSilence } from '../support/confirm-address.ts';
import {
  api,
  expect,
  expectNoSidewaysScroll,
  linkIn,
  mailTo,
  newContext,
  person,
  sentence,
  site,
  test,
} from '../support/e2e.ts';
import { goOffline, openAlive, say } from '../support/forms.ts';
import { expectFits } from '../support/narrow.ts';
import { couple, sendText } from '../support/talk.ts';

test('one click in a mail stops its kind, and the notifications page restores it, in Finnish', async ({ browser }) => {
  const language = 'fi';
  const { she, he } = await couple(browser);
  await api(she.page.request, 'updateUser', { language });
  await sendText(he, she, 'Tell me about the sea');
  await passSilence(she.id);
  const mail = await mailTo(he.page.request, she.email, sentence(language, 'mail.notice.subject'));
  expect(mail.text).toContain(sentence(language, 'mail.notice.begun', { count: 1 }));
  expect(mail.html).not.toContain('Tell me about the sea');

  // A mail client posts to the header's address, without cookies.
  const oneClick = mail.headers?.['List-Unsubscribe']?.slice(1, -1) ?? '';
  const answer = await fetch(site() + new URL(oneClick).pathname + new URL(oneClick).search, {
    method: 'POST',
    body: new URLSearchParams(mail.headers?.['List-Unsubscribe-Post']),
    redirect: 'error',
  });
  expect(answer.status).toBe(200);

  const context = await newContext(browser, language, true);
  await context.addCookies(await she.context.cookies());
  const page = await context.newPage();
  await page.setViewportSize({ width: 320, height: 640 });
  await openAlive(page, '/notifications');
  await expect(page.getByText(sentence(language, 'notifications.stopped.listunsubscribe'))).toHaveCount(1);
  await expectFits(page, 'notices');
  const kind = page.getByRole('checkbox', {
    name: sentence(language, 'notifications.kind.new_conversations'),
    exact: true,
  });
  await expect(kind).not.toBeChecked();
  await kind.check();
  await expect(page.getByText(sentence(language, 'notifications.saved'))).toBeVisible();
  await expect(page.getByText(sentence(language, 'notifications.stopped.listunsubscribe'))).toHaveCount(0);
  const { user } = (await api(page.request, 'getUser')).body;
  expect([user.notifications_disabled, user.notifications_stopped]).toEqual([['promotions', 'news'], []]);
  await context.close();

  // A person follows the link without a login. Opening it changes nothing; its button does.
  const stranger = await (await newContext(browser, language, true)).newPage();
  await stranger.setViewportSize({ width: 320, height: 640 });
  const link = new URL(linkIn(mail, '/unsubscribe'));
  await openAlive(stranger, link.pathname + link.search);
  await expectFits(stranger, 'the question');
  expect((await api(she.page.request, 'getUser')).body.user.notifications_disabled).toEqual(['promotions', 'news']);
  await stranger.getByRole('button', { name: sentence(language, 'notifications.stop.button') }).click();
  await expect(stranger.getByText(sentence(language, 'notifications.stop.done-lead'))).toBeVisible();
  await expectFits(stranger, 'the end');
  expect((await api(she.page.request, 'getUser')).body.user.notifications_disabled).toEqual([
    'new_conversations',
    'promotions',
    'news',
  ]);
  await stranger.context().close();
});

test('the notifications page lists news newest first, each leading to its page, in German', async ({ browser }) => {
  const language = 'de';
  const { page } = await person(browser, { offers: true, language, phone: true });
  await page.setViewportSize({ width: 320, height: 640 });
  await openAlive(page, '/notifications');
  const list = page.getByRole('region', { name: sentence(language, 'notifications.news.title') });
  const links = list.getByRole('link');
  const newestFirst = newsItems.toReversed();
  await expect(links).toHaveText(newestFirst.map(({ id }) => sentence(language, `notifications.news.${id}`)));
  for (const [index, { publishedOn }] of newestFirst.entries()) {
    const day = list.locator('time').nth(index);
    await expect(day).toHaveAttribute('datetime', publishedOn);
    await expect(day).toHaveText(new RegExp(`\\p{L}{3}.* ${publishedOn.slice(0, 4)}`, 'u'));
  }
  await expectFits(page, 'the news');
  for (const [index, { path }] of newestFirst.entries()) {
    await openAlive(page, '/notifications');
    await links.nth(index).click();
    await page.waitForURL(site() + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
});

test('an unsubscribe link that is made up or has no token is refused on its page, with and without a script', async ({
  browser,
  complaints,
}) => {
  complaints.allow(/410/);
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({ javaScriptEnabled, locale: 'en' });
    const page = await context.newPage();
    await page.goto(`${site()}/unsubscribe?token=made-up`);
    await page.getByRole('button', { name: say('notifications.stop.button') }).click();
    await expect(page.getByText(say('notifications.stop.invalid'))).toBeVisible();
    await page.goto(`${site()}/unsubscribe`);
    await expect(page.getByText(say('notifications.stop.invalid'))).toBeVisible();
    await expect(page.getByRole('button', { name: say('notifications.stop.button') })).toHaveCount(0);
    await context.close();
  }
});

test('quick and offline changes are all saved, and those made elsewhere are shown and changed by nothing else', async ({
  browser,
  complaints,
}) => {
  complaints.allow(/Failed to fetch|ERR_/);
  const { page, context } = await person(browser, { offers: true });
  await openAlive(page, '/settings/notices');
  await page.getByRole('link', { name: say('shell.mails-off.action') }).click();
  await expect(page).toHaveURL(/\/notifications$/);
  for (const kind of ['like', 'news', 'reminders'] as const)
    await page.getByRole('checkbox', { name: say(`notifications.kind.${kind}`), exact: true }).uncheck();
  const kept = async () => (await api(page.request, 'getUser')).body.user.notifications_disabled;
  await expect.poll(kept).toEqual(['like', 'news', 'reminders']);
  await openAlive(page, '/notifications');
  await expect(page.getByRole('checkbox', { checked: false })).toHaveCount(3);
  await expectNoSidewaysScroll(page);

  await goOffline(page);
  const like = page.getByRole('checkbox', { name: say('notifications.kind.like'), exact: true });
  await like.click();
  await expect(page.getByText(say('common.saved-later'))).toBeVisible();
  await context.setOffline(false);
  await expect.poll(kept).toEqual(['news', 'reminders']);
  await expect(like).toBeChecked();

  const box = (kind: 'news' | 'promotions' | 'reminders') =>
    page.getByRole('checkbox', { name: say(`notifications.kind.${kind}`), exact: true });
  await api(page.request, 'updateUser', { notifications_disabled: [] });
  await expect(box('news')).toBeChecked();
  await api(page.request, 'updateUser', { notifications_disabled: ['news'] });
  await expect(box('news')).not.toBeChecked();

  // This page misses the change: it has no live channel, and its list is old.
  await page.route('**/api/user.php', (route) =>
    route.request().method() === 'GET' ? route.abort() : route.continue(),
  );
  await api(page.request, 'updateUser', { notifications_disabled: ['news', 'promotions'] });
  await box('reminders').uncheck();
  await expect.poll(kept).toEqual(['promotions', 'news', 'reminders']);
  await expect(box('promotions')).not.toBeChecked();
});

test('a bouncing address is reported and can be corrected there to the suggested one, in German', async ({
  browser,
}) => {
  const language = 'de';
  const { page, id } = await person(browser, { offers: true, language, confirmed: false, phone: true });
  const [email, meant] = [`${id}@gmial.com`, `${id}@gmail.com`];
  await bounceMail(id, email);
  await page.setViewportSize({ width: 320, height: 640 });
  const dialog = page.getByRole('dialog', { name: sentence(language, 'access.email-change') });

  await openAlive(page, '/members');
  const banner = page.locator('[data-alert=refused]');
  await expect(banner).toContainText(sentence(language, 'shell.confirm-refused', { email }));
  await expect(page.getByRole('button', { name: sentence(language, 'shell.confirm-again') })).toHaveCount(0);
  const wrong = banner.getByRole('button', { name: sentence(language, 'access.email-wrong') });
  await expect(wrong).toBeVisible();
  await expectFits(page, 'the banner', '[data-alert=refused]');
  await wrong.click();
  await expect(dialog.getByRole('textbox').first()).toHaveValue(meant);
  await expectFits(page, 'the dialog', '[role=dialog]');

  await openAlive(page, '/notifications');
  await expect(page.getByText(sentence(language, 'notifications.bounced', { email }))).toBeVisible();
  await expect(page.getByRole('button', { name: sentence(language, 'shell.confirm-again') })).toHaveCount(0);
  await expectFits(page, 'the page');
  await page.getByRole('button', { name: sentence(language, 'notifications.to-address') }).click();
  await expect(dialog.getByRole('textbox').first()).toHaveValue(meant);

  await openAlive(page, '/notifications');
  await page.getByRole('button', { name: sentence(language, 'notifications.try-again') }).click();
  await expect(page.getByText(sentence(language, 'notifications.bounced', { email }))).toHaveCount(0);
  const { user } = (await api(page.request, 'getUser')).body;
  expect([user.address_failed, user.notifications_disabled]).toEqual([false, []]);
});
