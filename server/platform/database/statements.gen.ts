// Written by `npm run types:sql` from every statement and the schema (45161716f2). Do not edit.

export interface Statements {
  // 3991b62812
  'demo.find-fictional': {
    params: undefined;
    row: { member_id: string };
  };
  // 8bbb78e97e
  'demo.list-cast': {
    params: undefined;
    row: { member_id: string; email: string; photos: number };
  };
  // e2c59270ec
  'demo.lock-filling': {
    params: undefined;
    row: { pg_advisory_xact_lock: string };
  };
  // ee2a2e66b8
  'demo.try-lock-drawing': {
    params: undefined;
    row: { mine: boolean };
  };
  // 134acc8707
  'members.list-key-counts': {
    params: undefined;
    row: { key: string; members: number | null };
  };
  // c332e5db54
  'platform.sort-on-disk': {
    params: undefined;
    row: { set_config: string };
  };
  // 0007a34c1c
  'platform.write-temporary-file': {
    params: undefined;
    row: { count: number };
  };
  // 3119e73d3c
  'settings.list-domains': {
    params: undefined;
    row: { host: string; niche: number };
  };
  // 32f9f9dd1d
  'settings.list-prices': {
    params: undefined;
    row: { scope: string; country: string; currency: string; amount: number; credits: number };
  };
  // 9542e4b77a
  'settings.list-scopes': {
    params: undefined;
    row: { scope: string; values: unknown };
  };
}
