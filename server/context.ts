import type { FastifyInstance } from 'fastify';

import type { Config } from './config.ts';
import type { Bus } from './platform/bus/bus.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/database/database.ts';
import type { JobPayloads, Jobs } from './platform/jobs/jobs.ts';
import type { Log } from './platform/log.ts';
import type { Mailer } from './platform/mail.ts';
import type { RateLimits } from './platform/rate-limits.ts';
import type { Sentences } from './platform/sentences.ts';
import type { Session } from './platform/session.ts';
import type { Site } from './platform/site.ts';
import type { Storage } from './platform/storage.ts';

/** What the whole process shares: created once, passed down, closed at the end. The same in production and in tests. */
export interface AppContext {
  config: Config;
  clock: Clock;
  log: Log;
  database: Database;
  bus: Bus;
  jobs: Jobs;
  mailer: Mailer;
  storage: Storage;
  sentences: Sentences;
  rateLimits: RateLimits;
  /** Signs the links of photos. */
  secret: string;
  sessionCookie: string;
  /** Address of the payment provider's API and the key for it. */
  paymentProvider: { url: string; apiKey: string };
  /** The origin under which the payment provider reaches this app's webhook. */
  webhookOrigin(): string;
  /** What the demo site adds; null where there is none. */
  demo: DemoPart | null;
  /** The session of a token, read anew on every call; undefined when it does not allow any. */
  readSession(token: string | undefined): Promise<Session | undefined>;
  siteOf(host: string, forcedDomain: string | undefined, geoipCountry: string | null): Promise<Site>;
}

/**
 * What the demo site adds to the service. The package `demo` stands outside of the server and is handed in here, so that
 * an installation without `DEMO` never loads it.
 */
export interface DemoPart {
  /** The pages under `/dev`. */
  registerPages(server: FastifyInstance, context: AppContext): void;
  /** Answers a message to a demo member, once. */
  answer(context: AppContext, job: JobPayloads['answer-as-demo']): Promise<void>;
  /** Fills the site with its fictional members, once. `say` prints a line; returns what stops the background work. */
  fill(context: AppContext, say: (line: string) => void): Promise<() => Promise<void>>;
}
