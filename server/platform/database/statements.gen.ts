// Written by `npm run types:sql` from every statement and the schema (45161716f2). Do not edit.

export interface Statements {
  // 38d57378da
  'demo.describe-profile': {
    params: {
      about: string;
      hairColor: string;
      eyeColor: string;
      bodyType: string;
      relationshipStatus: string;
      tattoos: string;
      interests: readonly (string | null)[];
      lastActiveAt: Date;
      memberId: string;
    };
    row: never;
  };
  // 3991b62812
  'demo.find-fictional': {
    params: undefined;
    row: { member_id: string };
  };
  // 38162028bb
  'demo.find-message': {
    params: { conversationId: string; seq: number };
    row: {
      sender_language: string;
      kind: 'text' | 'photo' | 'gift';
      text: string | null;
      demo_id: string;
      demo_email: string;
      answers: number;
    };
  };
  // d76831fd65
  'demo.insert-accounts': {
    params: {
      passwordHash: string;
      ids: readonly (string | null)[];
      emails: readonly (string | null)[];
      names: readonly (string | null)[];
      languages: readonly (string | null)[];
      countries: readonly (string | null)[];
      signupDates: readonly (Date | null)[];
    };
    row: never;
  };
  // 08e80e4e3c
  'demo.insert-addresses': {
    params: { emailKeys: readonly (string | null)[]; ids: readonly (string | null)[] };
    row: never;
  };
  // 9136472f01
  'demo.insert-names': {
    params: { nameKeys: readonly (string | null)[]; ids: readonly (string | null)[] };
    row: never;
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
  // 6eabedb213
  'demo.try-lock-drawing': {
    params: undefined;
    row: { acquired: boolean };
  };
  // 134acc8707
  'members.list-key-counts': {
    params: undefined;
    row: { key: string; members: number | null };
  };
  // 2f79fc0732
  'platform.purge-rate-limits': {
    params: { now: number };
    row: never;
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
