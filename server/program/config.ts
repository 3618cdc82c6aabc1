import { readFileSync } from 'node:fs';
import { isIP, isIPv4 } from 'node:net';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';

import type { TermsVersion } from '../accounts/terms/terms-versions.data.ts';
import { type MailSettings, readMail } from './config-mail.ts';
import { type PaymentSettings, type StripeSettings, isOrigin, readPayments } from './config-payments.ts';
import { isOnThisMachine } from '../platform/limits/addresses.ts';
import type { TestPushService } from '../platform/push/push-client.ts';
import { isRedisUrl } from '../platform/bus/redis.ts';
import { isPushKey, isPushSubject } from '../platform/push/rules.ts';
import type { S3Settings } from '../platform/storage/s3-storage.ts';

const roles = ['web', 'live', 'worker'] as const;
export type Role = (typeof roles)[number];

export interface Config {
  production: boolean;
  roles: readonly Role[];
  host: string;
  port: number;
  /** Origin of links in mails and redirects; null: the origin of the request. */
  publicOrigin: string | null;
  databaseUrl: string | null;
  /** A streaming replica of the database for searches and digests. */
  searchDatabaseUrl: string | null;
  /** The connections that a process holds at most, besides those of the bus and of the jobs. */
  databaseConnections: number;
  redisUrl: string | null;
  dataDir: string;
  /** The bucket for photos, exports and the ledger of erasures; null: folders of the data folder. */
  s3: S3Settings | null;
  /** Whether this is the demo: fictional members who reply, and the outbox page. */
  demo: boolean;
  /** Signs links and tokens, and keys hashes. Null outside production: one is generated and kept in the data folder. */
  secret: string | null;
  smtpUrl: string | null;
  mailFrom: string;
  mail: MailSettings;
  /** The gateway for text messages. Without one, they go to the outbox; in production, none are sent. */
  sms: { url: string; token: string; sender: string } | null;
  /** Whether this is a rehearsal: only test payments, labeled everywhere, and no search engine lists the pages. */
  rehearsal: boolean;
  payments: PaymentSettings;
  stripe: StripeSettings | null;
  /** `subject` is the operator's contact address. Outside production, a missing key derives from the secret. */
  push: { subject: string; privateKey: string | null; testService: TestPushService | null } | null;
  termsTest: readonly TermsVersion[];
  /** The origins that postbacks may be sent to. Production refuses `http:`. */
  postbackOrigins: readonly string[];
  /** The number of proxies in front, or their address ranges. */
  trustProxy: number | readonly string[];
  /** Where `/metrics` is served; null: nowhere. */
  metrics: { host: string; port: number } | null;
  /** How long a process that is told to end still takes requests while /readyz fails. */
  drainMs: number;
  /** Whether a start runs the migrations, or waits until `npm run migrate` has run them. */
  migrates: boolean;
  hstsSubdomains: boolean;
  rateLimitFactor: number;
  logLevel: string;
  /** One in this many successful calls is logged; Infinity: none. */
  logSample: number;
  /** Name of the staff member who runs a command, for the log of acts. */
  staffUser: string | null;
  countryHeader: string | null;
  /** Unknown variables that resemble a known one, each with that name in parentheses. */
  misspelled: readonly string[];
}

type Environment = Record<string, string | undefined>;

