import type { ExportTopic } from './export/rules.ts';
import type { Check } from './checks.ts';
import type { AppContext } from './context.ts';
import type { MailTemplate } from './mail/queue-mail.ts';
import type { FrameHandlers, Handlers } from './platform/handler.ts';
import type { OperationName } from '../contract/calls.ts';
import type { ErrorCode } from '../contract/platform/errors.ts';
import type { FormLimits } from './platform/http/bodies.ts';
import type { JobRun } from './platform/jobs/jobs.ts';
import type { Metric } from './platform/monitoring/metrics.ts';
import type { Limit } from './platform/limits/rate-limits.ts';
import type { RunCommand } from './staff/command.ts';
import type { StaffContext } from './staff/staff.ts';

/** Of the due jobs, the one with the lowest number runs first; 0 without a number. */
export const importance = {
  /** Mail about an account or its address: a member waits for it, or has limited time to undo another person's act. */
  account: 0,
  /** Mail about orders, withdrawals, complaints, moderation actions and finished exports. */
  mail: 2,
  push: 5,
  /** Mail about new terms, a thousand every twelve seconds. */
  terms: 8,
  /** Mail about messages, likes and matches. */
  notice: 10,
  /** All other kinds of notices. */
  digest: 20,
  /** Exports of a member's data. */
  export: 30,
} as const;

/** `modules.ts` collects them, each a `{ … } satisfies Module`. Only it and tests import these files. */
export interface Module {
  /** Other modules may import these files; everything else in a module is internal. */
  public: readonly string[];
  /** Modules that import this one and are imported by it, each with the reason; one of the two names the other. */
  mutual?: Readonly<Record<string, string>>;
  operations?: Partial<Handlers>;
  /** The rate limits that its operations name, or that it enforces itself. */
  limits?: Readonly<Record<string, Limit>>;
  /** Limits of the multipart bodies of its operations. */
  forms?: Partial<Record<OperationName, FormLimits>>;
  /** The refusal for a database constraint that a member can violate. */
  constraints?: Readonly<Record<string, ErrorCode>>;
  frames?: Partial<FrameHandlers>;
  jobs?: Readonly<Record<string, Job>>;
  mail?: readonly MailTemplate[];
  /** What the module counts for `/metrics`, by name; each gets the prefix `tealight_`. */
  metrics?: Readonly<Record<string, Metric>>;
  /** What waits for staff, or should be done by now: workers read it for `/metrics`. */
  queues?: Readonly<Record<string, ReadQueue>>;
  /** What the doctor examines from outside (`npm run doctor`), by the name of its lines. */
  checks?: Readonly<Record<string, Check>>;
  /** The commands of staff (`npm run staff -- <name>`). */
  commands?: Readonly<Record<string, RunCommand<StaffContext>>>;
  /** The acts that commands record: words with hyphens between them, as the schema checks. */
  acts?: readonly Lowercase<string>[];
  /** Delete expired personal data every night; keyed by their name in the log. */
  purges?: Readonly<Record<string, Purge>>;
  /** The module's tables, which only its statements write. */
  tables?: Readonly<Record<string, Table>>;
}

/** Counts what waits, and finds the time since which the oldest has waited. */
export type ReadQueue = (context: AppContext) => Promise<{ waiting: number; since: Date | null } | undefined>;

type Purge = (context: AppContext) => Promise<void>;

export interface Job {
  /** The type of `payload` is the job's payload: ids and codes, never a secret or a text. */
  run: (context: AppContext, payload: never, run: JobRun) => Promise<void>;
  /** When the job runs: minute, hour, day, month and day of the week in UTC. */
  schedule?: string;
  /** How the queue treats the job of each time, as in the crontab of graphile-worker. */
  scheduleOptions?: string;
  payload?: object;
  /** Nothing undoes the job: it only runs while the clocks of this machine and the database agree. */
  needsTrueTime?: true;
}

type Table = {
  /** Spreads the rows over machines; null: every machine has the whole table. */
  key: string | null;
  /** The table on whose machines these rows lie, by the same key. */
  colocatedWith?: string;
  erasure: Retention;
} & (
  | {
      /** The topic of the export that has the rows of a member. */
      export: ExportTopic;
      /** The columns that the export leaves out, each with the reason. */
      columnsNotExported?: Readonly<Record<string, string>>;
      notExported?: never;
    }
  | {
      notExported: string;
      export?: never;
      columnsNotExported?: never;
    }
);

/**
 * - `deleted`: the rows of the member are gone.
 * - `emptied`: a row stays for others, without anything that a member wrote or chose to tell.
 * - `kept`: required by law, or so that nobody is charged or favored twice.
 * - `expires`: deleted within days, with or without an erasure.
 * - `impersonal`: contains nothing about a member.
 */
export interface Retention {
  rule: 'deleted' | 'emptied' | 'kept' | 'expires' | 'impersonal';
  /** The reason, and for how long if not forever. */
  why: string;
  /** Counts from a column; a purge enforces it. Without it, rows stay as long as the account, or as `why` says. */
  limit?: { from: string; days?: number; months?: number };
  /** The text columns that may keep their content after an erasure. */
  keeps?: readonly string[];
}

export interface Declared {
  tables: Readonly<Record<string, Table & { owner: string }>>;
  purges: Readonly<Record<string, Purge>>;
  mail: readonly MailTemplate[];
}

export const withMember = { key: 'member_id', colocatedWith: 'members' } as const;
export const withConversation = { key: 'conversation_id', colocatedWith: 'conversations' } as const;

export const deletedWithMember: Retention = { rule: 'deleted', why: 'belongs only to the member' };
export const operatorSettings: Retention = { rule: 'impersonal', why: 'the operator’s settings' };

/** Returns an entry for each of the columns with the same reason. */
export function because<Name extends string>(why: string, ...columns: Name[]): Record<Name, string> {
  return Object.fromEntries(columns.map((column) => [column, why])) as Record<Name, string>;
}

/** Reasons to keep rows of a member, and to leave something out of the export. */
export const reasons = {
  books: 'the books are kept for ten years',
  copy: 'a copy of data that is elsewhere in the export',
  others: 'acts of other members, which would reveal who they are',
  guards: 'hashes and counters that guard accounts and payments',
  impersonal: 'says nothing about a member',
  fleeting: 'expires by itself within days',
  workings: 'our own workings, such as times of checks and ids at providers',
} as const;
