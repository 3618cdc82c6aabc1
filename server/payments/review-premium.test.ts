import { afterAll, beforeAll, expect, it } from 'vitest';

import { type TestApp, createTestApp } from '../../tests/support/test-app.ts';
import { reviewPremium } from './review-premium.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

it('a review of premium locks the wallet until its transaction ends, even if no credits move', async () => {
  const { id } = await test.member();
  const take = () => test.sql('select 1 from wallets where member_id = $1 for update nowait', [id]);
  await test.context.database.transaction(async (tx) => {
    await reviewPremium(tx, id);
    await expect(take()).rejects.toMatchObject({ code: '55P03' });
  });
  expect(await take()).toHaveLength(1);
});
