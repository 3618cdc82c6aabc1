import type { TestClient } from './test-app.ts';
import type { Shop } from './payments.ts';

const byCard = { paymentmethod: 'credit_card' };

/** Steps for stored cards, with the provider's view of them; `open` returns the open shop. */
export function cardsAt(open: () => Shop) {
  const charges = async (buyer: TestClient) => {
    const { body } = await open().sandbox.call('GET', '/v2/payments?limit=250');
    const all = body['_embedded'].payments as {
      sequenceType: string;
      status: string;
      amount: { value: string };
      metadata: { member_id: string };
    }[];
    return all.filter((one) => one.sequenceType === 'recurring' && one.metadata.member_id === buyer.id);
  };

  /** An open order whose card will be stored. */
  async function first(buyer: TestClient, fields: object = {}) {
    const { body } = await open().order(buyer, byCard, { store_card: true, ...fields });
    const paymentId = body.payment.payment_id;
    const id = await open().providerId(paymentId);
    const { mandateId, customerId } = (await open().sandbox.get(id)).body as { mandateId: string; customerId: string };
    return { paymentId, id, mandateId, customerId };
  }

  return {
    charges,
    first,
    list: async (buyer: TestClient) => (await buyer.call('listRepeatOrders')).body,
    async withCard(card = 'visa', holder?: TestClient) {
      const buyer = holder ?? (await open().test.member());
      const made = await first(buyer);
      await open().control(made.id, { status: 'paid', card, webhooks: { times: 1 }, await: true });
      await open().test.runJobs();
      const [stored] = (await buyer.call('listRepeatOrders')).body.cards;
      return { buyer, card: stored?.id ?? '', ...made };
    },
    repeat: (buyer: TestClient, card: string, fields: object = {}) =>
      open().order(buyer, byCard, { stored_card: card, begin_at_once: true, ...fields }),
  };
}
