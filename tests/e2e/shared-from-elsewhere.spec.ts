import type { Page } from '@playwright/test';

import { expect, site, test } from '../support/e2e.ts';
import { say } from '../support/forms.ts';
import { everythingKept, installed } from '../support/installed.ts';

/** Makes another site's page post the manifest's form. With a `policy` it hides its own address. */
async function postFromElsewhere(page: Page, text: string, policy: string): Promise<void> {
  await page.route('http://elsewhere.example/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers: { 'referrer-policy': policy },
      body: `<form method="post" enctype="multipart/form-data" action="${site()}/shared">
        <input name="text" value="${text}"><button>Go on</button></form>`,
    }),
  );
  await page.goto('http://elsewhere.example/');
  await page.getByRole('button').click();
  await page.waitForURL(/\/shared$/);
}

/** Posts as the system does when another app shares. No test can trigger that, so this repeats the worker's steps. */
async function postBySystem(page: Page, text: string): Promise<void> {
  await page.evaluate(async (words) => {
    const form = new FormData();
    for (const [name, value] of [
      ['text', words],
      ['member', ''],
      ['at', String(Date.now())],
      ['id', words],
    ] as const)
      form.set(name, value);
    await (await caches.open('tealight-shared')).put('/shared/held', new Response(form));
  }, text);
  await page.goto(`${site()}/shared/received?id=${text}`);
  await page.waitForURL(/\/shared(?!\/received)/);
}

test('a page of another site can share nothing; the system can, but does not replace a share that waits offline', async ({
  browser,
  complaints,
}) => {
  complaints.allow(/status of 403/, /api\/live/, /Failed to fetch/, /manifest patches/);
  const { she } = await installed(browser);
  const { page } = she;
  for (const policy of ['no-referrer', 'origin', 'unsafe-url']) {
    await postFromElsewhere(page, 'Words of a stranger', policy);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('installed-app.share-none-title'));
  }
  await postBySystem(page, 'hers');
  await expect(page.getByText('hers', { exact: true })).toBeVisible();
  for (const policy of ['no-referrer', 'origin', 'unsafe-url']) {
    await postFromElsewhere(page, 'Words of a stranger', policy);
    await expect(page.getByText('hers', { exact: true })).toBeVisible();
  }
  expect(await everythingKept(page)).not.toContain('Words of a stranger');

  for (const text of ['first', 'second']) {
    await postBySystem(page, text);
    await expect(page.getByText(text)).toBeVisible();
  }
  await she.context.setOffline(true);
  await postBySystem(page, 'third');
  await expect(page.getByRole('alert')).toHaveText(say('installed-app.share-waits'));
  await expect(page.getByText('second')).toBeVisible();
  await page.getByRole('button', { name: say('installed-app.share-drop') }).click();
  await page.waitForURL(`${site()}/chats`);
  await postBySystem(page, 'fourth');
  await expect(page.getByText('fourth')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  for (const isOffline of [true, false]) {
    await she.context.setOffline(isOffline);
    await page.goto(`${site()}/shared/received?id=made-up`);
    await page.waitForURL(/\/shared$/);
    await expect(page.getByText('fourth')).toBeVisible();
  }
});
