import { idempotencyDays } from '../../contract/platform/limits.ts';
import { type Module, withMember, deletedWithMember, reasons } from '../module.ts';
import { purgeIdempotencyKeys } from './idempotency.ts';
import { purgeRateLimits } from './queries.ts';

export const platform = {
  public: [],
  purges: {
    results: ({ database, clock }) => purgeIdempotencyKeys(database, clock.now()),
    rateLimits: async ({ database, clock }) => {
      await database.transaction((tx) => tx.run(purgeRateLimits, { now: clock.now().getTime() }));
    },
  },
  tables: {
    migrations: { key: null, erasure: { rule: 'impersonal', why: 'the schema' }, notExported: reasons.impersonal },
    replica_heartbeat: {
      key: null,
      erasure: { rule: 'impersonal', why: 'the time of the last heartbeat' },
      notExported: reasons.impersonal,
    },
    rate_limits: { key: 'key', erasure: { rule: 'expires', why: 'expires after a day' }, notExported: reasons.guards },
    call_results: {
      ...withMember,
      erasure: { ...deletedWithMember, limit: { from: 'created_at', days: idempotencyDays } },
      notExported: `${reasons.fleeting}: results of calls, whose content is stored elsewhere`,
    },
  },
} satisfies Module;