const defaultSender = 'hello@tealight.example';
const environments = ['development', 'test', 'production'];
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Reads the environment, which wins over the file that ENV_FILE names. Empty variables are missing. */
export function readEnvironment(env: Environment = process.env): Environment {
  const file = env['ENV_FILE'];
  if (!file) return env;
  try {
    return { ...parseEnv(readFileSync(file, 'utf8')), ...withoutEmpty(env) };
  } catch (error) {
    throw new Error(`ENV_FILE cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

function withoutEmpty(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
}

function recordReads(given: Environment): { env: Environment; read: ReadonlySet<string> } {
  const read = new Set<string>();
  const get = (target: Environment, name: string | symbol): string | undefined => {
    if (typeof name !== 'string') return undefined;
    read.add(name);
    return target[name];
  };
  return { env: new Proxy(given, { get }), read };
}

function refuse(problems: readonly string[]): never {
  throw new Error(`Tealight does not start with these settings:\n- ${problems.join('\n- ')}`);
}

/** Throws one error that names every missing or unsafe setting. */
export function readConfig(environment: Environment, root: string): Config {
  const { env, read } = recordReads(withoutEmpty(environment));
  const problems: string[] = [];
  const production = env['NODE_ENV'] === 'production';
  // A misspelled value would start the demo site with its outbox.
  if (!environments.includes(env['NODE_ENV'] ?? 'development'))
    problems.push('NODE_ENV is not development, test or production');
  const port = readPort('PORT', env['PORT'] ?? '3000', problems);
  const factor = Number(env['RATE_LIMIT_FACTOR'] ?? (production ? 1 : 100));
  if (!(factor >= 1 && factor < Infinity)) problems.push('RATE_LIMIT_FACTOR is not a number of at least 1');
  if (!['0', '1', undefined].includes(env['HSTS_SUBDOMAINS'])) problems.push('HSTS_SUBDOMAINS is neither 0 nor 1');
  const drainSeconds = Number(env['DRAIN_SECONDS'] ?? (production ? 5 : 0));
  if (!(drainSeconds >= 0 && drainSeconds <= 600)) problems.push('DRAIN_SECONDS is not a number from 0 to 600');
  if (!['auto', 'off', undefined].includes(env['MIGRATE'])) problems.push('MIGRATE is neither auto nor off');
  if (env['LOG_LEVEL'] !== undefined && !logLevels.includes(env['LOG_LEVEL']))
    problems.push(`LOG_LEVEL is not one of ${logLevels.join(', ')}`);
  checkAddresses(env, problems);
  if (env['DEMO'] !== undefined && env['DEMO'] !== '0' && production)
    problems.push('DEMO is not allowed in production');

  const mailFrom = env['MAIL_FROM'] ?? defaultSender;
  const config: Config = {
    production,
    roles: readRoles(env['ROLE'], problems),
    host: env['HOST'] ?? '127.0.0.1',
    port,
    publicOrigin: env['PUBLIC_ORIGIN']?.replace(/\/$/, '') ?? null,
    databaseUrl: env['DATABASE_URL'] ?? null,
    searchDatabaseUrl: env['SEARCH_DATABASE_URL'] ?? null,
    databaseConnections: readConnections(env['DATABASE_CONNECTIONS'], problems),
    redisUrl: env['REDIS_URL'] ?? null,
    dataDir: resolve(root, env['DATA_DIR'] ?? '.data'),
    s3: readS3(env, production, problems),
    // A configured database may be someone else's, so there the demo site must be asked for.
    demo: !production && (env['DEMO'] === undefined ? !env['DATABASE_URL'] : env['DEMO'] !== '0'),
    secret: env['SECRET'] ?? null,
    smtpUrl: env['SMTP_URL'] ?? null,
    mailFrom,
    mail: readMail(env, { mailFrom, root, production }, problems),
    sms: readSms(env, problems),
    ...readPayments(env, production, problems),
    push: readPush(env, production, problems),
    termsTest: readTermsTest(env['TERMS_TEST'], production, problems),
    postbackOrigins: readPostbackHosts(env['POSTBACK_HOSTS'], production, problems),
    trustProxy: readProxies(env['TRUST_PROXY'], problems),
    metrics: readMetrics(env, port, problems),
    drainMs: drainSeconds * 1_000,
    migrates: env['MIGRATE'] === undefined ? !production : env['MIGRATE'] === 'auto',
    hstsSubdomains: env['HSTS_SUBDOMAINS'] !== '0',
    rateLimitFactor: factor,
    staffUser: env['STAFF_USER'] ?? null,
    // At a terminal, the address is printed separately; only warnings and errors are logged beside it.
    logLevel: env['LOG_LEVEL'] ?? (production ? 'info' : 'warn'),
    logSample: readSample(env['LOG_SAMPLE'], problems),
    countryHeader: env['COUNTRY_HEADER']?.toLowerCase() ?? null,
    misspelled: [],
  };
  if (config.roles.length < roles.length) problems.push(...sharedServiceProblems(config));
  if (production) problems.push(...productionProblems(config, env));
  if (config.rehearsal && config.postbackOrigins.length > 0)
    problems.push(
      'POSTBACK_HOSTS is not allowed with PAYMENTS_TEST: networks would hear of purchases that brought no money',
    );
  config.misspelled = findMisspelled(Object.keys(env), read);
  if (problems.length > 0) refuse([...problems, ...config.misspelled.map((name) => `${name} looks misspelled`)]);
  return config;
}

function checkAddresses(env: Environment, problems: string[]): void {
  if (env['PUBLIC_ORIGIN'] !== undefined && !isOrigin(env['PUBLIC_ORIGIN']))
    problems.push('PUBLIC_ORIGIN is not an origin: scheme and host, no path');
  if (env['REDIS_URL'] !== undefined && !isRedisUrl(env['REDIS_URL']))
    problems.push('REDIS_URL is not an address such as redis://host:6379 or redis+sentinel://host:26379/name');
  if (env['SMTP_URL'] !== undefined && !/^smtps?:\/\/[^/]/.test(env['SMTP_URL']))
    problems.push('SMTP_URL is not an address such as smtp://user:password@host:587');
  if (env['MAIL_FROM'] !== undefined && !/^[^@\s<>",;]+@[^@\s<>",;.]+(?:\.[^@\s<>",;.]+)+$/.test(env['MAIL_FROM']))
    problems.push('MAIL_FROM is not an email address');
  const urls = { DATABASE_URL: env['DATABASE_URL'], SEARCH_DATABASE_URL: env['SEARCH_DATABASE_URL'] };
  for (const [name, url] of Object.entries(urls))
    if (url !== undefined && !/^postgres(?:ql)?:\/\//.test(url))
      problems.push(`${name} is not an address such as postgresql://user:password@host/database`);
}

function readMetrics(env: Environment, pagesPort: number, problems: string[]): Config['metrics'] {
  const { METRICS_PORT: text, METRICS_HOST: host = '127.0.0.1' } = env;
  if (text === undefined) return null;
  const port = readPort('METRICS_PORT', text, problems);
  // Everybody would see the metrics, or nobody the pages.
  if (port === pagesPort && port !== 0) problems.push('METRICS_PORT is the same as PORT');
  return { host, port };
}

function readPort(name: string, text: string, problems: string[]): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) problems.push(`${name} is not a port number`);
  return port;
}

