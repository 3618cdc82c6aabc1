import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { sessionCookieName } from '../../contract/accounts/limits.ts';
import { isSessionEnded, readSession } from '../accounts/sessions/sessions.ts';
import { checkTerms } from '../accounts/terms/rules.ts';
import { type TermsVersion, termsVersions } from '../accounts/terms/terms-versions.data.ts';
import type { Config } from './config.ts';
import type { AppContext, Extension } from '../context.ts';
import { openFiles } from './open-files.ts';
import { constraints, declared, limits, metrics as metricsOfModules } from '../modules.ts';
import type { PaymentConnections } from '../payments/providers.ts';
import { createLocalBus } from '../platform/bus/bus.ts';
import { createSharedBus } from '../platform/bus/shared-bus.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import { type ConnectionOptions, type Database, openDatabase } from '../platform/database/database.ts';
import { openReplica } from '../platform/database/replica.ts';
import { createJobs } from '../platform/jobs/jobs.ts';
import { type Log, createLog } from '../platform/monitoring/log.ts';
import { type Mailer, createOutboxMailer } from '../mail/mailer.ts';
import { createMemory } from '../platform/memory.ts';
import { createMetrics } from '../platform/monitoring/metrics.ts';
import { type Outbox, createOutbox } from '../platform/outbox.ts';
import { createPushClient, keyFromSecret } from '../platform/push/push-client.ts';
import { createRateLimits } from '../platform/limits/rate-limits.ts';
import { openSharedCounts } from '../platform/limits/shared-counts.ts';
import { createSentences } from '../platform/text/sentences.ts';
import { createSmtpMailer } from '../mail/smtp.ts';
import { createHttpSms, createOutboxSms } from '../payments/debit/sms.ts';
import { createSites } from '../settings/find-site.ts';
import { readVisit } from '../sources/visitor-source.ts';

export interface ContextParts {
  config: Config;
  root: string;
  connection: ConnectionOptions;
  paymentProvider: PaymentConnections['mollie'];
  stripe?: PaymentConnections['stripe'];
  address(): string;
  extension?: Extension | null;
  clock?: Clock;
  log?: Log;
  terms?: readonly TermsVersion[];
}

// A caller has given up by then. Jobs may take longer, and so may the process that runs them.
const callTimeoutMs = 30_000;

/** Throws if the terms of use change without the announcement that they promise. */
export async function createContext(parts: ContextParts): Promise<AppContext> {
  const { config, clock = systemClock, log = createLog(config.logLevel) } = parts;
  const terms = checkTerms(parts.terms ?? [...termsVersions, ...config.termsTest]);
  const version = await readVersion(parts.root);
  const metrics = createMetrics(metricsOfModules);
  const primary = openPrimary(parts, version, log);
  const secret = config.secret ?? (await readOrCreateSecret(config.dataDir));
  // With the embedded database there are no other nodes.
  const shared = config.databaseUrl !== null || config.redisUrl !== null;
  const { redisUrl, searchDatabaseUrl } = config;
  const bus = shared
    ? await createSharedBus({ redisUrl, connection: primary.pool.options, secret, log })
    : createLocalBus();
  const database =
    searchDatabaseUrl === null ? primary : openReplica(primary, searchDatabaseUrl, { clock, log, bus, metrics });
  const sharedCounts =
    redisUrl !== null && servesCalls(config)
      ? await openSharedCounts({ redisUrl, database: primary, secret, log })
      : null;
  const push =
    config.push && createPushClient({ ...config.push, privateKey: config.push.privateKey ?? keyFromSecret(secret) });
  const outbox = createOutbox(join(config.dataDir, 'outbox'), () => clock.now(), secret);
  const files = await openFiles(config, log);
  const context: AppContext = {
    config,
    root: parts.root,
    clock,
    log,
    database,
    bus,
    jobs: createJobs(database, log, metrics),
    declared,
    outbox,
    mailer: createMailer(config, outbox),
    sms: config.sms ? createHttpSms(config.sms) : config.production ? null : createOutboxSms(outbox),
    push,
    storage: files.photos,
    erasures: files.erasures,
    exports: files.exports,
    filesId: files.id,
    sentences: createSentences(join(parts.root, 'locales')),
    terms,
    rateLimits: createRateLimits(database.pool, config.rateLimitFactor, limits, sharedCounts),
    sharedCounts,
    constraints,
    memory: createMemory(() => context),
    metrics,
    version,
    secret,
    folderId: null,
    isStopping: false,
    sessionCookie: sessionCookieName,
    payments: {
      mollie: parts.paymentProvider,
      stripe: parts.stripe ?? config.stripe,
      webhookOrigin: () => config.payments.webhookOrigin ?? config.publicOrigin ?? parts.address(),
    },
    extension: parts.extension ?? null,
    address: parts.address,
    readSession: (token) => readSession(database, token, clock.now()),
    isSessionEnded: (token) => isSessionEnded(database, token),
    readVisit,
    sites: createSites({ database, config, clock, log, push }),
  };
  return context;
}

function createMailer({ smtpUrl: url, mailFrom: from, mail }: Config, outbox: Outbox): Mailer {
  return url === null ? createOutboxMailer(outbox) : createSmtpMailer({ url, from, ...mail });
}

/** True if the process serves calls. One that is only a worker does not. */
function servesCalls({ roles }: Config): boolean {
  return roles.some((role) => role !== 'worker');
}

function openPrimary({ config, connection }: ContextParts, version: string, log: Log): Database {
  const options = {
    application_name: `tealight ${config.roles.join(',')} ${version}`,
    statement_timeout: config.roles.includes('worker') || !servesCalls(config) ? 0 : callTimeoutMs,
    max: config.databaseConnections,
    ...connection,
  };
  return openDatabase(options, log);
}

export async function closeContext(context: AppContext): Promise<void> {
  await context.jobs.close();
  context.push?.close();
  await Promise.all([context.bus.close(), context.sharedCounts?.close()]);
  await context.database.close();
}

/** Reads `0.1.0+1a2b3c4`: the version of package.json with the commit that was built, if the build found git. */
async function readVersion(root: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  const commit = await readFile(join(root, 'build/commit'), 'utf8').catch(() => '');
  return commit === '' ? version : `${version}+${commit}`;
}

/** Keeps the secret in the data folder, so that links of photos survive a restart. */
async function readOrCreateSecret(folder: string): Promise<string> {
  const path = join(folder, 'secret');
  const known = await readFile(path, 'utf8').catch(() => undefined);
  if (known) return known;
  await mkdir(folder, { recursive: true });
  const fresh = randomBytes(32).toString('base64url');
  // Another node may share the folder and start at the same time: linking is atomic, and both use the first file.
  const mine = `${path}.${process.pid}`;
  await writeFile(mine, fresh, { mode: 0o600 });
  await link(mine, path).catch(() => undefined);
  await rm(mine);
  return readFile(path, 'utf8');
}
