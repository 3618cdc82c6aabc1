import { expect, newContext, sentence, site, test } from '../support/e2e.ts';
import { expectFits } from '../support/narrow.ts';

test('a visitor changes the country and the language, and reads why the country applies, in Finnish', async ({
  browser,
}) => {
  const language = 'fi';
  const context = await newContext(browser, language);
  const page = await context.newPage();
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`${site()}/lang-config`);
  await expect(page.getByRole('heading', { level: 1, name: sentence(language, 'region.title') })).toBeVisible();
  await expectFits(page, language, 'main');
  const part = (name: 'country' | 'language') =>
    page.getByRole('region', { name: sentence(language, `region.${name}`), exact: true });
  const change = { name: sentence(language, 'region.change') };
  await part('country').getByRole('combobox').selectOption('SE');
  await part('country').getByRole('button', change).click();
  const country = new Intl.DisplayNames(language, { type: 'region' }).of('SE');
  await expect(part('country')).toContainText(sentence(language, 'region.country.choice', { country }));
  await expectFits(page, language, 'main');
  const chosen = 'sv';
  await page.getByLabel(sentence(language, 'region.read')).selectOption(chosen);
  await part('language').getByRole('button', change).click();
  await expect(page.getByRole('heading', { level: 1, name: sentence(chosen, 'region.title') })).toBeVisible();
  await expect(page).toHaveURL(`${site()}/lang-config`);
  await context.close();
});

test('the language menu leads to the page for country and language', async ({ browser }) => {
  const context = await newContext(browser, 'en');
  const page = await context.newPage();
  await page.goto(`${site()}/faq`);
  await page.locator('summary', { hasText: 'EN' }).first().click();
  await page
    .getByRole('link', { name: sentence('en', 'shell.language-region') })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: sentence('en', 'region.title') })).toBeVisible();
  await context.close();
});
