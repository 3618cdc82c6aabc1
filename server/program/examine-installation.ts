import { promises as dns } from 'node:dns';
import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

import { photoMaxBytes } from '../../contract/photos/limits.ts';
import { countries } from '../../contract/platform/countries.ts';
import { type Check, type Installation, type Verdict, fault, good, warning } from '../checks.ts';
import { checks } from '../modules.ts';
import { connectToRedis } from '../platform/bus/redis.ts';
import { systemClock, waitAtMost } from '../platform/clock.ts';
import { durabilityFaults, durabilitySettings } from '../platform/database/check-database.ts';
import type { Database } from '../platform/database/database.ts';
import { compareSchema } from '../platform/database/migrate.ts';
import { listZones, readClock, readDurability } from '../platform/database/queries.ts';
import { createLog } from '../platform/monitoring/log.ts';
import { acceptsBody, askAsDoctor, reachesLive } from '../platform/http/doctor.ts';
import { openFiles } from './open-files.ts';

export interface Finding extends Verdict {
  about: string;
}

interface Given extends Pick<Installation, 'config'> {
  root: string;
  database: Database;
  /** Why the database cannot be used. */
  databaseFault: string | null;
  resolver?: Installation['resolver'];
}

// Longer than the limits of the mail library and of the payment providers, which say more about what went wrong.
const checkTimeoutMs = 30_000;
const mebibyte = 1_048_576;
// The largest upload, and the parts of a form around it.
const uploadMaxBytes = photoMaxBytes + mebibyte;

/** The checks of the program itself that need the database. */
const withDatabase: Record<string, (given: Given) => ReturnType<Check>> = {
  Database: checkDatabase,
  Schema: checkSchema,
  Clock: checkClocks,
  'Time zones': checkZones,
};
const others: Record<string, Check> = {
  Redis: checkRedis,
  'Data folder': checkFolder,
  Proxy: checkProxy,
  Variables: checkVariables,
};

/**
 * Examines an installation from outside: what the program needs, then what each module declares. No mail is sent and
 * nothing paid; a probe is written to a bucket.
 */
export async function examineInstallation(given: Given): Promise<Finding[]> {
  const { config, databaseFault } = given;
  const installation: Installation = {
    config,
    database: databaseFault === null ? given.database : null,
    resolver: given.resolver ?? new dns.Resolver({ timeout: 5_000, tries: 2 }),
    openFiles: () => openFiles(config, createLog('silent')),
  };
  const found = await Promise.all([
    ...(databaseFault === null
      ? Object.entries(withDatabase).map(([about, check]) => examine(about, check(given)))
      : [[{ about: 'Database', ...fault(databaseFault) }]]),
    ...Object.entries({ ...others, ...checks }).map(([about, check]) => examine(about, check(installation))),
  ]);
  return found.flat();
}

async function examine(about: string, check: ReturnType<Check>): Promise<Finding[]> {
  const verdicts = await waitAtMost(check, checkTimeoutMs).catch((error: Error) => [
    // `fetch` hides the reason in the cause.
    fault(error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message),
  ]);
  const late = [fault(`no response within ${checkTimeoutMs / 1_000} s`)];
  return (verdicts ?? late).map((verdict) => ({ about, ...verdict }));
}

async function checkDatabase({ config, database }: Given): Promise<readonly Verdict[]> {
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

async function checkSchema({ database, root }: Given): Promise<readonly Verdict[]> {
  const { missing, newer } = await compareSchema(database, join(root, 'migrations'));
  if (missing.length > 0) return [fault(`${missing.join(', ')} did not run: run npm run migrate`)];
  if (newer.length > 0) return [warning(`a newer release ran ${newer.join(', ')}, on which this one can run`)];
  return [good('all migrations ran')];
}

async function checkClocks({ database, config }: Given): Promise<readonly Verdict[]> {
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

async function checkZones({ database }: Given): Promise<readonly Verdict[]> {
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

async function checkRedis({ config }: Installation): Promise<readonly Verdict[]> {
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

async function checkFolder({ config }: Installation): Promise<readonly Verdict[]> {
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

/** Asks our own program, through its public address, how it sees a caller who wrote these headers. */
async function checkProxy({ config }: Installation): Promise<readonly Verdict[]> {
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

async function checkVariables({ config }: Installation): Promise<readonly Verdict[]> {
  return config.misspelled.map((name) => warning(`${name} looks misspelled`));
}
