import { api, expect, newContext, newPage, person, sentence, site, test } from '../support/e2e.ts';
import { faintTexts } from '../support/faint-texts.ts';
import { newPlainPage, openAlive, say } from '../support/forms.ts';
import { fillWho, fillYou, go, newEmail, newName } from '../support/sign-up-form.ts';

test('a member’s landers lead to the sign-up with a first message that survives a reload', async ({ browser }) => {
  const other = await person(browser, { gender: 'male' });
  const message = 'Was that you at the market?';
  const language = 'fi';
  const page = await newPage(browser, language);
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of ['landing', 'landing2/gay', 'landing3']) {
    await page.goto(`${site()}/members/${other.id}/${path}`);
    expect(await faintTexts(page), path).toEqual([]);
  }
  await page.getByLabel(sentence(language, 'accounts.first-message', { name: other.name })).fill(message);
  await page.getByRole('button', { name: sentence(language, 'landing.join') }).click();
  await expect.poll(() => page.evaluate(() => sessionStorage.length)).toBe(1);
  // A stored draft loads the program.
  await openAlive(page, `/members/${other.id}/signup`);
  await expect(page.locator('[name=signup_message]')).toHaveValue(message);
});

test('an unsent first message is not carried over to another member', async ({ browser }) => {
  const [one, other] = [await person(browser, { gender: 'male' }), await person(browser, { gender: 'male' })];
  const context = await newContext(browser, 'en');
  const page = await context.newPage();
  await page.goto(`${site()}/members/${one.id}/landing`);
  await page.getByLabel(say('accounts.first-message', { name: one.name })).fill('Only for one');
  await page.getByRole('button', { name: say('landing.join') }).click();
  await expect.poll(() => page.evaluate(() => sessionStorage.length)).toBe(1);
  await openAlive(page, `/members/${one.id}/signup`);
  await expect(page.locator('[name=signup_message]')).toHaveValue('Only for one');
  await page.locator('[name=email]').fill('kept@example.org');
  await openAlive(page, `/members/${other.id}/signup`);
  await expect(page.locator('[name=email]')).toHaveValue('kept@example.org');
  await expect(page.locator('[name=signup_message]')).toHaveValue('');
  for (const { context: theirs } of [one, other]) await theirs.close();
});

test('an opener chosen on a member’s lander is passed on without JavaScript, and the sign-up sends a first message', async ({
  browser,
}) => {
  const other = await person(browser, { gender: 'male' });
  const page = await newPlainPage(browser);
  const message = 'Was that you at the market?';
  await page.goto(`${site()}/members/${other.id}/landing2`);
  await page.getByRole('radio', { name: say('landers.member.opener.coffee') }).check({ force: true });
  await page.getByRole('button', { name: say('landing.join') }).click();
  await page.waitForURL(/\/signup/);
  await expect(page.locator('[name=signup_message]')).toHaveValue(say('landers.member.opener.coffee'));
  await page.goto(`${site()}/members/${other.id}/signup`);
  await fillWho(page, newEmail());
  await fillYou(page, newName());
  await page.getByLabel(say('accounts.first-message', { name: other.name })).fill(message);
  await page.locator('[name=accept_terms]').check();
  await page.getByRole('button', { name: say('accounts.sign-up') }).click();
  await page.waitForURL(/\/complete-signup\?next=/);
  await expect
    .poll(async () => JSON.stringify((await api(other.context.request, 'listChats')).body.chats))
    .toContain(message);
});

test('a sign-up on a member’s own page can be corrected on the way and sends the first message', async ({
  browser,
}) => {
  const other = await person(browser, { gender: 'male' });
  const context = await newContext(browser, 'en');
  const page = await context.newPage();
  const path = `/members/${other.id}/signup`;
  // The program loads with the first touch, here only after the first step was sent.
  let loadProgram: () => void = () => undefined;
  const isAwaited = new Promise<void>((resolve) => (loadProgram = resolve));
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await isAwaited;
    await route.continue();
  });
  await page.goto(site() + path);
  await expect(
    page.getByRole('heading', { level: 1, name: say('accounts.write-to', { name: other.name }) }),
  ).toBeVisible();
  await page.locator('[name=signup_message]').fill('Was that you at the market?');
  await fillWho(page, newEmail());
  await go(page);
  loadProgram();
  await expect(page.locator('[name=name]')).toBeVisible();
  await fillYou(page, newName());
  await go(page);
  await page.locator('[name=accept_terms]').check();
  // As if another member had taken the name meanwhile.
  const name = page.locator('[name=name]');
  await name.evaluate((field, taken) => ((field as HTMLInputElement).value = taken), other.name);
  await page.getByRole('button', { name: say('accounts.sign-up') }).click();
  await expect(page.getByText(sentence('en', 'errors.name.taken')).first()).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(path);
  await name.fill(newName());
  await go(page);
  await page.getByRole('button', { name: say('accounts.sign-up') }).click();
  await page.waitForURL(/\/complete-signup\?next=/);
  await expect
    .poll(async () => JSON.stringify((await api(other.context.request, 'listChats')).body.chats))
    .toContain('Was that you at the market?');
});
