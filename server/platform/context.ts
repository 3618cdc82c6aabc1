import type { FastifyRequest } from 'fastify';

import type { ErrorCode } from '../../contract/platform/errors.ts';
import type { Bus } from './bus/bus.ts';
import type { Clock } from './clock.ts';
import type { Database } from './database/database.ts';
import type { Log } from './monitoring/log.ts';
import type { Memory } from './memory.ts';
import type { Metrics } from './monitoring/metrics.ts';
import type { Outbox } from './outbox.ts';
import type { PushClient } from './push/push-client.ts';
import type { RateLimits } from './limits/rate-limits.ts';
import type { Sentences } from './text/sentences.ts';
import type { Session } from './session.ts';
import type { Sites } from './site.ts';
import type { SharedCounts } from './limits/shared-counts.ts';
import type { FilesId } from './storage/files-id.ts';
import type { Storage } from './storage/storage.ts';

/** The services of a process: created once and passed down. `server/context.ts` adds those of the modules. */
export interface AppContext {
  config: AppConfig;
  /** The folder of sources, sentences and build. */
  root: string;
  clock: Clock;
  log: Log;
  database: Database;
  bus: Bus;
  /** Messages that are stored because nothing delivers them; empty in production. */
  outbox: Outbox;
  /** The client of push services; null in production without a key: pushes are not offered then. */
  push: PushClient | null;
  storage: Storage;
  /** The id beside the files of `storage`. */
  filesId: FilesId;
  sentences: Sentences;
  rateLimits: RateLimits;
  /** What this node counts beside others; null without Redis. */
  sharedCounts: SharedCounts | null;
  /** The refusals for violated constraints of the database; any other violation is an unexpected error. */
  constraints: Readonly<Record<string, ErrorCode>>;
  memory: Memory<AppContext>;
  metrics: Metrics;
  /** Of this program, as in package.json, with the commit that was built: `0.1.0+1a2b3c4`. */
  version: string;
  secret: string;
  /** The id of the data folder; null outside production, without files there, and until it is checked. */
  folderId: string | null;
  /** True once this process is told to end: it still responds, but /readyz fails. */
  isStopping: boolean;
  address(): string;
  sites: Sites;
  sessionCookie: string;
  /** Reads the session on every call; undefined if the token grants none. */
  readSession(token: string | undefined): Promise<Session | undefined>;
  /** True if the token's session was ended; false for an expired one, and without a token. */
  isSessionEnded(token: string | undefined): Promise<boolean>;
  readVisit(request: FastifyRequest): Visit;
}

/** The configuration as far as the platform reads it. @public */
export interface AppConfig {
  production: boolean;
  /** True for a rehearsal: search engines must not list the pages, and each is labeled. */
  rehearsal: boolean;
  /** Origin of links in mails and redirects; null: the origin of the request. */
  publicOrigin: string | null;
  dataDir: string;
  hstsSubdomains: boolean;
  countryHeader: string | null;
  /** One in this many successful calls is logged; Infinity: none. */
  logSample: number;
}

/** The facts that modules read from a request for their operations; `server/context.ts` names them. */
// oxlint-disable-next-line typescript/no-empty-interface -- modules add to it
export interface Visit {}
