import { expect, site, test } from '../support/e2e.ts';
import { say } from '../support/forms.ts';
import { behindFront } from '../support/front.ts';
import { installed } from '../support/installed.ts';

for (const knows of [true, false])
  test(`a page opened offline says so, and one that was not stored opens later, if the browser ${knows ? 'knows' : 'does not know'} that it is offline`, async ({
    browser,
    complaints,
  }) => {
    complaints.allow(/ERR_|Failed to fetch|manifest patches/);
    await behindFront(async (front) => {
      const { she, close } = await installed(browser);
      const { page } = she;
      const heading = page.getByRole('heading', { level: 1 });
      const dot = page.getByRole('img', { name: say('common.online') });
      await page.goto(`${site()}/chats`);
      await expect(dot).toBeVisible();
      // The router's online responses may be cached and would still be used.
      await page.goto('about:blank');
      await (await she.context.newCDPSession(page)).send('Network.clearBrowserCache');
      if (knows) await she.context.setOffline(true);
      front.cut();
      await page.goto(`${site()}/chats`);
      await expect(page.getByText(say('common.offline'))).toBeVisible();
      await expect(dot).toHaveCount(0);
      // Navigates twice, and again after going back: the router works each time.
      await page.getByRole('link', { name: say('shell.search'), exact: true }).click();
      await expect(heading).toHaveText(say('shell.error.offline'));
      await page.getByRole('link', { name: say('shell.messages'), exact: true }).click();
      await expect(heading).toHaveText(say('chat.title'));
      await page.getByRole('link', { name: say('shell.likes'), exact: true }).click();
      await expect(page.getByText(say('installed-app.offline-member'))).toBeVisible();
      await page.goBack();
      await expect(heading).toHaveText(say('chat.title'));
      await page.getByRole('link', { name: say('shell.search'), exact: true }).click();
      await expect(heading).toHaveText(say('shell.error.offline'));
      if (knows) await she.context.setOffline(false);
      front.mend();
      await page.waitForURL(`${site()}/members`);
      await expect(heading).toHaveText(say('members.heading'));
      await close();
    });
  });

test('a page opened on a silent network says so, and opens once the site responds', async ({ browser, complaints }) => {
  complaints.allow(/ERR_|Failed to fetch|manifest patches/);
  await behindFront(async (front) => {
    const { she, chat, close } = await installed(browser);
    const { page } = she;
    const heading = page.getByRole('heading', { level: 1 });
    front.fallSilent();
    // Stored data is shown, although the browser does not report that it is offline.
    await page.goto(`${site()}/chats/${chat}`);
    await expect(page.getByRole('log').getByText('Hello')).toBeVisible();
    await page.goto(`${site()}/members`);
    await expect(heading).toHaveText(say('shell.error.offline'));
    front.mend();
    await page.waitForURL(`${site()}/members`);
    await expect(heading).toHaveText(say('members.heading'));
    await close();
  });
});
