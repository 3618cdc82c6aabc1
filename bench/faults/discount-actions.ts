import { timeBonusCode } from '../../contract/discounts/limits.ts';
import { visitProvider } from './buyer-visits.ts';
import type { Model, Purchase, TestMember } from './model.ts';
import { newPurchase, placeOrder } from './payment-actions.ts';
import type { Random } from './random.ts';
import { type RoundContext, reportViolation, runErrand } from './round-context.ts';

const outcomes = [
  'paid',
  'paid',
  'paid',
  'failed',
  'canceled',
  'open',
  'withdrawn',
  'paid-then-charged-back',
  'left',
  'left-then-paid',
] as const;
const gone = ['code.used', 'code.not-found'];

/** Orders with a single-use discount from several connections and all accounts of one person. One order must get it. */
export async function raceForDiscount(context: RoundContext, me: TestMember, random: Random): Promise<void> {
  const { model } = context;
  const accounts = model.members.filter(({ mailbox }) => mailbox === me.mailbox);
  const code = !me.paid && random.chance(0.5) ? timeBonusCode : model.code;
  const isFree = listOrders(model, me.mailbox, code).length === 0;
  const purchases: Purchase[] = [];
  const placed = await Promise.all(
    Array.from({ length: random.between(3, 5) }, async (_, index) => {
      const own = random.fork(`order-${index}`);
      const account = accounts[index % accounts.length] ?? me;
      const method = own.pick(['ideal', 'paypal'] as const);
      const wanted = { method, named: code, paymentOutcome: own.pick(outcomes) };
      const purchase = newPurchase(context, account, own, wanted);
      purchases.push(purchase);
      if (!(await placeOrder(context, account, own, purchase, {}, gone))) return false;
      const visit = visitProvider(context, account, purchase, own.fork('provider'));
      runErrand(context, `the buyer of ${purchase.paymentId}`, visit);
      return true;
    }),
  );
  const others = listOrders(model, me.mailbox, code).filter((one) => !purchases.some((own) => own === one));
  if (isFree && others.length === 0 && !placed.includes(true))
    reportViolation(
      context,
      'discount',
      `${code} was free, and none of ${placed.length} orders of ${me.mailbox} got it`,
    );
}

/** A person's orders that may hold the discount. For the first-purchase discount, any order may. */
function listOrders({ members, purchases, debits }: Model, mailbox: string, code: string): { buyer: string }[] {
  const own = new Set(members.filter((member) => member.mailbox === mailbox).map(({ id }) => id));
  const any = code === timeBonusCode ? [...purchases, ...debits] : purchases.filter(({ named }) => named === code);
  return any.filter(({ buyer }) => own.has(buyer));
}
