import { createPublicKey } from 'node:crypto';
import { promises as dns } from 'node:dns';
import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

import { photoMaxBytes } from '../../contract/photos/limits.ts';
import { countries } from '../../contract/platform/countries.ts';
import { checkSmtpLogin } from '../mail/smtp.ts';
import { createMollie } from '../payments/mollie/mollie.ts';
import type { PaymentProvider } from '../payments/provider.ts';
import { checkStorages } from '../photos/check-storages.ts';
import { probePicture } from '../photos/probe-picture.ts';
import { createStripe } from '../payments/stripe/stripe.ts';
import { connectToRedis } from '../platform/bus/redis.ts';
import { systemClock } from '../platform/clock.ts';
import { durabilityFaults, durabilitySettings } from '../platform/database/check-database.ts';
import type { Database } from '../platform/database/database.ts';
import { compareSchema } from '../platform/database/migrate.ts';
import { listZones, readClock, readDurability } from '../platform/database/queries.ts';
import { createLog } from '../platform/monitoring/log.ts';
import { acceptsBody, askAsDoctor, reachesLive } from '../platform/http/doctor.ts';
import { checkSettings } from '../settings/find-site.ts';
import { listDomains } from '../settings/queries.ts';
import type { Config } from './config.ts';
import { openFiles } from './open-files.ts';

export interface Finding {
  about: string;
  state: 'good' | 'warning' | 'fault';
  /** What was found and, unless it is good, what to do. */
  text: string;
}

type Resolver = Pick<dns.Resolver, 'resolve4' | 'resolve6' | 'resolveMx' | 'resolveTxt'>;

export interface Installation {
  config: Config;
  root: string;
  database: Database;
  /** Why the database cannot be used; what needs it is not checked then. */
  databaseFault: string | null;
  resolver?: Resolver;
}

type Verdict = Omit<Finding, 'about'>;
type Checked = Required<Installation>;
type Check = (installation: Checked) => Promise<readonly Verdict[]>;

const good = (text: string): Verdict => ({ state: 'good', text });
const warning = (text: string): Verdict => ({ state: 'warning', text });
const fault = (text: string): Verdict => ({ state: 'fault', text });

// Longer than the limits of the mail library and of the payment providers, which say more about what went wrong.
const checkTimeoutMs = 30_000;
const mebibyte = 1_048_576;
// The largest upload, and the parts of a form around it.
const uploadMaxBytes = photoMaxBytes + mebibyte;

/** What needs the database is left out while it cannot be used. */
const withDatabase: Record<string, Check> = {
  Database: checkDatabase,
  Schema: checkSchema,
  Clock: checkClocks,
  'Time zones': checkZones,
  Sites: checkSites,
};
const others: Record<string, Check> = {
  Redis: checkRedis,
  'Host names': checkHosts,
  'Mail server': checkMailServer,
  'Mail names': checkMailNames,
  Bucket: checkBucket,
  Payments: checkPayments,
  Pushes: checkPushes,
  'Data folder': checkFolder,
  Proxy: checkProxy,
  Variables: checkVariables,
};

/** Examines an installation from outside. No mail is sent and nothing paid; a probe is written to a bucket. */
export async function examineInstallation(given: Installation): Promise<Finding[]> {
  const installation: Checked = { resolver: new dns.Resolver({ timeout: 5_000, tries: 2 }), ...given };
  const checks = Object.entries(given.databaseFault === null ? { ...withDatabase, ...others } : others);
  const found = await Promise.all(
    checks.map(async ([about, check]) => {
      const verdicts = await withinTime(check(installation)).catch((error: Error) => [
        // `fetch` hides the reason in the cause.
        fault(error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message),
      ]);
      return verdicts.map((verdict) => ({ about, ...verdict }));
    }),
  );
  const missing = given.databaseFault === null ? [] : [{ about: 'Database', ...fault(given.databaseFault) }];
  return [...missing, ...found.flat()];
}

