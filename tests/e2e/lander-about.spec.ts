import { api, expect, newContext, password, sentence, site, test } from '../support/e2e.ts';
import { openAlive, say } from '../support/forms.ts';
import { fillWho, fillYou, go, newEmail, newName } from '../support/sign-up-form.ts';

test('text from a lander starts the profile without JavaScript, even after a refusal (Finnish)', async ({
  browser,
}) => {
  const language = 'fi';
  const context = await browser.newContext({ javaScriptEnabled: false, locale: language });
  const page = await context.newPage();
  const said = 'Soup, and bread.\nTea afterwards – or wine, äöü. More on example.org/clara';
  await page.goto(`${site()}/landers/socialnetwork`);
  await page.getByLabel(sentence(language, 'landers.socialnetwork.write')).fill(said);
  await page.locator('[name=email]').fill(newEmail());
  await page.getByRole('button', { name: sentence(language, 'landing.join') }).click();
  const about = page.getByRole('textbox', { name: sentence(language, 'accounts.about'), exact: true });
  await expect(about).toHaveValue(said);
  await page.locator('[name=gender][value=female]').check({ force: true });
  await page.locator('[name=looking_for][value=male]').check({ force: true });
  const send = async (name: string): Promise<void> => {
    await page.locator('[name=password]').fill(password);
    await fillYou(page, name);
    await page.locator('[name=accept_terms]').check();
    await page.getByRole('button', { name: sentence(language, 'accounts.sign-up') }).click();
  };
  await send('@clara');
  await expect(page.getByText(sentence(language, 'errors.name.starts-with-at'))).toBeVisible();
  await expect(about).toHaveValue(said);
  await send(newName());
  await page.waitForURL(/\/complete-signup/);
  await expect(about).toHaveValue(said);
  await expect(page.getByText(sentence(language, 'members.about-contact', { kind: 'link' }))).toBeVisible();
  expect((await api(context.request, 'getUser')).body.user.profile.about).toBe(said);
  await page.goto(`${site()}/profile`);
  await expect(page.getByLabel(sentence(language, 'members.about-label'))).toHaveValue(said);
  await context.close();
});

test('an answer given on a lander survives a reload and starts the profile', async ({ browser }) => {
  const context = await newContext(browser, 'en');
  const page = await context.newPage();
  const answer = say('landers.alonetonight.about', { answer: 'quiet' });
  await page.goto(`${site()}/landers/alonetonight`);
  const here = (): Promise<string> =>
    page.evaluate(() => new Date().toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' }));
  const told = page.locator('[data-clock]');
  await expect(async () => expect(told).toHaveText(say('landers.alonetonight.time', { time: await here() }))).toPass();
  await page.getByRole('radio', { name: say('landers.alonetonight.answer.quiet') }).check();
  await expect(page.getByText(say('landers.alonetonight.reply.quiet'))).toBeVisible();
  await page.getByLabel(say('landing.email')).fill('anna@example.org');
  await page.getByRole('button', { name: say('landing.join') }).click();
  await page.waitForURL(/\/signup/);
  await expect.poll(() => page.evaluate(() => sessionStorage.length)).toBe(1);
  await openAlive(page, '/signup');
  await expect(page.locator('[name=email]')).toHaveValue('anna@example.org');
  await fillWho(page, newEmail());
  await go(page);
  await fillYou(page, newName());
  await go(page);
  await page.locator('[name=accept_terms]').check();
  await page.getByRole('button', { name: say('accounts.sign-up') }).click();
  await page.waitForURL(/\/complete-signup/);
  const said = async (): Promise<string> => (await api(context.request, 'getUser')).body.user.profile.about;
  expect(await said()).toBe(answer);
  expect(await page.evaluate(() => sessionStorage.getItem('tealight.signup'))).toBeNull();
  await openAlive(page, '/complete-signup');
  await page.getByLabel(say('accounts.about')).fill('');
  await page.getByRole('button', { name: say('accounts.save-and-go') }).click();
  await page.waitForURL(/\/signup-matches/);
  expect(await said()).toBe('');
  await openAlive(page, '/complete-signup');
  await expect(page.getByLabel(say('accounts.about'))).toHaveValue('');
  await context.close();
});
