import type { LanderName } from '../../web/landers/lander-names.ts';
import { expect, newContext, site, test } from '../support/e2e.ts';
import { say } from '../support/forms.ts';

test('a measured visit reports leaving once, only with consent to that, and not after a further step', async ({
  browser,
}) => {
  const context = await newContext(browser, 'en');
  const page = await context.newPage();
  const counted: string[] = [];
  page.on('response', (answer) => {
    if (answer.url() === `${site()}/api/page-hidden.php`) counted.push(`${answer.status()} ${page.url()}`);
  });
  const visit = (name: LanderName) => page.goto(`${site()}/landers/${name}?network=lantern&ref=flyer&lb`);
  const hide = (): Promise<void> =>
    page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
  const answer = async (choice: 'yes' | 'no', measure: boolean): Promise<void> => {
    const bar = page.getByRole('region', { name: say('sources.question') });
    const box = bar.getByRole('checkbox', { name: say('sources.measure') });
    await expect(box).not.toBeChecked();
    if (measure) await box.check();
    const answered = page.waitForResponse((response) => response.url() === `${site()}/source-choice`);
    await bar.getByRole('button', { name: say(`sources.${choice}`), exact: true }).click();
    await answered;
    // Hidden at once, the bar is removed with the answer, when the page begins to measure.
    await expect(page.locator('section[data-source]')).toHaveCount(0);
  };
  await visit('gallery');
  await hide();
  await answer('yes', false);
  await hide();
  await context.clearCookies({ name: 'trafficsource' });
  await visit('collagelanding');
  await answer('no', true);
  await hide();
  await context.clearCookies({ name: 'dismissed' });
  await page.goto(`${site()}/landers/gallery?network=lantern&ref=flyer&lb`);
  await page.getByRole('button', { name: say('age-gate.yes') }).click();
  await answer('yes', true);
  await page.getByLabel(say('landing.email')).click();
  await hide();
  await context.clearCookies({ name: 'trafficsource' });
  await visit('video');
  await answer('yes', true);
  await page.getByRole('heading', { level: 1 }).click();
  for (let times = 0; times < 2; times += 1) await hide();
  await expect.poll(() => counted).toEqual([expect.stringMatching(/^204 .*\/landers\/video\b/)]);
});
