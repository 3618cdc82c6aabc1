import type { Letters } from './accounts/letters.ts';
import { orderConfirmation } from './payments/order-confirmation.ts';

/** The e-mails of the other modules. */
export const letters: Letters = {
  'order-confirmation': orderConfirmation,
};
