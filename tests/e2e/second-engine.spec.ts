import type { Page } from '@playwright/test';

import { expectNoFinding } from '../support/assistive.ts';
import { newContext, person, site, test } from '../support/e2e.ts';
import { memberPaths, settle, visitorPaths } from '../support/screen-paths.ts';

test.setTimeout(600_000);

async function judge(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 664 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(site() + path);
  await settle(page);
  await expectNoFinding(page, path);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: 'light' });
  await settle(page);
  await expectNoFinding(page, path);
}

test('every visitor screen passes the rules of a second engine, in light and dark', async ({ browser }) => {
  const context = await newContext(browser, 'en');
  const page = await context.newPage();
  for (const path of await visitorPaths(context)) await test.step(path, () => judge(page, path));
});

test('every member screen passes the rules of a second engine, in light and dark', async ({ browser }) => {
  const me = await person(browser, { gender: 'male' });
  for (const path of await memberPaths(browser, me)) await test.step(path, () => judge(me.page, path));
});
