import type { BrowserContext, Page } from '@playwright/test';

import { expect, site, test } from '../support/e2e.ts';
import { button, openAlive, say } from '../support/forms.ts';
import { behindFront } from '../support/front.ts';
import { everythingKept, installed, readRecords } from '../support/installed.ts';

/** Holds the offline store with a transaction that never ends. Returns a function that ends it. */
async function holdKept(context: BrowserContext): Promise<() => Promise<void>> {
  const holder = await context.newPage();
  await holder.goto(`${site()}/robots.txt`);
  await holder.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('tealight', 1);
        opening.addEventListener('success', () => {
          const records = opening.result.transaction('kept', 'readwrite').objectStore('kept');
          const ask = (): void =>
            records.count().addEventListener('success', () => {
              resolve();
              ask();
            });
          ask();
        });
      }),
  );
  return () => holder.close();
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('a page opened offline continues once there is a connection, even if the database is stuck', async ({
  browser,
  complaints,
}) => {
  complaints.allow(/ERR_|Failed to fetch|manifest patches/);
  await behindFront(async (front) => {
    const { she, chat, close } = await installed(browser);
    const { page } = she;
    const release = await holdKept(she.context);
    front.cut();
    await page.goto(`${site()}/chats/${chat}`);
    await expect(heading(page)).toHaveText(say('shell.error.offline'));
    front.mend();
    await page.waitForURL(`${site()}/chats/${chat}`);
    await expect(page.getByRole('log').getByText('Hello')).toBeVisible();
    await release();
    await close();
  });
});

test('a logout while the database is stuck leaves nothing behind that anybody could read', async ({
  browser,
  complaints,
}) => {
  // The connection may end while the page loads the script that removes the rest.
  complaints.allow(/ERR_|Failed to fetch|manifest patches|a file of the pages did not come/);
  await behindFront(async (front) => {
    const { she, chat, close } = await installed(browser);
    const { page } = she;
    await openAlive(page, '/chats');
    const release = await holdKept(she.context);
    await page.getByLabel(say('shell.account', { name: she.name })).click();
    await button(page, 'shell.log-out').click();
    await page.waitForURL(`${site()}/`);
    front.cut();
    await page.goto('about:blank');
    await release();
    // Whether or not it was removed, the data belongs to nobody.
    await page.goto(`${site()}/chats/${chat}`);
    await expect(heading(page)).toHaveText(say('shell.error.offline'));
    await expect(page.getByText(say('installed-app.offline'))).toBeVisible();
    await expect(page.getByText('Hello')).toHaveCount(0);
    await expect(page.getByText(say('installed-app.offline-member'))).toHaveCount(0);
    await page.goto('about:blank');
    front.mend();
    await page.goto(`${site()}/`);
    await expect.poll(() => readRecords(page, 'kept')).toEqual([]);
    expect(await everythingKept(page)).not.toContain('Hello');
    await close();
  });
});
