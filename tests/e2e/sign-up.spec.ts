import {
  api,
  expect,
  expectAccessible,
  mailTo,
  newContext,
  newPage,
  password,
  person,
  site,
  test,
} from '../support/e2e.ts';
import { button, newPlainPage, openAlive, say } from '../support/forms.ts';
import { fillBirthDate, fillWho, fillYou, go, newEmail, newName } from '../support/sign-up-form.ts';

test('signing up works without JavaScript, with all steps in one form', async ({ browser }) => {
  const page = await newPlainPage(browser);
  const email = newEmail();
  await page.goto(`${site()}/signup?gender=female&looking_for=both`);
  await page.locator('[name=email]').fill(email);
  await page.locator('[name=password]').fill('password1');
  await fillYou(page, '@clara');
  await page.locator('[name=town_name]').fill('Haarlem');
  await page.locator('[name=accept_terms]').check();
  await page.locator('[name=consent_sensitive]').check();
  await button(page, 'accounts.sign-up').click();
  await expect(page.getByText(say('errors.name.starts-with-at'))).toBeVisible();
  await expect(page.getByText(say('errors.password.too-common'))).toBeVisible();
  await expect(page.locator('[name=email]')).toHaveValue(email);
  await expect(page.locator('[name=birth_year]')).toHaveValue('1988');
  await expect(page.locator('[name=password]')).toHaveValue('');
  await page.locator('[name=name]').fill(newName());
  await page.locator('[name=password]').fill(password);
  await page.locator('[name=accept_terms]').check();
  await page.locator('[name=consent_sensitive]').check();
  await button(page, 'accounts.sign-up').click();
  await page.waitForURL(/\/complete-signup/);
  const { user } = (await api(page.request, 'getUser')).body;
  expect(user.profile).toMatchObject({ sexuality: 'bi', town: { name: 'Haarlem' } });
  expect(user.notifications_disabled).toEqual(['promotions', 'news']);
});

test('a visitor signs up in three steps with a keyboard alone, picks a town and continues to the profile', async ({
  browser,
}) => {
  const context = await newContext(browser, 'en');
  const page = await context.newPage();
  const email = newEmail();
  await openAlive(page, '/signup');
  const { keyboard } = page;
  const focusOn = async (name: string): Promise<void> => {
    for (let press = 0; press < 30; press += 1) {
      if ((await page.evaluate(() => document.activeElement?.getAttribute('name'))) === name) return;
      await keyboard.press('Tab');
    }
    throw new Error(`Tab never comes to ${name}`);
  };
  await focusOn('gender');
  await keyboard.press('Space');
  await focusOn('looking_for');
  await keyboard.press('ArrowRight');
  await focusOn('email');
  await keyboard.type(email);
  await focusOn('password');
  await keyboard.type(password);
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: say('accounts.step-you') })).toBeFocused();
  await focusOn('name');
  await keyboard.type(newName());
  await focusOn('birth_day');
  await keyboard.type('12');
  await focusOn('birth_month');
  await keyboard.type('apr');
  await focusOn('birth_year');
  await keyboard.type('1988');
  await focusOn('country');
  await keyboard.type('Nether');
  await focusOn('town_name');
  await keyboard.type('Haarl');
  await expect(page.getByRole('option', { name: /^Haarlem(?!m)/ })).toBeVisible();
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await expect(page.locator('[name=town_name]')).toHaveValue('Haarlem');
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: say('accounts.step-consent') })).toBeFocused();
  await expectAccessible(page);
  for (const name of ['accept_terms', 'consent_sensitive', 'consent_offers']) {
    await expect(page.locator(`[name=${name}]`)).not.toBeChecked();
    await focusOn(name);
    await keyboard.press('Space');
  }
  await keyboard.press('Enter');
  await page.waitForURL(/\/complete-signup/);
  const { user } = (await api(context.request, 'getUser')).body;
  expect(user).toMatchObject({ email, status: 'not_confirmed', notifications_disabled: [] });
  expect(user.profile).toMatchObject({ sexuality: 'hetero', country: 'NL', town: { name: 'Haarlem' } });
  await mailTo(context.request, email);
});