function readSample(text: string | undefined, problems: string[]): number {
  const sample = Number(text ?? 1);
  if (!Number.isInteger(sample) || sample < 0) problems.push('LOG_SAMPLE is not a whole number');
  return sample || Infinity;
}

function readConnections(text: string | undefined, problems: string[]): number {
  const connections = Number(text ?? 16);
  // The jobs alone can hold five.
  if (!Number.isInteger(connections) || connections < 8 || connections > 1_000)
    problems.push('DATABASE_CONNECTIONS is not a whole number from 8 to 1000');
  return connections;
}

function readS3(env: Environment, production: boolean, problems: string[]): Config['s3'] {
  const { S3_BUCKET: bucket, S3_ENDPOINT: endpoint = null, S3_REGION: region = 'us-east-1' } = env;
  const { S3_KEY_ID: keyId = '', S3_SECRET: secret = '', S3_FORCE_PATH_STYLE: style = '0', PHOTOS_ALSO: also } = env;
  const { MEDIA_ACCEL: accel = '0' } = env;
  if (!['0', '1'].includes(accel)) problems.push('MEDIA_ACCEL is neither 0 nor 1');
  if (bucket === undefined) {
    for (const name of ['S3_ENDPOINT', 'S3_KEY_ID', 'S3_SECRET', 'PHOTOS_ALSO'])
      if (env[name] !== undefined) problems.push(`${name} has no effect without S3_BUCKET`);
    if (accel === '1') problems.push('MEDIA_ACCEL needs S3_BUCKET: nginx fetches pictures from a bucket only');
    return null;
  }
  // Certificates of the vendor do not cover names with dots.
  if (!/^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/.test(bucket))
    problems.push('S3_BUCKET is not the name of a bucket, or has dots');
  if (endpoint !== null && !isOrigin(endpoint)) problems.push('S3_ENDPOINT is not an origin: scheme and host, no path');
  else if (production && endpoint !== null && !endpoint.startsWith('https:') && !isOnThisMachine(endpoint))
    problems.push('S3_ENDPOINT is neither an https address nor on this machine');
  if (!/^[a-z0-9-]+$/.test(region)) problems.push('S3_REGION is not the name of a region');
  if (keyId === '') problems.push('S3_KEY_ID is missing');
  if (secret === '') problems.push('S3_SECRET is missing');
  if (!['0', '1'].includes(style)) problems.push('S3_FORCE_PATH_STYLE is neither 0 nor 1');
  if (!['disk', undefined].includes(also)) problems.push('PHOTOS_ALSO can only be disk');
  const own = { endpoint, region, bucket, keyId, secret, forcePathStyle: style === '1' };
  return { ...own, accel: accel === '1', alsoDisk: also === 'disk' };
}

