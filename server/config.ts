import { resolve } from 'node:path';

/** What a process may do: pages and calls, the live channel, jobs with their schedules. */
const roles = ['web', 'live', 'worker'] as const;
export type Role = (typeof roles)[number];

/** Everything the environment says, read and checked once. README lists each variable. */
export interface Config {
  production: boolean;
  /** What this process does. */
  roles: readonly Role[];
  host: string;
  port: number;
  /** Configured origin of links in mails and redirects; without one, the request's own host. */
  publicOrigin: string | null;
  databaseUrl: string | null;
  /** Redis or Valkey as the bus between nodes. */
  redisUrl: string | null;
  dataDir: string;
  /** The labelled demo site: fictional members who answer, outbox page, sandbox payments. */
  demo: boolean;
  /** Signs links of photos; made and kept in the data folder when not set outside production. */
  secret: string | null;
  smtpUrl: string | null;
  mailFrom: string;
  payments: { url: string | null; apiKey: string | null; webhookOrigin: string | null };
  trustProxy: boolean;
  rateLimitFactor: number;
  logLevel: string;
  /** Header in which the edge tells the visitor's country, if any. */
  countryHeader: string | null;
}

type Environment = Record<string, string | undefined>;

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Reads and checks the environment. Throws one error that names every missing or unsafe setting. */
export function readConfig(env: Environment, root: string): Config {
  const faults: string[] = [];
  const production = env['NODE_ENV'] === 'production';
  const port = Number(env['PORT'] ?? 3000);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) faults.push('PORT is not a port number');
  const factor = Number(env['RATE_LIMIT_FACTOR'] ?? (production ? 1 : 100));
  if (!(factor >= 1)) faults.push('RATE_LIMIT_FACTOR is below 1');
  if (env['LOG_LEVEL'] !== undefined && !logLevels.includes(env['LOG_LEVEL']))
    faults.push(`LOG_LEVEL is none of ${logLevels.join(', ')}`);
  if (env['PUBLIC_ORIGIN'] !== undefined && !isOrigin(env['PUBLIC_ORIGIN']))
    faults.push('PUBLIC_ORIGIN is not an origin: scheme and host, no path');
  if (env['REDIS_URL'] !== undefined && !isRedisUrl(env['REDIS_URL']))
    faults.push('REDIS_URL is not an address such as redis://host:6379');
  if (env['DEMO'] !== undefined && env['DEMO'] !== '0' && production) faults.push('DEMO is not allowed in production');

  const config: Config = {
    production,
    roles: readRoles(env['ROLE'], faults),
    host: env['HOST'] ?? (production ? '0.0.0.0' : '127.0.0.1'),
    port,
    publicOrigin: env['PUBLIC_ORIGIN']?.replace(/\/$/, '') ?? null,
    databaseUrl: env['DATABASE_URL'] ?? null,
    redisUrl: env['REDIS_URL'] ?? null,
    dataDir: resolve(root, env['DATA_DIR'] ?? '.data'),
    demo: !production && env['DEMO'] !== '0',
    secret: env['SECRET'] ?? null,
    smtpUrl: env['SMTP_URL'] ?? null,
    mailFrom: env['MAIL_FROM'] ?? 'hello@tealight.example',
    payments: {
      url: env['PAYMENTS_URL'] ?? null,
      apiKey: env['PAYMENTS_API_KEY'] ?? null,
      webhookOrigin: env['PAYMENTS_WEBHOOK_ORIGIN']?.replace(/\/$/, '') ?? null,
    },
    trustProxy: env['TRUST_PROXY'] === '1',
    rateLimitFactor: factor,
    logLevel: env['LOG_LEVEL'] ?? 'info',
    countryHeader: env['COUNTRY_HEADER']?.toLowerCase() ?? null,
  };
  if (config.roles.length < roles.length) faults.push(...sharingFaults(config));
  if (production) faults.push(...productionFaults(config, env));
  if (faults.length > 0) throw new Error(`Tealight does not start with these settings:\n- ${faults.join('\n- ')}`);
  return config;
}

function readRoles(text: string | undefined, faults: string[]): Role[] {
  if (text === undefined) return [...roles];
  const names = text.split(',').map((name) => name.trim());
  if (names.every((name) => (roles as readonly string[]).includes(name)))
    return roles.filter((role) => names.includes(role));
  faults.push(`ROLE names something else than ${roles.join(', ')}`);
  return [...roles];
}

// A process with a part of the roles needs others beside it, and what they have in common outside of each.
function sharingFaults({ databaseUrl, payments }: Config): string[] {
  const faults: string[] = [];
  if (!databaseUrl) faults.push('ROLE needs DATABASE_URL: the embedded database belongs to one process');
  if (!payments.url) faults.push('ROLE needs PAYMENTS_URL: the embedded sandbox belongs to one process');
  return faults;
}

function productionFaults(config: Config, env: Environment): string[] {
  const faults: string[] = [];
  if (!config.databaseUrl) faults.push('DATABASE_URL is missing');
  if (!config.secret || config.secret.length < 32) faults.push('SECRET is missing or shorter than 32 characters');
  if (!config.publicOrigin?.startsWith('https://')) faults.push('PUBLIC_ORIGIN is missing or not an https address');
  if (!config.smtpUrl) faults.push('SMTP_URL is missing');
  if (!env['MAIL_FROM']) faults.push('MAIL_FROM is missing');
  if (!config.payments.url?.startsWith('https://')) faults.push('PAYMENTS_URL is missing or not an https address');
  if (!config.payments.apiKey) faults.push('PAYMENTS_API_KEY is missing');
  return faults;
}

// Links are made by putting a path behind it.
function isOrigin(text: string): boolean {
  return URL.canParse(text) && /^https?:/.test(text) && new URL(text).origin === text.replace(/\/$/, '');
}

function isRedisUrl(text: string): boolean {
  return URL.canParse(text) && /^rediss?:$/.test(new URL(text).protocol);
}