test('each step shows errors beside their fields and keeps typed values', async ({ browser }) => {
  const page = await newPage(browser, 'en');
  await openAlive(page, '/signup');
  const email = newEmail();
  await go(page);
  await expect(page.locator('div:has(> [name=email])').getByText(say('errors.field.missing'))).toBeVisible();
  await page.locator('[name=email]').fill('clara@');
  await go(page);
  await expect(page.getByText(say('errors.email.invalid'))).toBeVisible();
  await expect(page.getByText(say('errors.password.too-short', { min: 8 }))).toBeVisible();
  await fillWho(page, email);
  await go(page);

  await page.locator('[name=name]').fill(email);
  await go(page);
  await expect(page.getByText(say('errors.name.same-as-email'))).toBeVisible();
  await expect(page.getByText(say('errors.birth-date.missing', { min_age: 18 }))).toBeVisible();
  await page.locator('[name=name]').fill('@clara');
  await fillBirthDate(page, '31', '2', '1990');
  await go(page);
  await expect(page.getByText(say('errors.name.starts-with-at'))).toBeVisible();
  await expect(page.getByText(say('errors.birth-date.invalid'))).toBeVisible();
  await expect(page.locator('[name=name]')).toHaveAttribute('aria-invalid', 'true');
  await fillBirthDate(page, '1', '1', String(new Date().getFullYear() - 17));
  await go(page);
  await expect(page.getByText(say('errors.birth-date.missing', { min_age: 18 }))).toBeVisible();
  await fillYou(page, newName());
  await go(page);

  await button(page, 'accounts.sign-up').click();
  await expect(page.getByText(say('errors.terms.not-accepted'))).toBeVisible();
  await page.reload();
  await expect(page.locator('[name=email]'), 'the draft of this tab').toHaveValue(email);
  await expect(page.locator('[name=password]')).toHaveValue('');
});

test('a suggestion corrects a mistyped mail domain, and the typed one works too', async ({ browser }) => {
  const page = await newPage(browser, 'en');
  await openAlive(page, '/signup');
  await page.locator('[name=email]').fill('clara@gmial.com');
  await page.locator('[name=password]').focus();
  await page.getByRole('button', { name: say('accounts.did-you-mean', { email: 'clara@gmail.com' }) }).click();
  await expect(page.locator('[name=email]')).toHaveValue('clara@gmail.com');
  await fillWho(page, newEmail().replace('example.org', 'gmial.com'));
  await go(page);
  await expect(page.getByRole('heading', { name: say('accounts.step-you') })).toBeVisible();
});

test('a sign-up with an address that has an account leads to the login', async ({ browser }) => {
  const known = await person(browser, { confirmed: false });
  const page = await newPage(browser, 'en');
  await openAlive(page, '/signup');
  await fillWho(page, known.email);
  await go(page);
  await fillYou(page, newName());
  await go(page);
  await page.locator('[name=accept_terms]').check();
  await button(page, 'accounts.sign-up').click();
  const alert = page.getByRole('alert').filter({ hasText: say('errors.email.taken') });
  await expect(alert).toBeVisible();
  await alert.getByRole('link', { name: say('accounts.log-in') }).click();
  await page.waitForURL(/\/login/);
});

