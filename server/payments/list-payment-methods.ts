import type { Handler } from '../platform/handler.ts';
import { takesDebits } from './debit/subjects.ts';
import { findOffer } from './find-methods.ts';
import { directDebit } from './rules.ts';

// Every page with a footer waits for this call.
const methodsTimeoutMs = 300;

/** The methods with which the member or visitor can pay; a short fallback list if no provider responds. */
export const listPaymentMethods: Handler<'listPaymentMethods'> = async (_input, call) => {
  const { country, methods, methodsMissing } = await findOffer(call, undefined, methodsTimeoutMs);
  const offered = methods.filter((method) => method !== directDebit || takesDebits(call));
  return { country, paymentmethods: offered, methods_missing: methodsMissing };
};
