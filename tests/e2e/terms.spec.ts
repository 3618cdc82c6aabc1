import { expect, expectAccessible, newContext, person, sentence, site, test } from '../support/e2e.ts';
import { openAlive } from '../support/forms.ts';
import { expectFits } from '../support/narrow.ts';
import { comingVersion } from '../support/terms.ts';

const dayMs = 86_400_000;
const today = Math.floor(Date.now() / dayMs) * dayMs;
const appliesAt = new Date(today + 30 * dayMs).toISOString();
const coming = comingVersion(appliesAt, new Date(today).toISOString());
const comingPath = `/terms?version=${appliesAt.slice(0, 10)}`;

// A separate server with changed terms; otherwise the pages of all other tests would announce them.
test.use({ settings: { TERMS_TEST: JSON.stringify([coming]) } });
// A server started by somebody else has the real terms.
test.skip(process.env['DEMO_SITE'] === undefined, 'needs a server of its own');

test('new terms are announced, both texts can be read, and the announcement is dismissed for good, in German', async ({
  browser,
}) => {
  const language = 'de';
  const me = await person(browser, { language, phone: true });
  const word = (id: Parameters<typeof sentence>[1]): string => sentence(language, id);
  const heading = (id: Parameters<typeof sentence>[1]) => page.getByRole('heading', { name: word(id), level: 2 });
  const { page } = me;
  const banner = page.locator('[data-alert=terms]');
  await page.setViewportSize({ width: 320, height: 640 });
  await openAlive(page, '/members');
  await expect(banner).toContainText(String(new Date(appliesAt).getUTCFullYear()));
  await expectFits(page, 'the announcement of new terms', '[data-alert=terms]');
  await expectAccessible(page, '[data-alert=terms]');

  await banner.getByRole('link').first().click();
  await page.waitForURL(site() + comingPath);
  await expect(heading('static-pages.cookies.choice')).toBeVisible();
  await expect(heading('static-pages.terms.safety')).toHaveCount(0);
  const note = page.getByRole('complementary', { name: word('static-pages.terms-announcement.changes') });
  await expect(note.getByRole('listitem')).toHaveText(coming.changes.map((change) => word(change)));
  await expect(banner).toHaveCount(0);
  await expectFits(page, 'the coming terms', 'main');

  await note.getByRole('link').first().click();
  await page.waitForURL(`${site()}/terms`);
  await expect(heading('static-pages.terms.safety')).toBeVisible();
  await expect(heading('static-pages.cookies.choice')).toHaveCount(0);
  await expect(note.getByRole('link').first()).toHaveAttribute('href', comingPath);
  await expectFits(page, 'the present terms', 'main');

  await openAlive(page, '/members');
  const kept = page.waitForResponse((answer) => answer.url().endsWith('/api/terms.php'));
  await banner.getByRole('button', { name: word('common.close') }).click();
  await expect(banner).toHaveCount(0);
  expect((await kept).status()).toBe(200);
  await openAlive(page, '/members');
  await expect(banner).toHaveCount(0);
  const elsewhere = await newContext(browser, language);
  const session = (await me.context.cookies()).filter(({ name }) => name === 'auth.session');
  await elsewhere.addCookies(session);
  const desk = await elsewhere.newPage();
  await openAlive(desk, '/members');
  await expect(desk.locator('[data-alert]:not([data-alert=terms])').first()).toBeVisible();
  await expect(desk.locator('[data-alert=terms]')).toHaveCount(0);
  expect((await me.context.request.get(`${site()}/terms?version=2020-01-01`)).status()).toBe(404);
});