test('an action that needs an account opens the sign-up dialog, which only its close button closes', async ({
  browser,
}) => {
  const context = await newContext(browser, 'en');
  const page = await context.newPage();
  const [member] = (await api(context.request, 'searchProfiles', { country: 'NL' })).body.results;
  await openAlive(page, `/members/${member?.id}`);
  await page.locator('main a[href^="/signup?next="]').first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator('[name=email]')).toBeVisible();
  await expectAccessible(page, '[role=dialog]');
  await dialog.locator('[name=email]').fill('clara@example.org');
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 400);
  await expect(dialog.locator('[name=email]')).toHaveValue('clara@example.org');
  await dialog.getByRole('button', { name: say('common.close'), exact: true }).click();
  await expect(dialog).toBeHidden();
  expect(new URL(page.url()).pathname).toBe(`/members/${member?.id}`);
});

test('a visitor who wants to write does so while signing up, sees the price first and continues to the chat', async ({
  browser,
}) => {
  const other = await person(browser, { gender: 'male' });
  const context = await newContext(browser, 'en');
  const page = await context.newPage();
  await openAlive(page, `/members/${other.id}`);
  await page
    .getByRole('link', { name: say('members.join-write') })
    .filter({ visible: true })
    .click();
  const dialog = page.getByRole('dialog', { name: say('accounts.write-to', { name: other.name }) });
  await expect(dialog.getByText(say('accounts.first-message-cost', { count: 5, start: 20 }))).toBeVisible();
  await dialog.getByLabel(say('accounts.first-message', { name: other.name })).fill('Was that you at the market?');
  await expectAccessible(page, '[role=dialog]');
  await fillWho(page, newEmail());
  await go(page);
  await fillYou(page, newName());
  await go(page);
  await dialog.locator('[name=accept_terms]').check();
  await button(page, 'accounts.sign-up').click();
  await page.waitForURL(/\/complete-signup/);
  await page.getByRole('link', { name: say('accounts.skip') }).click();
  await page.waitForURL(/\/chats\/|\/chat\?/);
  await expect(page.getByRole('log').getByText('Was that you at the market?')).toBeVisible();
  await expect.poll(async () => (await api(context.request, 'getUser')).body.user.credits).toBe(15);
});

test('the start page passes the typed email address on outside the URL, and a typo gets a suggestion', async ({
  browser,
}) => {
  for (const javaScriptEnabled of [true, false]) {
    const page = await browser.newPage({ javaScriptEnabled, locale: 'en' });
    await page.goto(`${site()}/`);
    await page.locator('[name=email]').first().fill('clara@gmial.com');
    await page.locator('form:has([name=email]) button[type=submit]').first().click();
    await page.waitForURL(/\/signup/);
    await expect(page.locator('[name=email]')).toHaveValue('clara@gmial.com');
    await expect(page.getByText('clara@gmail.com')).toHaveCount(Number(javaScriptEnabled));
    expect(page.url()).not.toContain('clara');
    await page.close();
  }
});

