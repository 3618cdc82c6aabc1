import { runBuilt } from './lib/command.mjs';

// npm run desk -- list|show|…: complaints and reports; withdrawals: refunds by hand and declarations.
// npm run desk -- mismatches: money that came for an order and does not match it.
// npm run desk -- photos: lists, shows and decides the photos that wait for approval.
// npm run desk -- block-iban|block-phone|block-debit: whom direct debits are refused.
await runBuilt('server/desk.js');
