import { randomUUID } from 'node:crypto';

import type { AppContext } from '../../server/context.ts';
import { chargeWallets } from '../../server/credits/charge-credits.ts';
import { grantCredits } from '../../server/credits/grant-credits.ts';
import { returnCredits } from '../../server/credits/return-credits.ts';
import { type Wallets, lockWallets } from '../../server/credits/wallets.ts';
import type { ProviderPayment, ProviderReversal } from '../../server/payments/provider.ts';
import { insertPayment } from '../../server/payments/queries.ts';
import { settlePayment } from '../../server/payments/settle-payment.ts';

export interface Bundle {
  credits: number;
  minor: number;
  currency: string;
}

/** The movements of the server's own books that a model is compared with. A planted fault replaces one of them. */
export interface Books {
  order(memberId: string, bundle: Bundle): Promise<string>;
  settle(memberId: string, paymentId: string, bundle: Bundle, reversals: readonly ProviderReversal[]): Promise<void>;
  spend(memberId: string, amount: number, causeId: string): Promise<void>;
  giveBack(memberId: string, causeId: string): Promise<void>;
  bonus(memberId: string, credits: number, causeId: string): Promise<void>;
}

const seenAs = (memberId: string, paymentId: string, { minor, currency }: Bundle): ProviderPayment => ({
  id: `tr_${paymentId}`,
  state: 'paid',
  money: { minor, currency },
  mode: 'test',
  profile: 'pfl_model',
  reference: { memberId, paymentId },
  createdAt: null,
  payPage: null,
  refundedMinor: 0,
  chargedBackMinor: 0,
  reversals: [],
  mandate: null,
  fingerprint: null,
  transfer: null,
});

/** The server's own functions. `inOrder` may change the order in which lots are spent, for a planted fault. */
export function booksOf(app: AppContext, inOrder: (wallets: Wallets) => Wallets = (wallets) => wallets): Books {
  // Each movement has a moment of its own, so that lots have one order.
  let moment = app.clock.now().getTime();
  const clock = { now: () => new Date((moment += 1)) };
  const context = { ...app, clock };
  const { database } = app;
  return {
    order: async (memberId, { credits, minor, currency }) => {
      const paymentId = randomUUID();
      const frozen = { site: 'default', country: 'NL', listAmount: minor, discountCode: null, vatRate: 2_100 };
      const visit = { returnOrigin: '', description: '', language: 'en', now: clock.now() };
      const how = {
        method: 'ideal',
        provider: 'mollie',
        begunAt: null,
        mandate: null,
        storeCard: false,
        storedCardId: null,
      };
      await database.transaction((tx) =>
        tx.run(insertPayment, {
          memberId,
          paymentId,
          bundleId: 'medium',
          credits,
          amount: minor,
          currency,
          ...frozen,
          ...how,
          ...visit,
        }),
      );
      return paymentId;
    },
    settle: (memberId, paymentId, bundle, reversals) =>
      database.transaction((tx) =>
        settlePayment(context, tx, { memberId, paymentId }, { ...seenAs(memberId, paymentId, bundle), reversals }),
      ),
    spend: (memberId, amount, causeId) =>
      database.transaction(async (tx) => {
        const wallets = inOrder(await lockWallets(tx, [memberId]));
        const charge = { memberId, amount, cause: 'message', causeId, otherId: memberId } as const;
        await chargeWallets(tx, wallets, [charge], clock.now());
      }),
    giveBack: async (memberId, causeId) => {
      await database.transaction((tx) => returnCredits(tx, { memberId, cause: 'message', causeId, now: clock.now() }));
    },
    bonus: async (memberId, credits, causeId) => {
      const grant = { memberId, credits, cause: 'bonus', causeId, paymentId: null, price: null } as const;
      await database.transaction((tx) => grantCredits(tx, { ...grant, now: clock.now() }));
    },
  };
}
