/** Stripe's name of each method, and the name of its sign on the pay page. */
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
