import { runBuilt } from './lib/command.mjs';

// npm run desk -- list|show|…: complaints and reports; withdrawals: manual refunds and declarations.
// npm run desk -- mismatches: payments that do not match their order.
// npm run desk -- photos: lists, shows and decides photos that wait for approval.
// npm run desk -- block-iban|block-phone|block-debit: refuses direct debits.
await runBuilt('server/desk.js');
