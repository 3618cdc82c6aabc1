import { randomUUID } from 'node:crypto';

import type { Page } from '@playwright/test';

import { api, expect, person, test } from '../support/e2e.ts';
import { openAlive, say } from '../support/forms.ts';
import { couple, log, openChat, openLive, sendText } from '../support/talk.ts';
import { picture } from '../support/walk.ts';

/** Text that sets the marker if it is ever interpreted as markup. */
const hostile = `<img src=x onerror="window.marker=1"><svg onload=window.marker=1></svg><script>window.marker=1</script>"' onfocus=window.marker=1 autofocus x="</script><!--\u2028{{marker}}`;

async function expectHarmless(page: Page): Promise<void> {
  expect(await page.evaluate(() => (window as { marker?: number }).marker)).toBeUndefined();
  await expect(page.locator('img[src="x"], svg[onload], [onfocus]')).toHaveCount(0);
  // The rest of the page is complete, so no tag was closed too early.
  await expect(page.locator('body > script').last()).toBeAttached();
}

test('markup in members’ texts stays text wherever it is shown (INP-01, INP-03)', async ({ browser }) => {
  const { she, he } = await couple(browser, { premium: true });
  const { request } = she.context;
  const renamed = await api(request, 'updateProfile', { name: hostile.slice(0, 28) });
  expect([renamed.status, renamed.body.error]).toEqual([422, 'input.invalid']);
  expect((await api(request, 'updateProfile', { about: hostile })).status).toBe(200);
  await api(request, 'addLike', { profile: he.id });
  const chat = await sendText(she, he, `message ${hostile}`);
  await api(request, 'sendGift', { profile: he.id, gift: 'tealight', note: hostile, idempotency_key: randomUUID() });

  for (const path of [`/members/${she.id}`, '/likes', '/chats', `/chats/${chat}`])
    await test.step(path, async () => {
      await openAlive(he.page, path);
      await expectHarmless(he.page);
    });
  await expect(log(he).getByText(`message ${hostile.slice(0, 40)}`)).toBeVisible();
  await expect(log(he).getByText(hostile.slice(0, 40))).toHaveCount(2);

  await openLive(he.page, `/members/${she.id}`);
  // Once in place of a photo, and once in the text.
  await expect(he.page.getByText(hostile.slice(0, 40))).toHaveCount(2);
  await sendText(she, he, `toast ${hostile}`);
  await expect(he.page.getByText(`toast ${hostile.slice(0, 40)}`)).toBeVisible();
  await expectHarmless(he.page);
  await openAlive(he.page, `/members?gender=${encodeURIComponent(hostile)}&country=${encodeURIComponent(hostile)}`);
  await expectHarmless(he.page);
});

test('a hostile file name is neither shown as markup nor stored', async ({ browser }) => {
  const she = await person(browser);
  await openAlive(she.page, '/profile');
  await she.page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: `${hostile.slice(0, 38)}.jpg`, mimeType: 'image/jpeg', buffer: await picture(200) });
  await expect(she.page.getByRole('img', { name: say('photos.alt', { place: 1, count: 1 }) })).toBeVisible();
  await expectHarmless(she.page);
  const [photo] = (await api(she.context.request, 'getUser')).body.user.profile.photos;
  expect(photo?.image.filename).toMatch(/^\/media\/member\/[\w./?=&%-]+$/);
});

test('only http, https and mail addresses in texts become links, which open without trust (INP-02)', async ({
  browser,
}) => {
  const { she, he } = await couple(browser);
  const text = [
    'https://example.org/canal?a=1.',
    'http://example.org',
    'mailto:a@example.org',
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://example.org',
    'https://example.org@evil.example',
  ].join(' ');
  const allowed = ['https://example.org/canal?a=1', 'http://example.org/', 'mailto:a@example.org'];
  const chat = await sendText(she, he, text);
  await api(she.context.request, 'updateProfile', { about: text });
  await openChat(he, chat);
  const links = log(he).getByRole('link');
  expect(await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))).toEqual(allowed);
  const trust = await links.evaluateAll((all) =>
    all.map((link) => `${link.getAttribute('rel')} ${(link as HTMLAnchorElement).target}`),
  );
  expect(new Set(trust)).toEqual(new Set(['noopener noreferrer nofollow ugc _blank']));

  await openAlive(he.page, `/members/${she.id}`);
  const about = he.page.getByRole('main').locator('a[rel~=ugc]');
  expect(await about.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))).toEqual(allowed);
});