async function withinTime<Value>(work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no response within ${checkTimeoutMs / 1_000} s`)), checkTimeoutMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

async function checkDatabase({ config, database }: Checked): Promise<readonly Verdict[]> {
  const more = ['server_version', 'log_error_verbosity', 'max_connections', 'max_wal_size', 'archive_mode'];
  const names = [...durabilitySettings, ...more];
  const rows = await database.all(readDurability, { names });
  const settings = new Map(rows.map(({ name, setting }) => [name, setting ?? '']));
  const allowed = Number(settings.get('max_connections'));
  // The bus, the lock of a worker and the heartbeat of a replica have one each.
  const needed = config.databaseConnections + 2 + (config.searchDatabaseUrl === null ? 0 : 1);
  return [
    good(`PostgreSQL ${settings.get('server_version')}`),
    ...durabilityFaults(rows).map((text) => fault(`${text}. Switch it on in postgresql.conf`)),
    needed > allowed
      ? fault(`a process uses up to ${needed} connections, the server allows ${allowed}: raise max_connections`)
      : good(`each process uses up to ${needed} of the ${allowed} connections`),
    ...(settings.get('log_error_verbosity') === 'terse'
      ? []
      : [
          warning(
            'log_error_verbosity is not terse: the log of the database quotes refused rows, with texts of members',
          ),
        ]),
    ...(Number(settings.get('max_wal_size')) < 4_096
      ? [warning('max_wal_size is below 4 GB: checkpoints come often, and each makes messages write whole pages')]
      : []),
    ...(settings.get('archive_mode') === 'off'
      ? [warning('archive_mode is off: without the log, a restore loses all since the last backup (docs/backups.md)')]
      : []),
  ];
}

async function checkSchema({ database, root }: Checked): Promise<readonly Verdict[]> {
  const { missing, newer } = await compareSchema(database, join(root, 'migrations'));
  if (missing.length > 0) return [fault(`${missing.join(', ')} did not run: run npm run migrate`)];
  if (newer.length > 0) return [warning(`a newer release ran ${newer.join(', ')}, on which this one can run`)];
  return [good('all migrations ran')];
}

async function checkClocks({ database, config }: Checked): Promise<readonly Verdict[]> {
  const found = [await compareClocks('the database', async () => Number((await database.first(readClock))?.now))];
  // The provider of payments is the clock that is surely not on this machine.
  const { url } = config.payments;
  if (url !== null)
    found.push(
      await compareClocks('the payment provider', async () => {
        const { headers } = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(10_000) });
        return new Date(headers.get('date') ?? '').getTime();
      }),
    );
  return found;
}

async function compareClocks(other: string, ask: () => Promise<number>): Promise<Verdict> {
  const before = systemClock.now().getTime();
  const theirs = await ask().catch(() => NaN);
  if (Number.isNaN(theirs)) return warning(`that of ${other} cannot be read`);
  const after = systemClock.now().getTime();
  // It was read at some moment in between, and a header names whole seconds.
  const apartMs = Math.max(before - theirs - 1_000, theirs - after, 0);
  const seconds = Math.round(apartMs / 1_000);
  if (seconds <= 2) return good(`agrees with that of ${other}`);
  const text = `differs from that of ${other} by ${seconds} s: run a time service, such as systemd-timesyncd, on both`;
  return seconds > 60 ? fault(text) : warning(text);
}

async function checkZones({ database }: Checked): Promise<readonly Verdict[]> {
  const zones = [...new Set(Object.values(countries).map(({ timeZone }) => timeZone))];
  const rows = await database.all(listZones, { zones });
  const known = new Map(rows.map(({ name, minutes }) => [name, Number(minutes)]));
  const now = systemClock.now();
  const different = zones.filter((zone) => known.get(zone) !== offsetMinutes(zone, now));
  if (different.length === 0) return [good(`Node.js and the database agree on ${zones.length} time zones`)];
  return [fault(`Node.js and the database disagree on ${different.join(', ')}: update both, and tzdata`)];
}

function offsetMinutes(timeZone: string, at: Date): number {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d+):(\d+)/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

async function checkSites({ database, config }: Checked): Promise<readonly Verdict[]> {
  const { faults, examples } = await checkSettings(database);
  const placeholder = (text: string): Verdict => (config.production ? fault(text) : warning(text));
  const found = [
    ...faults.map((text) => fault(`${text}: mend it with npm run site -- set`)),
    ...examples.map((text) => placeholder(`${text} is that of the example: set it with npm run site -- set`)),
  ];
  return found.length > 0 ? found : [good('all settings are valid')];
}

async function checkRedis({ config }: Checked): Promise<readonly Verdict[]> {
  if (config.redisUrl === null)
    return [warning('REDIS_URL is missing: events go through the database, and each process counts limits for itself')];
  const redis = await connectToRedis(config.redisUrl);
  try {
    await new Promise((resolve, reject) => {
      redis.once('ready', resolve);
      redis.once('error', reject);
    });
    const policy = /maxmemory_policy:(\S+)/.exec(await redis.info('memory'))?.[1];
    if (policy === 'noeviction') return [good('responds, and drops nothing')];
    return [fault(`maxmemory-policy is ${policy}, so limits may be forgotten: set it to noeviction`)];
  } catch (error) {
    return [fault(`REDIS_URL: ${(error as Error).message}`)];
  } finally {
    redis.disconnect();
  }
}

async function checkHosts({ config, database, databaseFault, resolver }: Checked): Promise<readonly Verdict[]> {
  const domains = databaseFault === null ? await database.all(listDomains) : [];
  const own = config.publicOrigin === null ? [] : [new URL(config.publicOrigin).hostname];
  const hosts = [...new Set([...own, ...domains.map(({ host }) => host)])];
  return Promise.all(
    hosts.map(async (host) => {
      const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
      const addresses = found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
      if (addresses.length > 0) return good(`${host} is ${addresses.join(', ')}`);
      return fault(`${host} has no address: add an A or AAAA record to its zone`);
    }),
  );
}

async function checkMailServer({ config }: Checked): Promise<readonly Verdict[]> {
  if (config.smtpUrl === null) return [warning('SMTP_URL is missing: mails go to the outbox')];
  try {
    await checkSmtpLogin({ url: config.smtpUrl, from: config.mailFrom, ...config.mail });
    return [good('accepts our login')];
  } catch (error) {
    return [fault(`SMTP_URL: ${(error as Error).message}`)];
  }
}

/**
 * Checks the names in DNS on which the delivery of mail depends. SPF and MX concern the return address of mails, DKIM
 * the domain that signs, and DMARC that of the sender.
 */
async function checkMailNames({ config, resolver }: Checked): Promise<readonly Verdict[]> {
  if (config.smtpUrl === null) return [];
  const [bounces = '', sender = ''] = [config.mail.bounces, config.mailFrom].map((one) => one.split('@').at(-1));
  const texts = async (name: string, start: string): Promise<string[]> => {
    const records = await resolver.resolveTxt(name).catch(() => []);
    return records.map((parts) => parts.join('')).filter((text) => text.startsWith(start));
  };
  const spf = await texts(bounces, 'v=spf1');
  const dmarc = await findDmarc(sender, texts);
  const mx = await resolver.resolveMx(bounces).catch(() => []);
  return [
    spf.length === 1
      ? good(`${bounces} says who may send for it`)
      : fault(`${bounces} has ${spf.length} records with v=spf1 instead of one: name there the servers that send`),
    mx.length > 0 ? good(`${bounces} takes returned mails`) : fault(`${bounces} has no MX record: returns are lost`),
    dmarc.length === 1
      ? good(`${sender} has a DMARC policy`)
      : warning(`_dmarc.${sender} has no single v=DMARC1 record: large mailboxes then refuse mail in bulk`),
    await checkDkim(config.mail.dkim, texts),
  ];
}

type FindTexts = (name: string, start: string) => Promise<string[]>;

/**
 * Finds the DMARC policy of a domain; a subdomain has that of the nearest domain above it. Records with `psd=y` are
 * those of registries.
 */
async function findDmarc(domain: string, texts: FindTexts): Promise<string[]> {
  const found = await texts(`_dmarc.${domain}`, 'v=DMARC1');
  const [, ...above] = domain.split('.');
  if (found.length === 0 && above.length > 1) return findDmarc(above.join('.'), texts);
  return found.filter((text) => !/;\s*psd\s*=\s*y/.test(text));
}

async function checkDkim(dkim: Config['mail']['dkim'], texts: FindTexts): Promise<Verdict> {
  if (dkim === null) return warning('DKIM_KEY is missing: mails are signed only if the mail server does so');
  const name = `${dkim.selector}._domainkey.${dkim.domain}`;
  const key = createPublicKey(dkim.key).export({ type: 'spki', format: 'der' }).toString('base64');
  const published = (await texts(name, '')).map((text) => /(?:^|;)\s*p=([^;]*)/.exec(text)?.[1]?.replaceAll(/\s/g, ''));
  if (published.includes(key)) return good(`${name} has our key`);
  const found = published.length > 0 ? 'another key' : 'no key';
  return fault(`${name} has ${found}: publish a TXT record with v=DKIM1; k=rsa; p=${key}`);
}

async function checkPayments({ config }: Checked): Promise<readonly Verdict[]> {
  const { payments, stripe } = config;
  const providers: PaymentProvider[] = [];
  if (payments.url && payments.apiKey) providers.push(createMollie({ url: payments.url, apiKey: payments.apiKey }));
  if (stripe) providers.push(createStripe({ ...stripe, now: systemClock.now }));
  if (providers.length === 0) return [warning('no provider is configured: payments go to the sandbox')];
  return Promise.all(
    providers.map(async (provider) => {
      try {
        const methods = await provider.listMethods({ minor: 999, currency: 'EUR' }, 'NL');
        if (methods.length === 0) return fault(`${provider.name} offers no method: switch some on in its dashboard`);
        return good(`${provider.name} accepts our ${provider.mode} key and offers ${methods.join(', ')}`);
      } catch (error) {
        return fault(`${provider.name}: ${(error as Error).message}`);
      }
    }),
  );
}

async function checkPushes({ config }: Checked): Promise<readonly Verdict[]> {
  if (config.push === null) return [warning('PUSH_PRIVATE_KEY is missing: nobody gets pushes')];
  const { privateKey, subject } = config.push;
  return [
    good(privateKey === null ? 'a key is derived from SECRET' : `the key is valid, and ${subject} answers for it`),
  ];
}

async function checkFolder({ config }: Checked): Promise<readonly Verdict[]> {
  const { dataDir, production } = config;
  try {
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    return [
      fault(`DATA_DIR ${dataDir} cannot be written (${(error as NodeJS.ErrnoException).code}): give it to this user`),
    ];
  }
  const owner = production ? (await stat(dataDir)).uid : undefined;
  if (owner === 0) return [fault(`DATA_DIR ${dataDir} belongs to root: give it to the account of the processes`)];
  const { bavail, blocks, bsize } = await statfs(dataDir);
  const share = Math.round((100 * bavail) / blocks);
  const text = `${share} % of the disk of ${dataDir} is free (${Math.round((bavail * bsize) / mebibyte)} MiB)`;
  if (share >= 15) return [good(text)];
  return [share < 5 ? fault(`${text}: nothing can be stored soon`) : warning(`${text}: make room`)];
}

/**
 * Writes, reads and removes a probe, with and without our key, as every start does. With MEDIA_ACCEL=1, also fetches a
 * picture through nginx.
 */
async function checkBucket({ config }: Checked): Promise<readonly Verdict[]> {
  const { s3, publicOrigin, secret } = config;
  if (s3 === null) return [];
  const { photos, exports, erasures } = await openFiles(config, createLog('silent'));
  await checkStorages({ storage: photos, exports, erasures });
  const found = [good(`${s3.bucket} takes our files, and nobody else can use it`)];
  if (!photos.presign || publicOrigin === null || secret === null) return found;
  const wrong = await probePicture(photos, publicOrigin, secret);
  return [...found, wrong === null ? good('nginx fetches pictures from it') : fault(wrong)];
}

/** Asks our own program, through its public address, how it sees a caller who wrote these headers. */
async function checkProxy({ config }: Checked): Promise<readonly Verdict[]> {
  const { publicOrigin, secret, trustProxy, countryHeader } = config;
  if (publicOrigin === null || secret === null) return [];
  const forged = { address: '203.0.113.77', country: 'ZZ', trace: '0f'.repeat(16) };
  const seen = await askAsDoctor(publicOrigin, secret, {
    'x-forwarded-for': forged.address,
    'x-forwarded-proto': 'http',
    traceparent: `00-${forged.trace}-${'0f'.repeat(8)}-01`,
    ...(countryHeader !== null && { [countryHeader]: forged.country }),
  });
  const url = new URL(publicOrigin);
  const found: Verdict[] = [];
  if (seen.address === forged.address)
    found.push(
      fault(
        'visitors choose the address we see: the proxy has to append to X-Forwarded-For, or TRUST_PROXY is too high',
      ),
    );
  if (trustProxy === 0 && seen.forwardedFor !== forged.address)
    found.push(fault('a proxy is in front, but TRUST_PROXY is 0, so all visitors count as one address: set it to 1'));
  if (seen.host !== url.host)
    found.push(fault(`the program sees the host ${seen.host}: the proxy has to pass the Host header on`));
  if (`${seen.protocol}:` !== url.protocol)
    found.push(
      fault(
        `the program sees ${seen.protocol}: the proxy has to set X-Forwarded-Proto to ${url.protocol.slice(0, -1)}`,
      ),
    );
  if (seen.country === forged.country)
    found.push(fault(`visitors choose their country: the proxy has to set or remove ${countryHeader}`));
  // It harms nobody but whoever looks for a request in the log.
  if (seen.trace === forged.trace)
    found.push(warning('visitors choose the trace in the log: the proxy has to remove traceparent, or begin its own'));
  if (!(await acceptsBody(publicOrigin, uploadMaxBytes)))
    found.push(fault(`the proxy refuses uploads: let bodies of ${uploadMaxBytes / mebibyte} MiB through`));
  if (!(await reachesLive(publicOrigin)))
    found.push(fault('sockets to /api/live do not arrive: the proxy has to pass Upgrade and Connection on'));
  if (found.length > 0) return found;
  // Behind a second proxy that nobody trusts, this is the address of the first one.
  return [good(`passes host and scheme of ${publicOrigin} on, no forged headers, and ${seen.address} as your address`)];
}

async function checkVariables({ config }: Checked): Promise<readonly Verdict[]> {
  return config.misspelled.map((name) => warning(`${name} looks misspelled`));
}
