import { randomUUID } from 'node:crypto';

import { orderNumberOf } from '../../contract/order-number.ts';
import type { AppContext } from '../context.ts';
import { balanceOf } from '../credits/balance-of.ts';
import { lockWallets } from '../credits/wallets.ts';
import { must, refuse } from '../platform/failure.ts';
import type { Handler, MemberCall } from '../platform/handler.ts';
import { once } from '../platform/idempotency.ts';
import { providerStateOf } from './provider-state.ts';
import { findMethods } from './find-methods.ts';
import { openAtProvider } from './open-at-provider.ts';
import { presentOrder } from './present.ts';
import { type BundleRow, endCreation, findPayment, insertPayment, listBundlesOfCountry } from './queries.ts';
import { scopesOf } from '../settings/rules.ts';
import { directDebitMethods } from './rules.ts';
import { payPageFor } from './sandbox-pay-page.ts';
import { within } from './within.ts';

// Together they keep the answer under three seconds, however long the provider takes.
const methodsTimeoutMs = 700;
const creationTimeoutMs = 1_800;

interface Offer {
  bundle: BundleRow | undefined;
  /** Whether this member can pay this bundle by the method; assumed when the provider does not answer in time. */
  methodOffered: boolean;
}

/**
 * Orders a bundle at the server's price. The order is committed before the provider is called, outside of any
 * transaction; if that call is cut off, the next poll or the reconciler repeats it under the same key.
 */
export const createPayment: Handler<'createPayment'> = async (input, call) => {
  const { context, member } = call;
  const offer = await findOffer(call, input);
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
        must(offer.bundle, 'bundle.not-found');
        must(offer.methodOffered, 'payment.method');
        const fresh = randomUUID();
        await tx.run(insertPayment, orderValues(fresh, offer.bundle, input.paymentmethod, call));
        return { payment_id: fresh };
      },
    );
  });
  const done = await within(
    openAtProvider(context, member.id, paymentId).then(() => true),
    creationTimeoutMs,
  );
  if (!done) await markPending(context, member.id, paymentId);
  const row = await context.database.first(findPayment, { memberId: member.id, paymentId });
  must(row, 'payment.not-found');
  if (row.status === 'failed' && row.provider_payment_id === null) refuse('payment.provider');
  return {
    payment: presentOrder(row),
    redirect_url: payPageFor(row.redirect_url, context.paymentProvider, call.origin),
  };
};

async function findOffer(
  { context, site, member }: MemberCall,
  input: Parameters<typeof createPayment>[0],
): Promise<Offer> {
  const rows = await context.database.all(listBundlesOfCountry, {
    scopes: scopesOf(site.key, site.settings.niche),
    country: member.country,
  });
  const bundle = rows.find((row) => row.bundle_id === input.bundle);
  if (!bundle) return { bundle, methodOffered: false };
  if (directDebitMethods.has(input.paymentmethod) && (await balanceOf(context.database, member.id)) < 0)
    return { bundle, methodOffered: false };
  const money = { minor: bundle.amount, currency: bundle.currency };
  const methods = await findMethods(context, member.country, money, methodsTimeoutMs);
  return { bundle, methodOffered: methods?.includes(input.paymentmethod) ?? true };
}

function orderValues(paymentId: string, bundle: BundleRow, method: string, call: MemberCall) {
  const { context, site, member, origin, language } = call;
  const { bundle_id, credits, amount, currency } = bundle;
  const say = context.sentences.in(language);
  const description = `${site.settings.name}: ${say('common.credits', { count: credits })}, ${orderNumberOf(paymentId)}`;
  return {
    memberId: member.id,
    paymentId,
    bundleId: bundle_id,
    credits,
    amount,
    currency,
    method,
    provider: providerStateOf(context).provider.name,
    returnOrigin: origin,
    description,
    language,
    now: context.clock.now(),
  };
}

async function markPending(context: AppContext, memberId: string, paymentId: string): Promise<void> {
  await context.database.transaction((tx) => tx.run(endCreation, { memberId, paymentId, status: 'pending' }));
}
