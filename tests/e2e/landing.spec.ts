import { expect, newPage, sentence, site, test } from '../support/e2e.ts';
import { newPlainPage } from '../support/forms.ts';

test('without JavaScript, the sign-up starts with the start page’s choices and the traffic source', async ({
  browser,
}) => {
  const page = await newPlainPage(browser, { viewport: { width: 1280, height: 800 } });
  await page.goto(`${site()}/?network=lantern&sub1=spring`);
  const choose = (group: 'i-am' | 'looking', answer: string) =>
    page.getByRole('radiogroup', { name: sentence('en', `landing.${group}`) }).getByLabel(answer);
  await choose('i-am', sentence('en', 'landing.i-am.male')).check({ force: true });
  await choose('looking', sentence('en', 'landing.looking.both')).check({ force: true });
  await page.getByLabel(sentence('en', 'landing.email')).fill('anna@example.org');
  await page.getByRole('button', { name: sentence('en', 'landing.join') }).click();
  // Personal data is posted; the address has only the traffic source, which is not in a cookie yet.
  await expect(page).toHaveURL(/\/signup\?network=lantern&sub1=spring$/);
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('trafficsource');
  await expect(page.locator('[name=email]')).toHaveValue('anna@example.org');
  await expect(page.locator('[name=gender][value=male]')).toBeChecked();
  await expect(page.locator('[name=looking_for][value=both]')).toBeChecked();
});

test('an FAQ question opens, and each legal page shows its version and its contents', async ({ browser }) => {
  const page = await newPage(browser, 'en');
  await page.goto(`${site()}/faq`);
  const answer = page.locator('details', { hasText: sentence('en', 'static-pages.faq.join.q') }).getByRole('paragraph');
  await expect(answer).toBeHidden();
  await page.getByText(sentence('en', 'static-pages.faq.join.q')).click();
  await expect(answer).toBeVisible();
  for (const path of ['terms', 'privacy', 'cookies', 'return-policy']) {
    await page.goto(`${site()}/${path}`);
    await expect(page.locator('time')).toHaveAttribute('datetime', '2023-12-01T12:00:00.000Z');
    const contents = page.getByRole('navigation', { name: sentence('en', 'static-pages.contents') });
    const links = contents.getByRole('link');
    // The withdrawal form is beside the text.
    expect(await links.count()).toBe(await page.locator('main h2:not(#withdraw)').count());
    const anchor = (await links.last().getAttribute('href')) ?? '';
    await links.last().click();
    await expect(page.locator(`main h2${anchor}`)).toBeInViewport();
  }
});

test('the start page loads its script on the first interaction, and repeats a click made meanwhile', async ({
  browser,
}) => {
  const page = await newPage(browser, 'en', true);
  const scripts: string[] = [];
  page.on('request', (request) => void (request.resourceType() === 'script' && scripts.push(request.url())));
  await page.goto(`${site()}/`);
  await expect(page.getByText(sentence('en', 'landing.drawn'))).toBeVisible();
  await expect(page.locator('img[src^="/portraits/"]:not([alt=""])')).toHaveCount(0);
  expect(await page.locator('img[src^="/portraits/"]').count()).toBeGreaterThan(5);
  // Browsers send this event when the pointer rests above the page.
  await page.evaluate(() => dispatchEvent(new PointerEvent('pointermove')));
  expect(scripts).toEqual([]);
  // Only the page itself can hold this press until the script is loaded.
  await page.getByRole('button', { name: sentence('en', 'common.close') }).tap();
  await expect(page.getByText(sentence('en', 'shell.demo'))).toHaveCount(0);
  expect(scripts.length).toBeGreaterThan(0);
  await page.reload();
  await expect(page.getByText(sentence('en', 'shell.demo'))).toHaveCount(0);
});
