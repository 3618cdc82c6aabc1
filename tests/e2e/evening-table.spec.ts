import { api, expect, person, test } from '../support/e2e.ts';
import { openAlive, setHidden } from '../support/forms.ts';

const hourMs = 3_600_000;

test('the evening table ends on a hidden page too, and is requested again when the member returns', async ({
  browser,
}) => {
  const me = await person(browser, { phone: true });
  const { page } = me;
  const { results } = (await api(me.context.request, 'listSignupMatches')).body;
  const now = Date.now();
  const [ends_at, next_at] = [hourMs, 19 * hourMs].map((ms) => new Date(now + ms).toISOString());
  let asked = 0;
  await page.route('**/api/evening-table.php', (route) => {
    asked += 1;
    const json = asked === 1 ? { results, ends_at, next_at } : { results: [], ends_at: null, next_at };
    return route.fulfill({ json });
  });
  await page.clock.install({ time: now });
  await openAlive(page, '/match-finder');
  const until = page.getByText(/The table is set until .*/);
  const next = page.getByRole('heading', { name: /^The next table is set at \d/ });
  await expect(until).toBeVisible();
  await setHidden(page, true);
  await page.clock.fastForward(hourMs + 60_000);
  await expect(next).toBeVisible();
  await expect(until).toBeHidden();
  expect(asked).toBe(1);
  await setHidden(page, false);
  await expect.poll(() => asked).toBe(2);
  await me.context.close();
});
