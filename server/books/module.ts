import { type Module } from '../module.ts';
import { verifyRegularly } from './reports.ts';

export const books = {
  public: [],
  jobs: { 'verify-books': { run: verifyRegularly, schedule: '53 */6 * * *' } },
  metrics: {
    ledger_faults: { type: 'gauge', help: 'Faults that this process found in the books when it last verified them' },
    ledger_verified_timestamp_seconds: { type: 'gauge', help: 'When this process last verified the books' },
  },
} satisfies Module;
