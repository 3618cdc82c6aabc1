/** Stripe's name of each method, and the name of its badge on the pay page. */
export const stripeNames: ReadonlyMap<string, string> = new Map([
  ['card', 'creditcard'],
  ['sepa_debit', 'directdebit'],
  ['paypal', 'paypal'],
  ['ideal', 'ideal'],
  ['bancontact', 'bancontact'],
  ['blik', 'blik'],
  ['eps', 'eps'],
  ['mobilepay', 'mobilepay'],
  ['p24', 'przelewy24'],
  ['satispay', 'satispay'],
  ['swish', 'swish'],
  ['twint', 'twint'],
]);

/** Names that an account can turn on and off: the methods, and those that are paid on the page for cards. */
export const stripeSwitches: readonly string[] = [...stripeNames.keys(), 'apple_pay', 'cartes_bancaires'];
