import { expect, expectAccessible, newPage, password, test } from '../support/e2e.ts';
import { button, openAlive, say } from '../support/forms.ts';
import { fillWho, fillYou, go, newEmail, newName } from '../support/sign-up-form.ts';

test('a weak password is refused on leaving its step, and nothing typed is lost', async ({ browser }) => {
  const page = await newPage(browser, 'en');
  await openAlive(page, '/signup');
  const email = newEmail();
  await fillWho(page, email, 'password1');
  await go(page);
  await expect(page.getByText(say('errors.password.too-common'))).toBeVisible();
  await expect(page.locator('[name=password]')).toBeFocused();
  await expect(page.locator('[name=password]')).toHaveValue('password1');
  await expect(page.locator('[name=email]')).toHaveValue(email);
  await expect(page.getByRole('heading', { name: say('accounts.step-who') })).toBeVisible();
  await expectAccessible(page);

  await page.locator('[name=password]').fill('Wilhelmina77');
  await go(page);
  await fillYou(page, 'Wilhelmina');
  await go(page);
  await expect(page.getByText(say('errors.password.too-common')), 'back on the first step').toBeVisible();
  await page.locator('[name=password]').fill(password);
  await go(page);
  await expect(page.locator('[name=name]')).toHaveValue('Wilhelmina');
  await expect(page.locator('[name=birth_year]')).toHaveValue('1988');
});

test('a weak password is refused only at the end if the server cannot be asked earlier', async ({
  browser,
  complaints,
}) => {
  complaints.allow(/signup-check/);
  const page = await newPage(browser, 'en');
  await page.route('**/api/signup-check.php', (route) => route.abort());
  await openAlive(page, '/signup');
  await fillWho(page, newEmail(), 'password1');
  await go(page);
  await fillYou(page, newName());
  await go(page);
  await page.locator('[name=accept_terms]').check();
  await button(page, 'accounts.sign-up').click();
  await expect(page.getByText(say('errors.password.too-common')), 'back on the first step').toBeVisible();
});