function readSms(env: Environment, problems: string[]): Config['sms'] {
  const { SMS_URL: url, SMS_TOKEN: token = '', SMS_SENDER: sender = 'Tealight' } = env;
  if (url === undefined) return null;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) problems.push('SMS_URL is not a web address');
  if (token === '') problems.push('SMS_TOKEN is missing');
  // Phone networks show the sender in place of a number.
  if (!/^(?:[A-Za-z0-9]{1,11}|\+[1-9]\d{6,14})$/.test(sender))
    problems.push('SMS_SENDER is neither up to 11 letters and digits nor a number such as +31612345678');
  return { url, token, sender };
}

function readTermsTest(text: string | undefined, production: boolean, problems: string[]): readonly TermsVersion[] {
  if (text === undefined) return [];
  if (production) problems.push('TERMS_TEST is only for tests');
  else
    try {
      return JSON.parse(text) as readonly TermsVersion[];
    } catch {
      problems.push('TERMS_TEST is not JSON');
    }
  return [];
}

function readPush(env: Environment, production: boolean, problems: string[]): Config['push'] {
  const { PUSH_SUBJECT: subject, PUSH_PRIVATE_KEY: privateKey = null, PUSH_TEST_SERVICE: origin } = env;
  if (privateKey !== null && !isPushKey(privateKey))
    problems.push('PUSH_PRIVATE_KEY is not a private key of P-256 in base64url');
  if (origin !== undefined && (production || !isOrigin(origin)))
    problems.push('PUSH_TEST_SERVICE must be an origin and is only for tests');
  if (production && privateKey === null) {
    if (subject !== undefined) problems.push('PUSH_SUBJECT has no effect without PUSH_PRIVATE_KEY');
    return null;
  }
  if (subject === undefined ? production : !isPushSubject(subject))
    problems.push('PUSH_SUBJECT is not a mailto: or https: address at a public host, which push services require');
  const testService = origin === undefined ? null : { origin, certificate: env['PUSH_TEST_CERTIFICATE'] ?? '' };
  return { subject: subject ?? `mailto:${env['MAIL_FROM'] ?? defaultSender}`, privateKey, testService };
}

