import { codeGuessesPerHour } from '../../contract/discounts/limits.ts';
import { type Module, because, withMember, deletedWithMember, reasons } from '../module.ts';
import { codeCommands } from './commands.ts';
import { dismissTimeBonus } from './dismiss-time-bonus.ts';
import { getDiscountCode } from './get-discount-code.ts';
import { getLastOffer } from './get-last-offer.ts';

export const discounts = {
  public: [
    'claim-discount.ts',
    'discount.ts',
    'erase-discounts.ts',
    'find-discount.ts',
    'find-first-purchase.ts',
    'list-prices.ts',
    'rules.ts',
  ],
  operations: { getDiscountCode, getLastOffer, dismissTimeBonus },
  limits: {
    code: { points: codeGuessesPerHour, seconds: 3_600, byAddress: true, durable: true },
  },
  commands: { codes: codeCommands },
  acts: ['codes-list', 'codes-add', 'codes-end'],
  tables: {
    discount_codes: {
      key: null,
      erasure: { rule: 'deleted', why: 'personal codes are deleted; the others are settings' },
      export: 'orders',
      columnsNotExported: {
        ...because('the rules of the code', 'country', 'created_at', 'currency', 'ended_at', 'member_uses_max'),
        ...because('the rules of the code', 'minimum', 'scope', 'uses', 'uses_max'),
      },
    },
    discount_redeemers: {
      key: 'redeemer',
      erasure: {
        rule: 'kept',
        why: 'hashes, so that a one-time discount is taken only once',
        keeps: ['redeemer', 'slot'],
      },
      notExported: reasons.guards,
    },
    discount_claims: {
      ...withMember,
      erasure: {
        rule: 'kept',
        why: 'belongs to the order; redeemers are hashes',
        keeps: ['slot', 'code', 'scope', 'redeemers'],
      },
      export: 'orders',
      columnsNotExported: {
        redeemers: reasons.guards,
        number: reasons.workings,
        released_at: reasons.workings,
        scope: reasons.workings,
        slot: reasons.workings,
      },
    },
    time_bonuses: { ...withMember, erasure: deletedWithMember, export: 'orders' },
    last_offers: { ...withMember, erasure: deletedWithMember, export: 'orders' },
  },
} satisfies Module;
