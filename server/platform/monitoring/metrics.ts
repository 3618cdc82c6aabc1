import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The labels that a metric may have. Each has few values, all known ahead: never an id, an address or a text. */
type LabelName =
  | 'code'
  | 'operation'
  | 'outcome'
  | 'page'
  | 'provider'
  | 'queue'
  | 'roles'
  | 'state'
  | 'status'
  | 'task'
  | 'type'
  | 'version'
  | 'way';

export interface Metric {
  type: 'counter' | 'gauge' | 'histogram';
  help: string;
  labels?: readonly LabelName[];
  /** The upper bounds of a histogram. */
  buckets?: readonly number[];
}

const seconds = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 5];

export const platformMetrics = {
  build_info: { type: 'gauge', help: '1, with version and roles of the process', labels: ['version', 'roles'] },
  ready: { type: 'gauge', help: '1 if /readyz succeeds, else 0' },
  data_folder_free_ratio: { type: 'gauge', help: 'Free share of the disk of DATA_DIR' },
  calls_total: {
    type: 'counter',
    help: 'Calls, reads of pages and frames: ok, refused (4xx) or failed (5xx)',
    labels: ['operation', 'outcome'],
  },
  call_seconds: {
    type: 'histogram',
    help: 'Duration of calls and reads of pages',
    labels: ['operation'],
    buckets: seconds,
  },
  refusals_total: { type: 'counter', help: 'Calls that were refused or failed, by their error', labels: ['code'] },
  responses_total: {
    type: 'counter',
    help: 'Responses of every kind, over HTTP and to calls over sockets',
    labels: ['status'],
  },
  page_seconds: {
    type: 'histogram',
    help: 'Duration of pages by route; a copy kept for visitors is `kept`',
    labels: ['page'],
    buckets: seconds,
  },
  sockets: { type: 'gauge', help: 'Open sockets of members' },
  socket_events_total: { type: 'counter', help: 'Events and answers to calls, written to sockets', labels: ['type'] },
  bus_up: { type: 'gauge', help: '1 if events of other nodes arrive this way, else 0', labels: ['way'] },
  database_connections: { type: 'gauge', help: 'Connections of the pool: used or idle', labels: ['state'] },
  database_waiting: { type: 'gauge', help: 'Callers that wait for a connection of the pool' },
  database_wait_seconds: {
    type: 'histogram',
    help: 'How long callers waited for a connection of the pool when none was free',
    buckets: seconds,
  },
  replica_used: { type: 'gauge', help: '1 if searches read the replica, else 0; none without a replica' },
  replica_lag_seconds: {
    type: 'gauge',
    help: 'Age of the newest heartbeat that the replica has; none if it is unknown',
  },
  jobs_total: { type: 'counter', help: 'Runs of jobs by this process: ok or failed', labels: ['task', 'outcome'] },
  jobs_waiting: { type: 'gauge', help: 'Jobs that are due or wait for another try', labels: ['task'] },
  jobs_oldest_seconds: { type: 'gauge', help: 'How long the oldest of them has waited', labels: ['task'] },
  jobs_given_up: { type: 'gauge', help: 'Jobs that failed in their last try', labels: ['task'] },
  queue_waiting: { type: 'gauge', help: 'What waits for staff, or should be done by now', labels: ['queue'] },
  queue_oldest_seconds: { type: 'gauge', help: 'How long the oldest of a queue has waited', labels: ['queue'] },
} satisfies Record<string, Metric>;

/** The platform is compiled without the modules; `server/context.ts` adds the metrics that they declare. @public */
export interface DeclaredMetrics {
  ofPlatform: typeof platformMetrics;
}

type All = DeclaredMetrics[keyof DeclaredMetrics];
type NamesBy<Type, Some = All> = Some extends unknown
  ? { [Name in keyof Some]: Some[Name] extends { type: Type } ? Name : never }[keyof Some] & string
  : never;
type LabelsFor<Name, Some = All> = Some extends { [Key in Name & string]: infer Declared }
  ? Declared extends { labels: readonly (infer Label extends string)[] }
    ? [labels: Record<Label, string | number>]
    : []
  : never;

/** Counts what the process does, in memory, for `/metrics` (`server/program/serve-metrics.ts`). */
export interface Metrics {
  count<Name extends NamesBy<'counter'>>(name: Name, ...labels: LabelsFor<Name>): void;
  set<Name extends NamesBy<'gauge'>>(name: Name, value: number, ...labels: LabelsFor<Name>): void;
  observe<Name extends NamesBy<'histogram'>>(name: Name, value: number, ...labels: LabelsFor<Name>): void;
  /** Forgets the values of gauges that may not be known any more. */
  reset(...names: NamesBy<'gauge'>[]): void;
  registry: Registry;
}

/** Removes a gauge's values. A gauge without labels that was never set is removed itself: the library would show 0. */
function forget(gauge: Gauge, labels: readonly LabelName[] = []): void {
  gauge.reset();
  if (labels.length === 0) gauge.remove();
}

export function createMetrics(ofModules: Readonly<Record<string, Metric>>): Metrics {
  const registry = new Registry();
  const all: Readonly<Record<string, Metric>> = { ...platformMetrics, ...ofModules };
  const kinds = { counter: Counter, gauge: Gauge, histogram: Histogram };
  const metrics = new Map<string, Counter | Gauge | Histogram>(
    Object.entries(all).map(([name, { type, help, labels = [], buckets }]) => {
      const options = { name: `tealight_${name}`, help, labelNames: [...labels], registers: [registry] };
      const metric = new kinds[type]({ ...options, ...(buckets && { buckets: [...buckets] }) });
      if (metric instanceof Gauge) forget(metric, labels);
      return [name, metric];
    }),
  );
  return {
    count: (name, ...[labels = {}]) => (metrics.get(name) as Counter).inc(labels),
    set: (name, value, ...[labels = {}]) => (metrics.get(name) as Gauge).set(labels, value),
    observe: (name, value, ...[labels = {}]) => (metrics.get(name) as Histogram).observe(labels, value),
    reset: (...names) => {
      for (const name of names) forget(metrics.get(name) as Gauge, all[name]?.labels);
    },
    registry,
  };
}