function readRoles(text: string | undefined, problems: string[]): Role[] {
  if (text === undefined) return [...roles];
  const names = text.split(',').map((name) => name.trim());
  if (names.every((name) => (roles as readonly string[]).includes(name)))
    return roles.filter((role) => names.includes(role));
  problems.push(`ROLE may only contain ${roles.join(', ')}`);
  return [...roles];
}

/** Returns hosts as https origins. Tests may also name http origins, because a test network has no certificate. */
function readPostbackHosts(text: string | undefined, production: boolean, problems: string[]): string[] {
  const hosts = (text ?? '').split(',').map((host) => host.trim());
  return hosts
    .filter((host) => host !== '')
    .map((host) => {
      const isHost = /^(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*$/.test(host);
      if (!isHost && (production || !isOrigin(host) || !host.startsWith('http:')))
        problems.push(`POSTBACK_HOSTS has ${host}, which is not a host such as postback.example.org`);
      return isHost ? `https://${host}` : host;
    });
}

function readProxies(text: string | undefined, problems: string[]): number | readonly string[] {
  if (text === undefined) return 0;
  if (/^\d$/.test(text)) return Number(text);
  const ranges = text.split(',').map((range) => range.trim());
  if (ranges.every(isAddressRange)) return ranges;
  problems.push('TRUST_PROXY is neither a number of proxies up to 9 nor a list of address ranges such as 10.0.0.0/8');
  return 0;
}

// A range of all addresses would trust everyone.
function isAddressRange(text: string): boolean {
  const [address = '', bits, ...others] = text.split('/');
  if (isIP(address) === 0 || others.length > 0) return false;
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (isIPv4(address) ? 32 : 128));
}

// A process with some of the roles works beside others, so the services that they share cannot be embedded in one.
function sharedServiceProblems({ databaseUrl, payments }: Config): string[] {
  const problems: string[] = [];
  if (!databaseUrl) problems.push('ROLE needs DATABASE_URL: the embedded database belongs to one process');
  if (!payments.url) problems.push('ROLE needs PAYMENTS_URL: the embedded sandbox belongs to one process');
  return problems;
}

function productionProblems(config: Config, env: Environment): string[] {
  const problems: string[] = [];
  if (!config.databaseUrl) problems.push('DATABASE_URL is missing');
  if (!config.secret || config.secret.length < 32) problems.push('SECRET is missing or shorter than 32 characters');
  // A random secret of 32 characters has about 25 distinct ones, or 14 if it is hexadecimal.
  else if (new Set(config.secret).size < 8) problems.push('SECRET is not random');
  if (!config.publicOrigin?.startsWith('https://')) problems.push('PUBLIC_ORIGIN is missing or not an https address');
  if (!config.smtpUrl) problems.push('SMTP_URL is missing');
  if (!env['MAIL_FROM']) problems.push('MAIL_FROM is missing');
  if (config.sms && !config.sms.url.startsWith('https://')) problems.push('SMS_URL is not an https address');
  if (config.rateLimitFactor > 1) problems.push('RATE_LIMIT_FACTOR is above 1');
  return problems;
}

/** The length from which a name can be misspelled: shorter ones resemble others by chance. */
const lengthMin = 6;
const mistakesMax = 2;

function findMisspelled(given: readonly string[], read: ReadonlySet<string>): string[] {
  return given.flatMap((name) => {
    if (read.has(name) || name.length < lengthMin) return [];
    const near = [...read].filter((one) => one.length >= lengthMin && mistakes(name, one) <= mistakesMax);
    const [meant] = near.toSorted((a, b) => mistakes(name, a) - mistakes(name, b));
    return meant === undefined ? [] : [`${name} (${meant}?)`];
  });
}

/** Returns the edit distance: added, removed and replaced characters. */
function mistakes(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, place) => place);
  for (const [line, letter] of [...from].entries()) {
    const next = [line + 1];
    for (const [place, other] of [...to].entries())
      next.push(
        Math.min((row[place] ?? 0) + (letter === other ? 0 : 1), (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}
