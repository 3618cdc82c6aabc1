import { expect, expectAccessible, person, sentence, site, test } from '../support/e2e.ts';
import { newPlainPage, openAlive } from '../support/forms.ts';
import { expectFits } from '../support/narrow.ts';
import { comingVersion } from '../support/terms.ts';

const dayMs = 86_400_000;
const today = Math.floor(Date.now() / dayMs) * dayMs;
const appliesAt = new Date(today + 30 * dayMs).toISOString();
const asked = comingVersion(appliesAt, new Date(today).toISOString(), 'material');

// A separate server with changed terms; otherwise the pages of all other tests would ask about them.
test.use({ settings: { TERMS_TEST: JSON.stringify([asked]) } });
// A server started by somebody else has the real terms.
test.skip(process.env['DEMO_SITE'] === undefined, 'needs a server of its own');

test('are answered on a page that postpones, explains a no and takes a yes after all, in Finnish', async ({
  browser,
}) => {
  const language = 'fi';
  const word = (id: Parameters<typeof sentence>[1]): string => sentence(language, id);
  const { page } = await person(browser, { language, phone: true });
  await page.setViewportSize({ width: 320, height: 640 });
  await openAlive(page, '/members');
  const banner = page.locator('[data-alert=terms]');
  await expectFits(page, 'the question about terms', '[data-alert=terms]');
  await banner.getByRole('link').click();
  await page.waitForURL(`${site()}/new-terms`);
  await expect(page.getByRole('main').getByRole('listitem')).toHaveText(asked.changes.map((change) => word(change)));
  await expectFits(page, 'the question', 'main');
  await expectAccessible(page, 'main');

  await page.getByRole('button', { name: word('accounts.terms.decline'), exact: true }).click();
  await expect(page.getByRole('heading', { name: word('accounts.terms.declined'), level: 1 })).toBeVisible();
  await expect(page.getByText(word('accounts.terms.leave-none'))).toBeVisible();
  await expectFits(page, 'a no', 'main');
  await expectAccessible(page, 'main');
  await openAlive(page, '/members');
  await expect(banner).toHaveCount(0);

  await openAlive(page, '/new-terms');
  await page.getByRole('button', { name: word('accounts.terms.agree-after-all') }).click();
  await expect(page.getByRole('heading', { name: word('accounts.terms.yours'), level: 1 })).toBeVisible();
  await expect(page.getByRole('main').getByRole('status')).toContainText(String(new Date(appliesAt).getUTCFullYear()));
});

test('are answered without JavaScript', async ({ browser }) => {
  const me = await person(browser);
  const page = await newPlainPage(browser, { as: me });
  await page.goto(`${site()}/new-terms`);
  await page.getByRole('button', { name: sentence('en', 'accounts.terms.agree'), exact: true }).click();
  await expect(page.getByRole('heading', { name: sentence('en', 'accounts.terms.yours'), level: 1 })).toBeVisible();
});
