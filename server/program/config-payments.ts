import { isOnThisMachine } from '../platform/limits/addresses.ts';

/** The provider speaks Mollie's API; without `url`, the sandbox is used. */
export interface PaymentSettings {
  url: string | null;
  apiKey: string | null;
  webhookOrigin: string | null;
}

export interface StripeSettings {
  url: string | null;
  apiKey: string;
  webhookSecrets: readonly string[];
}

interface Settings {
  rehearsal: boolean;
  payments: PaymentSettings;
  stripe: StripeSettings | null;
}

type Environment = Record<string, string | undefined>;

export function readPayments(env: Environment, production: boolean, problems: string[]): Settings {
  const { PAYMENTS_URL: url = null, PAYMENTS_API_KEY: apiKey = null, PAYMENTS_WEBHOOK_ORIGIN: webhookOrigin } = env;
  const isTest = env['PAYMENTS_TEST'];
  if (!['0', '1', undefined].includes(isTest)) problems.push('PAYMENTS_TEST is neither 0 nor 1');
  if (webhookOrigin !== undefined && !isOrigin(webhookOrigin))
    problems.push('PAYMENTS_WEBHOOK_ORIGIN is not an origin: scheme and host, no path');
  // A rehearsal may use the sandbox beside it.
  const isSandbox = isTest === '1' && url !== null && isOnThisMachine(url);
  if (production && !url?.startsWith('https://') && !isSandbox)
    problems.push('PAYMENTS_URL is missing or not an https address');
  // Request paths already begin with the version.
  if (url !== null && /\/v2\/?$/.test(url)) problems.push('PAYMENTS_URL ends in /v2: give only the part before it');
  if (production && !apiKey) problems.push('PAYMENTS_API_KEY is missing');
  const payments = { url, apiKey, webhookOrigin: webhookOrigin?.replace(/\/$/, '') ?? null };
  const stripe = readStripe(env, production, problems);
  const settings = { rehearsal: isTest === '1', payments, stripe };
  problems.push(...keyProblems(production, settings));
  return settings;
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
    if (url !== null) problems.push('STRIPE_URL has no effect without STRIPE_API_KEY');
    if (webhookSecrets.length > 0) problems.push('STRIPE_WEBHOOK_SECRETS has no effect without STRIPE_API_KEY');
    return null;
  }
  if (!/^[rs]k_(?:live|test)_/.test(apiKey)) problems.push('STRIPE_API_KEY is neither a secret nor a restricted key');
  if (webhookSecrets.length === 0 || webhookSecrets.length > webhookSecretsMax)
    problems.push('STRIPE_WEBHOOK_SECRETS must be one secret, or two separated by a comma');
  if (url !== null && !isOrigin(url)) problems.push('STRIPE_URL is not an origin: scheme and host, no path');
  if (production) {
    if (url !== null) problems.push('STRIPE_URL is only for tests');
    if (webhookSecrets.some((secret) => !secret.startsWith('whsec_')))
      problems.push('STRIPE_WEBHOOK_SECRETS contains a value that is not a webhook secret');
  }
  return { url, apiKey, webhookSecrets };
}

/**
 * Lists keys of the wrong kind. A test key reports payments as paid without any money: production takes only live keys,
 * a rehearsal test keys.
 */
function keyProblems(production: boolean, { rehearsal, payments, stripe }: Settings): string[] {
  const keys = [
    ['PAYMENTS_API_KEY', payments.apiKey, rehearsal ? /^test_/ : /^live_/],
    ['STRIPE_API_KEY', stripe?.apiKey, rehearsal ? /^[rs]k_test_/ : /^[rs]k_live_/],
  ] as const;
  return keys.flatMap(([name, key, kind]) => {
    if (!key || kind.test(key)) return [];
    if (rehearsal) return [`PAYMENTS_TEST accepts only test keys: ${name} is none`];
    return production ? [`${name} is not a live key: PAYMENTS_TEST=1 is for a rehearsal`] : [];
  });
}

// Origins only: links are built by appending a path.
export function isOrigin(text: string): boolean {
  return URL.canParse(text) && /^https?:/.test(text) && new URL(text).origin === text.replace(/\/$/, '');
}
