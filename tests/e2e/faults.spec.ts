import type { Page } from '@playwright/test';

import { api, expect, expectAccessible, person, site, test } from '../support/e2e.ts';
import { button, goOffline, isAlive, openAlive, say } from '../support/forms.ts';
import { box, couple, openChat, sendText } from '../support/talk.ts';

function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('load', () => (loads += 1));
  return () => loads;
}

test('a page whose calls fail shows an error sentence, or plain words if the sentence fails as well', async ({
  browser,
  complaints,
}) => {
  complaints.allow(/no plural/);
  const { she, he } = await couple(browser);
  const { page } = she;
  // Formatting one error's sentence throws: 4321 seconds are shown as 73 minutes.
  await page.addInitScript(() => {
    const original = Intl.PluralRules.prototype.select;
    Intl.PluralRules.prototype.select = function select(count: number) {
      if (count === 73) throw new Error('no plural');
      return original.call(this, count);
    };
  });
  const chat = await sendText(he, she, 'Hello');
  const entry = page.getByRole('link', { name: new RegExp(he.name) });
  let answer: object = { error: 'request.malformed', message: '' };
  await page.route('**/api/chat.php*', (route) => route.fulfill({ status: 400, json: answer }));
  await openAlive(page, '/chats');
  await entry.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('errors.request.malformed'));
  await expect(page.getByText('400', { exact: true })).toBeVisible();
  await expect(page.getByRole('navigation', { name: say('shell.navigation') })).toBeVisible();
  await expectAccessible(page);

  answer = { error: 'request.too-many', message: '', retry_after: 4321 };
  await openAlive(page, '/chats');
  await entry.click();
  await expect(page.getByText('An error occurred while showing the error page')).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByRole('link', { name: 'Go back to home' }).click();
  await page.waitForURL(/\/members$/);
  await openAlive(page, `/chats/${chat}`);
  await expect(box(she, he)).toBeVisible();
});

test('a part whose script cannot be loaded is reported missing, and the page and the text being written stay (FLT-18)', async ({
  browser,
  complaints,
}) => {
  complaints.allow(/gift-dialog-/, /report-dialog-/);
  const { she, he } = await couple(browser);
  const { page } = she;
  // Before the page loads it ahead.
  await page.route('**/assets/gift-dialog-*.js', (route) => route.abort());
  await openChat(she, await sendText(he, she, 'Hello'));
  await box(she, he).fill('What I was writing');
  const loads = countLoads(page);
  await button(page, 'chat.add-gift').click();
  await expect(page.getByText(say('shell.part-missing'))).toBeVisible();
  await box(she, he).press('End');
  await box(she, he).pressSequentially(' down');
  await expect(box(she, he)).toHaveValue('What I was writing down');
  expect(loads()).toBe(0);

  await page.unrouteAll();
  const reloaded = page.waitForEvent('load');
  await button(page, 'shell.part-missing-action').click();
  await reloaded;
  await isAlive(page);
  await expect(box(she, he)).toHaveValue('What I was writing down');
  await button(page, 'chat.add-gift').click();
  await expect(page.getByRole('dialog')).toBeVisible();

  await openAlive(page, `/members/${he.id}`);
  await page.route('**/assets/report-dialog-*.js', (route) => route.abort());
  await page
    .getByRole('button', { name: say('members.menu', { name: he.name }) })
    .filter({ visible: true })
    .click();
  await page.getByRole('menuitem', { name: say('members.report-name', { name: he.name }) }).click();
  await expect(page.getByText(say('shell.part-missing'))).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(he.name);
});

test('a background script that cannot be loaded neither reloads the page nor shows a message', async ({
  browser,
  complaints,
}) => {
  complaints.allow(/offer-push-/);
  const { she, he } = await couple(browser);
  const chat = await sendText(he, she, 'Hello');
  const { page } = she;
  await page.route('**/assets/offer-push-*.js', (route) => route.abort());
  const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('/offer-push-'));
  await openChat(she, chat);
  const loads = countLoads(page);
  await box(she, he).fill('What I was writing');
  await lost;
  await sendText(he, she, 'Are you there?');
  await expect(page.getByRole('log').getByText('Are you there?')).toBeVisible();
  await expect(box(she, he)).toHaveValue('What I was writing');
  await expect(page.getByText(say('shell.part-missing'))).toHaveCount(0);
  expect(loads()).toBe(0);
});

