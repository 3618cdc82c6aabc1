import type { OperationName } from '../contract/calls.ts';
import type { FrameName, frameOperations } from '../contract/frames.ts';
import type { Operations } from '../contract/index.ts';
import type { ErrorCode } from '../contract/platform/errors.ts';
import { accounts } from './accounts/module.ts';
import { books } from './books/module.ts';
import { chat } from './chat/module.ts';
import type { Check } from './checks.ts';
import type { AppContext } from './context.ts';
import { credits } from './credits/module.ts';
import { discounts } from './discounts/module.ts';
import { embeddedPostgres } from './embedded-postgres/module.ts';
import { erasure } from './erasure/module.ts';
import { dataExport } from './export/module.ts';
import { geo } from './geo/module.ts';
import { likes } from './likes/module.ts';
import { mail } from './mail/module.ts';
import { members } from './members/module.ts';
import type { Declared, Job, Module, ReadQueue } from './module.ts';
import { notifications } from './notifications/module.ts';
import { payments } from './payments/module.ts';
import { photos } from './photos/module.ts';
import { checkClock } from './platform/database/check-database.ts';
import type { FrameHandlers, Handlers } from './platform/handler.ts';
import type { FormLimits } from './platform/http/bodies.ts';
import { type JobHandlers, type JobRun, guardRun, refuseLostJob } from './platform/jobs/jobs.ts';
import { platform } from './platform/module.ts';
import type { Limit, PlatformLimit } from './platform/limits/rate-limits.ts';
import { inSpan } from './platform/monitoring/trace.ts';
import { settings } from './settings/module.ts';
import { sources } from './sources/module.ts';
import { staff } from './staff/module.ts';
import { support } from './support/module.ts';

/** All modules by the name of their folder, in an order that puts tables after those to which they refer. */
const declarations = {
  platform,
  settings,
  geo,
  accounts,
  mail,
  members,
  photos,
  likes,
  chat,
  credits,
  payments,
  discounts,
  books,
  sources,
  support,
  staff,
  notifications,
  export: dataExport,
  erasure,
  'embedded-postgres': embeddedPostgres,
} satisfies Readonly<Record<string, Module>>;

export const modules: Readonly<Record<string, Module>> = declarations;

type Declarations = (typeof declarations)[keyof typeof declarations];
type Given<One, Part extends keyof Module> = One extends { readonly [Name in Part]: infer Value } ? Value : never;
type KeyOf<One> = One extends unknown ? keyof One : never;
type ValueOf<One, Key extends PropertyKey> = One extends { readonly [Name in Key]: infer Value } ? Value : never;

/** The declarations of all modules under one name, such as every job. */
type Collected<Part extends keyof Module> = {
  [Key in KeyOf<Given<Declarations, Part>>]: ValueOf<Given<Declarations, Part>, Key>;
};

function collect<Part extends keyof Module>(part: Part): Collected<Part> {
  return Object.assign({}, ...Object.values(modules).map((module) => module[part])) as Collected<Part>;
}

export const handlers: Handlers = collect('operations');

export const frameHandlers: FrameHandlers = collect('frames');

const jobs = collect('jobs');

export type JobPayloads = { [Name in keyof typeof jobs]: PayloadFor<(typeof jobs)[Name]['run']> };

type PayloadFor<Run> = Run extends (context: AppContext, payload: infer Payload, run: JobRun) => Promise<void>
  ? unknown extends Payload
    ? Record<string, never>
    : Payload
  : never;

export type JobName = keyof JobPayloads;

export const jobNames = Object.keys(jobs);

export const crontab = Object.entries<Job>(jobs)
  .flatMap(([name, { schedule, scheduleOptions, payload }]) =>
    schedule === undefined
      ? []
      : [[schedule, name, scheduleOptions, payload && JSON.stringify(payload)].filter(Boolean).join(' ')],
  )
  .join('\n');

export function jobHandlers(context: AppContext): JobHandlers<JobPayloads> {
  return Object.fromEntries(
    Object.entries<Job>(jobs).map(([name, { run, needsTrueTime }]) => [
      name,
      (payload: never, job: JobRun) =>
        inSpan(name, async () => {
          if (needsTrueTime) await checkClock(context.database);
          await run({ ...context, database: guardRun(context.database, job) }, payload, job);
          // The queue forgets a job whose run returns, even if another worker is in the middle of it.
          await refuseLostJob(context.database, job);
        }),
    ]),
  ) as JobHandlers<JobPayloads>;
}

/** `satisfies`: each operation names a limit that is declared. */
export const limits = collect('limits') satisfies Record<
  Exclude<Operations[OperationName]['limit'] | (typeof frameOperations)[FrameName]['limit'], PlatformLimit>,
  Limit
>;

export type ModuleLimit = keyof typeof limits;

export const metrics = collect('metrics');

export const queues: Readonly<Record<string, ReadQueue>> = collect('queues');

export const checks: Readonly<Record<string, Check>> = collect('checks');

export const forms: Partial<Record<OperationName, FormLimits>> = collect('forms');

export const constraints: Readonly<Record<string, ErrorCode>> = collect('constraints');

/** The commands of staff, by the first word after `npm run staff --`. */
export const commands = collect('commands');

export type StaffActName = Given<Declarations, 'acts'>[number];

/** All tables by name. Tests compare them with the schema and with every statement. */
export const tables: Declared['tables'] = Object.fromEntries(
  Object.entries(modules).flatMap(([owner, module]) =>
    Object.entries(module.tables ?? {}).map(([name, table]) => [name, { ...table, owner }] as const),
  ),
);

export const declared: Declared = {
  tables,
  purges: collect('purges'),
  mail: Object.values(modules).flatMap((module) => module.mail ?? []),
};

/**
 * Lists the statements that distribute the tables over many machines with the Citus extension. They run once, in one
 * session on an empty coordinator, after the migrations. Citus distributes tables with triggers only if told to, and no
 * table that a view reads through a function, so the view of results is dropped and made again. Its rules are not: only
 * a program that is older than this distribution would write through them.
 */
export function listDistribution(): string[] {
  const owned = Object.entries(tables);
  const whole = owned.filter(([, { key }]) => key === null);
  const spread = owned.filter(([, { key }]) => key !== null);
  return [
    'set citus.enable_unsafe_triggers = on;',
    `create temp table kept_view as select pg_get_viewdef('idempotency_keys'::regclass) as definition;`,
    'drop view idempotency_keys;',
    ...whole.map(([table]) => `select create_reference_table('${table}');`),
    ...[
      ...spread.filter(([, { colocatedWith }]) => !colocatedWith),
      ...spread.filter(([, { colocatedWith }]) => colocatedWith),
    ].map(
      ([table, { key, colocatedWith }]) =>
        `select create_distributed_table('${table}', '${key}'${colocatedWith ? `, colocate_with => '${colocatedWith}'` : ''});`,
    ),
    `do $$ begin execute 'create view idempotency_keys as ' || (table kept_view); end $$;`,
  ];
}
