import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { openShop } from '../../tests/support/payments.ts';
import { dayMs, hourMs, minuteMs } from '../platform/clock.ts';
import { ProviderFault } from './provider.ts';
import { providerNamed } from './providers.ts';
import { reconcileAllSoon, reconcilePayments } from './reconcile-payments.ts';

const shop = await openShop({ providers: { default: 'mollie' } });
afterAll(shop.close);

let start: Date;
beforeEach(async () => {
  start = new Date();
  shop.test.clock.set(start);
  await shop.test.sql('update payments set due_at = null');
});
afterEach(() => void vi.restoreAllMocks());

const run = () => reconcilePayments(shop.test.context);
const paidOnce = { status: 'completed', entries: 1, lots: 120 };

const stopClock = (minutes: number) =>
  vi.spyOn(shop.test.context.clock, 'now').mockReturnValue(new Date(start.getTime() + minutes * minuteMs));

/** Finds the minute of the first run that finds a payment due. */
async function findMinuteOfNextCheck(): Promise<number> {
  const dueAt = await shop.value<Date | null>('select min(due_at) from payments');
  return dueAt ? Math.ceil((dueAt.getTime() - start.getTime()) / minuteMs) : Infinity;
}

/** Counts the calls about payments by their id; planted payments are unknown to the provider. */
function countCalls(provider: 'mollie' | 'stripe' = 'mollie') {
  const real = providerNamed(shop.test.context, provider)!;
  const fetch = real.fetchPayment.bind(real);
  const calls: string[] = [];
  const spy = vi.spyOn(real, 'fetchPayment').mockImplementation(async (id) => {
    calls.push(id);
    return id.startsWith('tr_planted') ? undefined : fetch(id);
  });
  return { calls, spy, planted: () => calls.filter((id) => id.startsWith('tr_planted')).length };
}

/** Plants payments of another member; each began (and failed, if it has) `everyMs` after the one before it. */
async function plant(
  count: number,
  { status, everyMs = 0, provider = 'mollie' }: { status: string; everyMs?: number; provider?: string },
): Promise<void> {
  const { id } = await shop.test.member();
  await shop.test.sql(
    `insert into payments (member_id, payment_id, bundle_id, credits, amount, currency, method, provider, provider_payment_id, status, created_at, settled_at, due_at)
     select $1, gen_random_uuid(), 'small', 50, 999, 'EUR', 'ideal', $6, 'tr_planted' || gen_random_uuid(), $2, at, case when $2 <> 'pending' then at end, at
       from (select $3::timestamptz + n * $4::bigint * interval '1 millisecond' as at from generate_series(0, $5 - 1) as n) as moments`,
    [id, status, start, everyMs, count, provider],
  );
}

