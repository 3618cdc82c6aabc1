import type { LanderName } from '../../web/landers/lander-names.ts';
import { expect, newContext, site, test } from '../support/e2e.ts';
import { say } from '../support/forms.ts';

test('a visit by a measured link counts as left when its page is hidden, but not after a step further', async ({
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
  await visit('gallery');
  await page.getByLabel(say('landing.email')).click();
  await hide();
  await visit('video');
  // A click beside all that leads further is none.
  await page.getByRole('heading', { level: 1 }).click();
  for (let times = 0; times < 2; times += 1) await hide();
  await expect.poll(() => counted).toEqual([expect.stringMatching(/^204 .*\/landers\/video\b/)]);
  await context.close();
});
