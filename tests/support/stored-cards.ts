import { toId } from '../../contract/platform/id.ts';
import type { TestClient } from './test-app.ts';
import type { Shop } from './payments.ts';

const byCard = { paymentmethod: 'credit_card' };

/** Offers the steps for stored cards, with the provider's view of them. */
export function cardsAt(shop: Shop) {
  const charges = async (buyer: TestClient) => {
    const { body } = await shop.sandbox.call('GET', '/v2/payments?limit=250');
    const all = body['_embedded'].payments as {
      sequenceType: string;
      status: string;
      amount: { value: string };
      metadata: { member_id: MemberId };
    }[];
    return all.filter((one) => one.sequenceType === 'recurring' && one.metadata.member_id === buyer.id);
  };

  /** Places an open order whose card will be stored. */
  async function first(buyer: TestClient, fields: object = {}) {
    const { body } = await shop.order(buyer, byCard, { store_card: true, ...fields });
    const paymentId = body.payment.payment_id;
    const id = await shop.providerId(paymentId);
    const { mandateId, customerId } = (await shop.sandbox.get(id)).body as { mandateId: string; customerId: string };
    return { paymentId, id, mandateId, customerId };
  }

  return {
    charges,
    first,
    list: async (buyer: TestClient) => (await buyer.call('listRepeatOrders')).body,
    async withCard(card = 'visa', holder?: TestClient) {
      const buyer = holder ?? (await shop.test.member());
      const made = await first(buyer);
      await shop.deliver(made.id, 'paid', { card });
      await shop.test.runJobs();
      const [stored] = (await buyer.call('listRepeatOrders')).body.cards;
      return { buyer, card: toId<CardId>(stored?.id), ...made };
    },
    repeat: (buyer: TestClient, card: string, fields: object = {}) =>
      shop.order(buyer, byCard, { stored_card: card, begin_at_once: true, ...fields }),
  };
}