test('the first view shows people and the credits; only the next asks to confirm, without a dialog', async ({
  browser,
}) => {
  const me = await person(browser, { confirmed: false, phone: true, gender: 'male' });
  const { page } = me;
  const request = page.getByText(say('shell.confirm', { email: me.email }));
  await openAlive(page, '/complete-signup');
  const credits = say('shell.gift-of-credits', { credits: 20, messages: 4 });
  expect(credits).toBe('We’ve given you 20 credits to start with: your first 4 messages are on us.');
  const condition = page.getByText(say('shell.gift-condition', { months: 12 }));
  const openCondition = async (): Promise<void> => {
    await expect(page.getByText(credits)).toBeVisible();
    await expect(condition).toBeHidden();
    await page.getByText(say('shell.gift-conditions'), { exact: true }).click();
    await expect(condition).toBeVisible();
  };
  await openCondition();
  await page.getByRole('link', { name: say('accounts.skip') }).click();
  await page.waitForURL(/\/signup-matches/);
  await expect(page.getByText(credits)).toHaveCount(0);
  await expect(request).toHaveCount(0);
  await page
    .getByRole('link', { name: say('match-finder.matches-on') })
    .first()
    .click();
  await page.waitForURL(/\/members\?/);
  await openCondition();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(request).toHaveCount(0);
  const people = page.locator('main a[href^="/members/"]').filter({ visible: true });
  await expect(people.first()).toBeInViewport();
  await page
    .locator('nav.fixed')
    .getByRole('link', { name: say('shell.likes') })
    .click();
  await page.waitForURL(/\/likes$/);
  await expect(page.getByText(credits)).toHaveCount(0);
  await expect(request).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('interests for a new member are grouped and do not move, and contact details in the text are pointed out', async ({
  browser,
}) => {
  const { page } = await person(browser, { phone: true });
  await openAlive(page, '/complete-signup');
  const last = page.getByRole('group', { name: say('members.category-culture') });
  await expect(page.getByRole('group', { name: say('members.category-active') })).toBeVisible();
  await expect(last).toBeHidden();
  await button(page, 'accounts.interests-more').click();
  await button(page, 'accounts.interests-more').click();
  await expect(last).toBeVisible();
  await expect(button(page, 'accounts.interests-more')).toHaveCount(0);
  const chips = page.locator('label:has([name=interests])');
  // Measured within the form, because content above it may still load.
  const boxes = () =>
    chips.evaluateAll((all) =>
      all.map((chip) => {
        const [box, form] = [chip.getBoundingClientRect(), chip.closest('form')?.getBoundingClientRect()];
        return [box.x - (form?.x ?? 0), box.y - (form?.y ?? 0), box.width, box.height].map(Math.round);
      }),
    );
  const before = await boxes();
  await page.locator('[name=interests]').first().check({ force: true });
  await expect(page.locator('[name=interests]').first()).toBeChecked();
  expect(await boxes()).toEqual(before);

  await page.getByRole('textbox', { name: say('accounts.about') }).fill('More on example.org/anna');
  // The toast lasts only some seconds, which a busy machine may spend on the next page.
  const told = page.getByText(say('members.about-contact', { kind: 'link' })).waitFor();
  await page.getByRole('button', { name: say('accounts.save-and-go') }).click();
  await page.waitForURL(/signup-matches|members/);
  await told;
});

test('a name is checked while it is typed and on leaving its step, and a tapped suggestion is accepted', async ({
  browser,
}) => {
  const other = await person(browser);
  const page = await newPage(browser, 'en');
  await openAlive(page, '/signup');
  await fillWho(page, newEmail());
  const name = page.locator('[name=name]');
  // Mutations are reported once React has finished, and before anybody can type.
  const focused = name.evaluate(
    (field) =>
      new Promise((resolve) => {
        const step = field.closest('section') as HTMLElement;
        const told = (): void => resolve(step.contains(document.activeElement));
        new MutationObserver(told).observe(step, { attributeFilter: ['class'] });
      }),
  );
  await go(page);
  expect(await focused).toBe(true);
  await name.pressSequentially('ليلى');
  await expect(page.getByText(say('errors.name.not-allowed'))).toBeVisible();
  const status = page.locator('div', { has: name }).getByRole('status').last();
  await expect(status).toBeEmpty();
  await name.fill(newName());
  await expect(status).toHaveText(say('accounts.name-free'));
  await fillBirthDate(page, '12', '4', '1988');
  await name.fill(other.name.toUpperCase());
  await go(page);
  await expect(page.getByText(say('errors.name.taken'))).toBeVisible();
  await expect(name).toBeFocused();
  const suggestions = page.getByRole('group', { name: say('accounts.names-free') }).getByRole('button');
  await expect(suggestions).toHaveCount(3);
  await expectAccessible(page);
  const suggestion = (await suggestions.first().textContent()) ?? '';
  await suggestions.first().click();
  await expect(name).toHaveValue(suggestion);
  await expect(name).toBeFocused();
  await expect(page.getByText(say('accounts.name-free'))).toBeVisible();
  await go(page);
  await expect(page.getByRole('heading', { name: say('accounts.step-consent') })).toBeVisible();
});