describe('the reconciler', () => {
  it('finds money that arrived for a failed payment within a day', async () => {
    const { paymentId, id } = await shop.pending();
    await shop.settle(id, 'failed');
    await shop.control(id, { status: 'paid' });
    shop.test.clock.move(20 * hourMs);
    await run();
    expect(await shop.books(paymentId)).toEqual(paidOnce);
  });

  it('finds an order paid without a webhook within two runs, behind ten thousand failed orders', async () => {
    const { planted } = countCalls();
    await plant(10_000, { status: 'failed' });
    const { paymentId, id } = await shop.pending();
    for (let minute = 1; minute <= 5; minute += 1) {
      shop.test.clock.move(minuteMs);
      await run();
    }
    await shop.control(id, { status: 'paid' });
    for (let minute = 6; minute <= 7; minute += 1) {
      shop.test.clock.move(minuteMs);
      await run();
    }
    expect(await shop.books(paymentId)).toEqual(paidOnce);
    // A run has twenty rounds of ten.
    expect(planted()).toBe(7 * 200);
  });

  it.each([
    ['pending', 10_000],
    ['failed', 10_000],
    ['completed', 100],
  ])('checks a payment at once if its webhook failed, however many %s payments are due', async (status, count) => {
    const { paymentId, id } = await shop.pending();
    await shop.settle(id);
    shop.test.clock.move(100 * dayMs);
    await run();
    await shop.test.sql('update payments set due_at = null where payment_id <> $1', [paymentId]);
    const { calls, spy } = countCalls();
    await plant(count, { status });
    spy.mockRejectedValueOnce(new ProviderFault('unknown', 'down'));
    await shop.hook(id);
    shop.test.clock.move(minuteMs);
    await run();
    expect(calls.indexOf(id)).toBeGreaterThan(-1);
    expect(calls.indexOf(id)).toBeLessThan(55);
  });

  it('asks after a restore about a payment that is not due for days: it may have been refunded meanwhile', async () => {
    const { paymentId, id } = await shop.paid();
    const due = new Date(shop.test.clock.now().getTime() + 9 * dayMs);
    await shop.test.sql('update payments set due_at = $2 where payment_id = $1', [paymentId, due]);
    const { calls } = countCalls();
    await run();
    expect(calls).toEqual([]);
    await shop.test.context.database.transaction((tx) => reconcileAllSoon(shop.test.context, tx));
    await run();
    expect(calls).toEqual([id]);
  });

  it('asks about the newest payments first after a restore', async () => {
    const { calls } = countCalls();
    await plant(50, { status: 'completed', everyMs: hourMs });
    stopClock(50 * 60);
    const newest = await shop.test.sql<{ id: string }>(
      `update payments set due_at = created_at + interval '99 days' where due_at is not null returning provider_payment_id as id`,
    );
    await shop.test.context.database.transaction((tx) => reconcileAllSoon(shop.test.context, tx));
    await run();
    expect(calls).toHaveLength(50);
    expect(calls.slice(0, 20).toSorted()).toEqual(
      newest
        .slice(-20)
        .map(({ id }) => id)
        .toSorted(),
    );
  });

  it('keeps up with ten thousand abandoned orders a day, simulated for six hours', async () => {
    const { calls } = countCalls();
    await plant(2_500, { status: 'failed', everyMs: dayMs / 10_000 });
    const perRun: number[] = [];
    for (let minute = 0; minute < 6 * 60; minute += 1) {
      stopClock(minute);
      const before = calls.length;
      await run();
      perRun.push(calls.length - before);
    }
    const late = 'select count(*)::int from payments where due_at <= $1';
    expect(await shop.value(late, [shop.test.clock.now()])).toBe(0);
    expect(calls).toHaveLength(12_687);
    expect(Math.max(...perRun)).toBeLessThan(60);
  }, 60_000);

  it.each([
    ['failed', 8, 9],
    ['pending', 39, 63],
  ])('checks a %s order %i times within half a day and %i times within a day', async (status, half, whole) => {
    const { calls } = countCalls();
    await plant(1, { status });
    const minutes: number[] = [];
    // The minutes in which nothing is due are left out.
    for (let minute = 0; minute < 24 * 60; minute = Math.max(minute + 1, await findMinuteOfNextCheck())) {
      stopClock(minute);
      const before = calls.length;
      await run();
      minutes.push(...calls.slice(before).map(() => minute));
    }
    expect([minutes.filter((minute) => minute < 12 * 60).length, minutes.length]).toEqual([half, whole]);
  });

  it('checks every payment that is due in one run, and none twice', async () => {
    const { calls, planted } = countCalls();
    await plant(120, { status: 'pending' });
    await plant(45, { status: 'completed' });
    await plant(25, { status: 'failed' });
    shop.test.clock.move(2 * minuteMs);
    await Promise.all([run(), run()]);
    expect(planted()).toBe(190);
    expect(new Set(calls).size).toBe(190);
    await run();
    expect(planted()).toBe(190);
  });

  it('spares a provider that does not answer, continues with the other, and retries within minutes', async () => {
    const { spy } = countCalls();
    const stripe = countCalls('stripe');
    spy.mockRejectedValue(new ProviderFault('unknown', 'down'));
    await plant(500, { status: 'pending' });
    await plant(500, { status: 'failed' });
    await plant(60, { status: 'pending', provider: 'stripe' });
    shop.test.clock.move(dayMs / 2);
    await run();
    // Five at once, plus those already under way.
    expect(spy.mock.calls.length).toBeLessThan(10);
    expect(stripe.planted()).toBe(60);
    const late = `select count(*)::int from payments where provider = 'mollie' and due_at > $1`;
    expect(await shop.value(late, [new Date(shop.test.clock.now().getTime() + 5 * minuteMs)])).toBe(0);
  });
});
