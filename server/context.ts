import type { FastifyInstance } from 'fastify';

import type { TermsVersion } from './accounts/terms/terms-versions.data.ts';
import type { Config } from './config.ts';
import type { Bus } from './platform/bus/bus.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/database/database.ts';
import type { JobPayloads, Jobs } from './platform/jobs/jobs.ts';
import type { Log } from './platform/log.ts';
import type { Mailer } from './platform/mail.ts';
import type { PushClient } from './platform/push/push-client.ts';
import type { RateLimits } from './platform/rate-limits.ts';
import type { Sentences } from './platform/sentences.ts';
import type { Session } from './platform/session.ts';
import type { Outbox } from './platform/outbox.ts';
import type { Sites } from './platform/site.ts';
import type { SmsGateway } from './platform/sms.ts';
import type { Storage } from './platform/storage.ts';

/** What the whole process shares: created once, passed down, closed at the end. The same in production and in tests. */
export interface AppContext {
  config: Config;
  /** The folder of the program: sources, sentences, build. */
  root: string;
  clock: Clock;
  log: Log;
  database: Database;
  bus: Bus;
  jobs: Jobs;
  /** Messages that are stored because nothing delivers them; empty in production. */
  outbox: Outbox;
  mailer: Mailer;
  /** Null in production without a gateway: features that need text messages are not offered then. */
  sms: SmsGateway | null;
  /** Null in production without a key: pushes are not offered then. */
  push: PushClient | null;
  storage: Storage;
  /** The ledger of erasures, apart from database and photos, so that no restore of either loses it. */
  erasures: Storage;
  /** Copies of their data that members asked for, until they expire. */
  exports: Storage;
  sentences: Sentences;
  /** The versions of the terms, oldest first; after the start, with the dates that apply here (`settleTerms`). */
  terms: readonly TermsVersion[];
  rateLimits: RateLimits;
  /** Signs links and tokens, and keys hashes. */
  secret: string;
  /** The id of the data folder in production, once it is checked; otherwise null. */
  folderId: string | null;
  /** True once this process is told to end: it still answers, but /readyz fails. */
  isStopping: boolean;
  sessionCookie: string;
  /**
   * Address of the payment provider's API and the key for it. An `embedded` sandbox listens on this machine only, so
   * its pay page is shown under the site's own origin.
   */
  paymentProvider: { url: string; apiKey: string; embedded?: true };
  /** The second payment provider, if there is one; `url` is null for the real one. */
  stripe: { url: string | null; apiKey: string; webhookSecrets: readonly string[]; embedded?: true } | null;
  /** The origin at which this process listens, such as http://127.0.0.1:3000. */
  address(): string;
  /** The origin at which the payment provider reaches the webhook. */
  webhookOrigin(): string;
  /** The demo site's extension; null without one. */
  extension: Extension | null;
  /** Returns the session of a token, read anew on every call; undefined if the token grants none. */
  readSession(token: string | undefined): Promise<Session | undefined>;
  /** Whether somebody ended the session of a token; false for an expired session, and without a token. */
  isSessionEnded(token: string | undefined): Promise<boolean>;
  sites: Sites;
}

/**
 * What a package outside of the server adds to it, such as the demo site. The server must not import it, so it is
 * passed in: an installation without it never loads its code.
 */
export interface Extension {
  registerPages(server: FastifyInstance, context: AppContext): void;
  /** Runs as a job after a message to a fictional profile, and may reply in the name of the profile. */
  replyAsFictional(context: AppContext, job: JobPayloads['reply-as-fictional']): Promise<void>;
  /** Runs on workers after the start. `say` prints a line; returns a function that stops the background work. */
  start(context: AppContext, say: (line: string) => void): Promise<() => Promise<void>>;
}
