/** The first payment provider, which speaks Mollie's API; without `url`, the sandbox is used. */
export interface PaymentSettings {
  url: string | null;
  apiKey: string | null;
  webhookOrigin: string | null;
  /** True for a rehearsal: only test payments, labeled as such everywhere. */
  test: boolean;
}

/** Stripe; its address is set in tests only. */
export interface StripeSettings {
  url: string | null;
  apiKey: string;
  webhookSecrets: readonly string[];
}

type Environment = Record<string, string | undefined>;

/** Reads the settings of the payment providers and adds their problems to `problems`. */
export function readPayments(
  env: Environment,
  production: boolean,
  problems: string[],
): { payments: PaymentSettings; stripe: StripeSettings | null } {
  const { PAYMENTS_URL: url = null, PAYMENTS_API_KEY: apiKey = null, PAYMENTS_WEBHOOK_ORIGIN: webhookOrigin } = env;
  const isTest = env['PAYMENTS_TEST'];
  if (!['0', '1', undefined].includes(isTest)) problems.push('PAYMENTS_TEST is neither 0 nor 1');
  if (webhookOrigin !== undefined && !isOrigin(webhookOrigin))
    problems.push('PAYMENTS_WEBHOOK_ORIGIN is not an origin: scheme and host, no path');
  if (production && !url?.startsWith('https://')) problems.push('PAYMENTS_URL is missing or not an https address');
  // Request paths already begin with the version.
  if (url !== null && /\/v2\/?$/.test(url)) problems.push('PAYMENTS_URL ends in /v2: only what stands before it');
  if (production && !apiKey) problems.push('PAYMENTS_API_KEY is missing');
  const payments = { url, apiKey, webhookOrigin: webhookOrigin?.replace(/\/$/, '') ?? null, test: isTest === '1' };
  const stripe = readStripe(env, production, problems);
  problems.push(...keyProblems(production, payments, stripe));
  return { payments, stripe };
}

// Two secrets are valid while one replaces the other.
const webhookSecretsMax = 2;

function readStripe(env: Environment, production: boolean, problems: string[]): StripeSettings | null {
  const { STRIPE_API_KEY: apiKey, STRIPE_URL: url = null, STRIPE_WEBHOOK_SECRETS: secrets = '' } = env;
  const webhookSecrets = secrets
    .split(',')
    .map((secret) => secret.trim())
    .filter((secret) => secret !== '');
  if (apiKey === undefined) {
    if (url !== null) problems.push('STRIPE_URL is of no use without STRIPE_API_KEY');
    if (webhookSecrets.length > 0) problems.push('STRIPE_WEBHOOK_SECRETS is of no use without STRIPE_API_KEY');
    return null;
  }
  if (!/^[rs]k_(?:live|test)_/.test(apiKey)) problems.push('STRIPE_API_KEY is neither a secret nor a restricted key');
  if (webhookSecrets.length === 0 || webhookSecrets.length > webhookSecretsMax)
    problems.push('STRIPE_WEBHOOK_SECRETS is not one secret, or two with a comma');
  if (url !== null && !isOrigin(url)) problems.push('STRIPE_URL is not an origin: scheme and host, no path');
  if (production) {
    if (url !== null) problems.push('STRIPE_URL is for tests');
    if (webhookSecrets.some((secret) => !secret.startsWith('whsec_')))
      problems.push('STRIPE_WEBHOOK_SECRETS has something that is no secret of a webhook');
  }
  return { url, apiKey, webhookSecrets };
}

/**
 * Keys of the wrong kind. With a test key the provider reports payments as paid without any money, so production
 * takes only live keys, and a rehearsal only test keys.
 */
function keyProblems(production: boolean, payments: PaymentSettings, stripe: StripeSettings | null): string[] {
  const keys = [
    ['PAYMENTS_API_KEY', payments.apiKey, payments.test ? /^test_/ : /^live_/],
    ['STRIPE_API_KEY', stripe?.apiKey, payments.test ? /^[rs]k_test_/ : /^[rs]k_live_/],
  ] as const;
  return keys.flatMap(([name, key, kind]) => {
    if (!key || kind.test(key)) return [];
    if (payments.test) return [`PAYMENTS_TEST takes keys for tests alone: ${name} is none`];
    return production ? [`${name} is no live key: PAYMENTS_TEST=1 is for a rehearsal`] : [];
  });
}

// Origins only: links are built by appending a path.
export function isOrigin(text: string): boolean {
  return URL.canParse(text) && /^https?:/.test(text) && new URL(text).origin === text.replace(/\/$/, '');
}