test('a page whose script cannot be loaded is opened by a full load once a minute, else by a retry (FLT-18)', async ({
  browser,
  complaints,
}) => {
  complaints.allow(/likes-page-|likes\.en\.json/);
  const { page } = await person(browser);
  await openAlive(page, '/settings');
  const loads = countLoads(page);
  await page.route('**/assets/likes-page-*.js', (route) => route.abort());
  const likes = page
    .getByRole('navigation')
    .getByRole('link', { name: say('shell.likes') })
    .first();
  const opened = page.waitForEvent('load');
  await likes.click();
  await opened;
  await expect(page).toHaveURL(/\/likes$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('likes.title'));
  expect(loads()).toBe(1);
  await openAlive(page, '/settings');
  await likes.click();
  // No status is shown, because no response arrived.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('shell.error.lost'));
  await expect(page.getByText(say('shell.error.lost-text'))).toBeVisible();
  await expect(page.getByText('500')).toHaveCount(0);
  await expect(page.getByRole('link', { name: say('shell.error.home') })).toBeVisible();
  expect(loads()).toBe(2);
  await page.unrouteAll();
  await button(page, 'common.retry').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('likes.title'));
  await expect(page).toHaveURL(/\/likes$/);

  await openAlive(page, '/settings');
  await page.route('**/likes.en.json', (route) => route.abort());
  await likes.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('shell.error.lost'));
});

test('a click without a connection keeps the page, and its target opens when the connection is back', async ({
  browser,
  complaints,
}) => {
  complaints.allow(/Failed to fetch/, /gift-dialog-/);
  const { she, he } = await couple(browser);
  const { page } = she;
  await openChat(she, await sendText(he, she, 'Hello'));
  await goOffline(page);
  await page
    .getByRole('navigation')
    .getByRole('link', { name: say('shell.likes') })
    .first()
    .click();
  await expect(page.getByText(say('common.offline'))).toBeVisible();
  await expect(page.getByRole('log').getByText('Hello')).toBeVisible();
  await she.context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('likes.title'));

  // Before the page loads it ahead.
  await page.route('**/assets/gift-dialog-*.js', (route) => route.abort());
  await openAlive(page, '/chats');
  await page.getByRole('link', { name: new RegExp(he.name) }).click();
  await expect(box(she, he)).toBeVisible();
  await goOffline(page);
  await box(she, he).fill('What I was writing');
  await button(page, 'chat.add-gift').click();
  await expect(box(she, he)).toHaveValue('What I was writing');
  await page.unrouteAll();
  await she.context.setOffline(false);
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(box(she, he)).toHaveValue('What I was writing');
});

test('an injected script does not run (WEB-02)', async ({ browser, complaints }) => {
  // Chromium does not count the page that the test serves itself as local network.
  complaints.allow(/Content Security Policy/, /ERR_BLOCKED_BY_LOCAL_NETWORK_ACCESS_CHECKS/);
  const me = await person(browser);
  const { page } = me;
  await page.route('**/members', async (route) => {
    const answer = await route.fetch();
    const slipped =
      '<script>window.slipped=1</script><img src="/nothing.png" onerror="window.slipped=2"><a id="slip" href="javascript:window.slipped=3">x</a>';
    const body = (await answer.text()).replace('</body>', `${slipped}</body>`);
    await route.fulfill({ response: answer, body });
  });
  await page.goto(`${site()}/members`);
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.slipped=4';
    document.body.append(script);
  });
  await page.waitForLoadState('load');
  expect(await page.evaluate(() => (window as { slipped?: number }).slipped)).toBeUndefined();
  await expect
    .poll(() => complaints.heard.filter((one) => one.includes('Content Security Policy')).length)
    .toBeGreaterThan(1);
  expect((await api(me.context.request, 'getUser')).status).toBe(200);
});
