import type { Language } from '../../contract/platform/languages.ts';
import { loginLinkHours } from '../../contract/accounts/limits.ts';
import { passSilence } from '../support/confirm-address.ts';
import { type Person, api, expect, mailTo, newContext, sentence, site, test } from '../support/e2e.ts';
import { openAlive, say } from '../support/forms.ts';
import { expectFits } from '../support/narrow.ts';
import { couple, sendText } from '../support/talk.ts';

async function getLink(she: Person, he: Person, language: Language = 'en'): Promise<string> {
  await api(she.page.request, 'updateUser', { language });
  await sendText(he, she, 'Tell me about the sea');
  await passSilence(she.id);
  const mail = await mailTo(he.page.request, she.email, sentence(language, 'mail.notice.subject'));
  expect(mail.text).toContain(sentence(language, 'mail.notice.link', { hours: loginLinkHours }));
  const link = mail.text.match(/https?:\/\/\S+/g)?.find((url) => /\/[\w-]{48}$/.test(url));
  return new URL(link ?? '').pathname;
}

const ways = [
  { language: 'fi', javaScriptEnabled: true },
  { language: 'de', javaScriptEnabled: false },
] as const satisfies readonly { language: Language; javaScriptEnabled: boolean }[];

for (const { language, javaScriptEnabled } of ways)
  test(`the link in a notice logs in once, through its button, in ${language} ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    browser,
    complaints,
  }) => {
    complaints.allow(/410/);
    const { she, he } = await couple(browser);
    const path = await getLink(she, he, language);
    // Link scanners come first and follow the links.
    for (const method of ['HEAD', 'GET']) expect((await fetch(site() + path, { method })).status).toBe(200);
    const context = await browser.newContext({
      locale: language,
      viewport: { width: 320, height: 640 },
      reducedMotion: 'reduce',
      javaScriptEnabled,
    });
    const page = await context.newPage();
    const open = () => (javaScriptEnabled ? openAlive(page, path) : page.goto(site() + path));
    const word = (id: Parameters<typeof say>[0]): string => sentence(language, id);
    const referrers: string[] = [];
    page.on('request', (request) => referrers.push(request.headers()['referer'] ?? ''));

    await open();
    await expect(page.getByRole('heading', { name: word('accounts.from-mail-title') })).toBeVisible();
    await expect(page.getByText(sentence(language, 'accounts.from-mail-as', { name: she.name }))).toBeVisible();
    if (javaScriptEnabled) {
      await expectFits(page, 'the question');
      expect(page.url()).toBe(`${site()}/from-mail`);
    }
    await page.getByRole('button', { name: word('accounts.from-mail'), exact: true }).click();
    await page.waitForURL(/\/chats$/);
    await expect(page.getByText(he.name).first()).toBeVisible();
    expect((await api(page.request, 'getUser')).body.user.id).toBe(she.id);
    expect(referrers.filter((referrer) => referrer.includes(path.slice(1)))).toEqual([]);

    await context.clearCookies();
    await open();
    await page.getByRole('button', { name: word('accounts.from-mail'), exact: true }).click();
    await expect(page.getByRole('heading', { name: word('accounts.from-mail-expired') })).toBeVisible();
    if (javaScriptEnabled) await expectFits(page, 'the end');
    await page
      .getByRole('main')
      .getByRole('link', { name: word('accounts.log-in') })
      .click();
    await page.waitForURL(/\/login\?next=%2Fchats$/);
  });

test('the link in a notice never replaces a browser’s session, and two presses log in once', async ({
  browser,
  complaints,
}) => {
  complaints.allow(/410/);
  const { she, he } = await couple(browser);
  const path = await getLink(she, he);

  await he.page.goto(site() + path);
  await he.page.waitForURL(/\/chats$/);
  expect((await api(he.page.request, 'getUser')).body.user.id).toBe(he.id);
  await she.page.goto(site() + path);
  await she.page.waitForURL(/\/chats$/);
  await expect(she.page.getByText(he.name).first()).toBeVisible();

  const [one, other] = [await newContext(browser, 'en', true, true), await newContext(browser, 'en', true)];
  const pages = [await one.newPage(), await other.newPage()];
  for (const page of pages) await openAlive(page, path);
  for (const page of pages) await expect(page.getByRole('button', { name: say('accounts.from-mail') })).toBeVisible();
  await Promise.all(pages.map((page) => page.getByRole('button', { name: say('accounts.from-mail') }).click()));
  const ends = pages.map((page) =>
    page
      .getByRole('heading', { name: say('accounts.from-mail-expired') })
      .or(page.getByText(he.name))
      .first(),
  );
  for (const end of ends) await expect(end).toBeVisible();
  const names = pages.map((page) => new URL(page.url()).pathname);
  expect(names.sort()).toEqual(['/chats', '/from-mail']);
});
