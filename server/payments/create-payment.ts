import { randomUUID } from 'node:crypto';

import type { AppContext } from '../context.ts';
import { balanceOf } from '../credits/balance-of.ts';
import { lockWallets } from '../credits/wallets.ts';
import { must, refuse } from '../platform/failure.ts';
import type { Handler, MemberCall } from '../platform/handler.ts';
import { once } from '../platform/idempotency.ts';
import { deskOf } from './desk.ts';
import { findMethods } from './find-methods.ts';
import { openAtProvider } from './open-at-provider.ts';
import { presentOrder } from './present.ts';
import { type BundleRow, endCreation, findPayment, insertPayment, listPrices } from './queries.ts';
import { scopesOf } from '../settings/rules.ts';
import { collectedLater } from './rules.ts';
import { within } from './within.ts';

// Together they keep the answer within three seconds, however long the provider takes.
const methodsWithinMs = 700;
const creationWithinMs = 1_800;

interface Order {
  bundle: BundleRow | undefined;
  /** Whether the provider takes the method for this bundle; it refuses the payment itself when it did not say. */
  offered: boolean;
}

/**
 * Orders a bundle at the server's price. The order is written first, then the provider is asked outside of the
 * transaction: what is cut there is finished by the next poll or the reconciler, under the same key.
 */
export const createPayment: Handler<'createPayment'> = async (input, call) => {
  const { context, member } = call;
  const order = await weigh(call, input);
  const { payment_id: paymentId } = await context.database.transaction(async (tx) => {
    await lockWallets(tx, [member.id]);
    return once(
      tx,
      {
        memberId: member.id,
        key: input.idempotency_key,
        operation: 'createPayment',
        body: [input.bundle, input.paymentmethod],
        now: context.clock.now(),
      },
      async () => {
        must(order.bundle, 'bundle.not-found');
        must(order.offered, 'payment.method');
        const fresh = randomUUID();
        await tx.run(insertPayment, orderValues(fresh, order.bundle, input.paymentmethod, call));
        return { payment_id: fresh };
      },
    );
  });
  const done = await within(
    openAtProvider(context, member.id, paymentId).then(() => true),
    creationWithinMs,
  );
  if (!done) await leavePending(context, member.id, paymentId);
  const row = await context.database.first(findPayment, [member.id, paymentId]);
  must(row, 'payment.not-found');
  if (row.status === 'failed' && row.provider_payment_id === null) refuse('payment.provider');
  return { payment: presentOrder(row), redirect_url: row.redirect_url };
};

async function weigh(
  { context, site, member }: MemberCall,
  input: Parameters<typeof createPayment>[0],
): Promise<Order> {
  const rows = await context.database.all(listPrices, [scopesOf(site.key, site.settings.niche), member.country]);
  const bundle = rows.find((row) => row.bundle_id === input.bundle);
  if (!bundle) return { bundle, offered: false };
  if (collectedLater.has(input.paymentmethod) && (await balanceOf(context.database, member.id)) < 0)
    return { bundle, offered: false };
  const money = { minor: bundle.amount, currency: bundle.currency };
  const methods = await findMethods(context, member.country, money, methodsWithinMs);
  return { bundle, offered: methods?.includes(input.paymentmethod) ?? true };
}

function orderValues(paymentId: string, bundle: BundleRow, method: string, call: MemberCall): unknown[] {
  const { context, site, member, origin, language } = call;
  const { bundle_id, credits, amount, currency } = bundle;
  const say = context.sentences.in(language);
  const description = `${site.settings.name}: ${say('common.credits', { count: credits })}`;
  const what = [bundle_id, credits, amount, currency, method, deskOf(context).provider.name];
  return [member.id, paymentId, ...what, origin, description, language, context.clock.now()];
}

async function leavePending(context: AppContext, memberId: string, paymentId: string): Promise<void> {
  await context.database.transaction((tx) => tx.run(endCreation, [memberId, paymentId, 'pending']));
}
