// Written by `npm run types:sql` from every statement and the schema (17c07bee56). Do not edit.
import type {} from '../../../contract/platform/id.ts';
import type { Country } from '../../../contract/platform/countries.ts';
import type { Currency } from '../../../contract/platform/countries.ts';
import type { PaymentMethodId } from '../../../contract/payments/payment-methods.ts';
import type { Tracking } from '../../../contract/sources/tracking.ts';
import type { KeptSearch } from '../../../contract/members/operations.ts';
import type { JsonColumn } from './json-columns.ts';

/** Anything but null that JSON can hold. */
type Json = object | string | number | boolean;

export interface Statements {
  // 3da44011d5
  'accounts.apply-next-country': {
    params: { memberId: MemberId; now: Date };
    row: never;
  };
  // 1ef2ed0659
  'accounts.begin-deletion': {
    params: { memberId: MemberId };
    row: never;
  };
  // 001980fed3
  'accounts.claim-email': {
    params: { key: string; memberId: MemberId };
    row: never;
  };
  // fb2e42777a
  'accounts.claim-terms-mails': {
    params: { memberIds: readonly (MemberId | null)[]; appliesAt: Date; now: Date };
    row: { member_id: MemberId; terms_accepted_at: Date };
  };
  // 50bf2afec9
  'accounts.close-mail-change': {
    params: { oldEmail: string; now: Date; memberId: MemberId; changeId: string };
    row: never;
  };
  // 2109a18f84
  'accounts.confirm-member': {
    params: { now: Date; memberId: MemberId };
    row: never;
  };
  // e37432e0fe
  'accounts.count-due-account-deletions': {
    params: { now: Date };
    row: { waiting: number; since: Date | null };
  };
  // 21a603d0c8
  'accounts.count-reason': {
    params: { month: string; reason: string };
    row: never;
  };
  // ab43144b40
  'accounts.delete-account-deletion': {
    params: { memberId: MemberId };
    row: never;
  };
  // 190c38f0cd
  'accounts.delete-all-dismissed': {
    params: { memberId: MemberId };
    row: never;
  };
  // 0c2aabdc20
  'accounts.delete-all-warnings': {
    params: undefined;
    row: never;
  };
  // 164070c6cd
  'accounts.delete-attempts': {
    params: { subject: string; source: string | null };
    row: never;
  };
  // 92ccd6c4ad
  'accounts.delete-change-tokens': {
    params: { memberId: MemberId; changeId: string };
    row: never;
  };
  // 6a4e2b4ad1
  'accounts.delete-consents': {
    params: { memberId: MemberId };
    row: never;
  };
  // d74c6fe03c
  'accounts.delete-dismissed': {
    params: { memberId: MemberId; names: readonly (string | null)[] };
    row: never;
  };
  // 9c67f7d366
  'accounts.delete-emails': {
    params: { keys: readonly (string | null)[]; memberId: MemberId };
    row: never;
  };
  // fe83d797fc
  'accounts.delete-listed-session': {
    params: { memberId: MemberId; id: string };
    row: { token_hash: Buffer };
  };
  // 0390c79706
  'accounts.delete-mail-changes': {
    params: { memberId: MemberId; changeIds: readonly (string | null)[] };
    row: never;
  };
  // 872c2c1017
  'accounts.delete-names-but': {
    params: { memberId: MemberId; key: string };
    row: never;
  };
  // cde7e3c2ce
  'accounts.delete-open-changes': {
    params: { memberId: MemberId };
    row: never;
  };
  // d1ea4a1890
  'accounts.delete-other-tokens': {
    params: { memberId: MemberId; kept: readonly (string | null)[] };
    row: never;
  };
  // 6b63ef5741
  'accounts.delete-passkey': {
    params: { memberId: MemberId; credentialId: string };
    row: never;
  };
  // a756547743
  'accounts.delete-passkeys': {
    params: { memberId: MemberId; since: Date | null };
    row: never;
  };
  // 540d335660
  'accounts.delete-session': {
    params: { memberId: MemberId; tokenHash: Buffer };
    row: never;
  };
  // 588c79d08d
  'accounts.delete-sessions-of-member': {
    params: { memberId: MemberId; except: Buffer | null };
    row: never;
  };
  // dffc599050
  'accounts.delete-terms-announcements': {
    params: { memberId: MemberId };
    row: never;
  };
  // 471c63684b
  'accounts.delete-tokens': {
    params: { memberId: MemberId; purpose: string };
    row: never;
  };
  // 76b727e723
  'accounts.delete-unused-tokens': {
    params: { memberId: MemberId; purpose: string };
    row: never;
  };
  // c46fe1645f
  'accounts.delete-warning': {
    params: { memberId: MemberId };
    row: never;
  };
  // 967d299609
  'accounts.empty-member': {
    params: { memberId: MemberId };
    row: never;
  };
  // 2762f87826
  'accounts.end-login-tokens': {
    params: { memberId: MemberId };
    row: never;
  };
  // a3f2ce3228
  'accounts.end-proofs': {
    params: { memberId: MemberId; sessionHashes: readonly (Buffer | null)[] };
    row: never;
  };
  // 5812cbb517
  'accounts.fail-address': {
    params: { memberId: MemberId };
    row: never;
  };
  // 0a0986316f
  'accounts.find-account': {
    params: { memberId: MemberId };
    row: {
      member_id: MemberId;
      site: string;
      email: string;
      name: string;
      password_hash: string;
      status: 'not_confirmed' | 'active' | 'pending_deletion' | 'banned' | 'deleted';
      confirmed: boolean;
      language: string;
      country: Country;
      discreet_mail: boolean;
    };
  };
  // 74f49e2353
  'accounts.find-account-deletion': {
    params: { memberId: MemberId };
    row: { due_at: Date };
  };
  // f863bbea3b
  'accounts.find-attempts': {
    params: { subject: string; source: string };
    row: { happened_at: Date[]; blocked_until: Date | null };
  };
  // 42f28531c9
  'accounts.find-change-token': {
    params: { tokenHash: Buffer; now: Date };
    row: {
      member_id: MemberId;
      purpose: 'activation' | 'reset' | 'reactivation' | 'mail-change' | 'mail-revert' | 'login-link';
      change_id: string;
    };
  };
  // 079462f0a6
  'accounts.find-confirmation': {
    params: { tokenHash: Buffer; now: Date };
    row: { member_id: MemberId };
  };
  // 81ea1edbfe
  'accounts.find-countries': {
    params: { memberId: MemberId };
    row: { country: Country; next_country: Country | null; next_country_from: Date | null; signup_at: Date };
  };
  // 9d382dae26
  'accounts.find-email-owners': {
    params: { keys: readonly (string | null)[] };
    row: { email_key: string; member_id: MemberId };
  };
  // ba2e827fbb
  'accounts.find-name-owner': {
    params: { key: string };
    row: { member_id: MemberId };
  };
  // c6f901843a
  'accounts.find-passkey': {
    params: { memberId: MemberId; credentialId: string };
    row: { public_key: Buffer; counter: number; created_at: Date };
  };
  // 8a2a9d87cc
  'accounts.find-session-owners': {
    params: { tokenHashes: readonly (Buffer | null)[] };
    row: { token_hash: Buffer; member_id: MemberId };
  };
  // 0883b59f13
  'accounts.find-sessions': {
    params: { memberIds: readonly (MemberId | null)[]; tokenHashes: readonly (Buffer | null)[] };
    row: {
      token_hash: Buffer;
      member_id: MemberId;
      site: string;
      status: 'not_confirmed' | 'active' | 'pending_deletion' | 'banned' | 'deleted';
      language: string;
      country: Country;
      next_country: Country | null;
      next_country_from: Date | null;
      name: string;
      email: string;
      confirmed: boolean;
      paid: boolean;
      signup_at: Date;
      client: 'web' | 'app';
      by_link: boolean;
      by_passkey: boolean;
      created_at: Date;
      seen_at: Date;
      expires_at: Date;
    };
  };
  // 406808fa4d
  'accounts.find-token': {
    params: { tokenHash: Buffer; purpose: string; now: Date };
    row: { member_id: MemberId };
  };
  // bd891d6b64
  'accounts.find-told': {
    params: { memberId: MemberId; appliesAt: Date };
    row: { member_id: MemberId };
  };
  // adcbb8a485
  'accounts.find-user': {
    params: { changesSince: Date; memberId: MemberId };
    row: {
      member_id: MemberId;
      site: string;
      name: string;
      gender: 'male' | 'female';
      sexuality: 'hetero' | 'gay' | 'lesbian' | 'bi' | null;
      date_of_birth: string;
      country: Country;
      region: string | null;
      town: string | null;
      about: string;
      hair_color: string | null;
      eye_color: string | null;
      body_type: string | null;
      relationship_status: string | null;
      tattoos: string | null;
      interests: string[];
      languages: string[];
      status: 'active' | 'disabled' | 'hidden' | 'paused';
      invisible: boolean;
      paused_until: Date | null;
      visitors_see_photo: boolean | null;
      fictional: boolean;
      paid: boolean;
      consent: boolean;
      photos: unknown;
      account_name: string;
      account_status: 'not_confirmed' | 'active' | 'pending_deletion' | 'banned' | 'deleted';
      email: string;
      language: string;
      signup_at: Date;
      notifications_off: Record<string, string>;
      address_failed: boolean;
      search: KeptSearch | null;
      discreet_mail: boolean;
      alerts_dismissed: string[];
      change: unknown;
      credits: number;
      lots: unknown;
      unread: number;
      terms_version: string;
      terms_answers: unknown;
      terms_dismissed: unknown;
    };
  };
  // 712c720a45
  'accounts.insert-account-deletion': {
    params: { memberId: MemberId; now: Date; dueAt: Date };
    row: never;
  };
  // 8e4e2f8cef
  'accounts.insert-challenge': {
    params: { challengeHash: Buffer; host: string; sessionHash: Buffer | null; expiresAt: Date };
    row: never;
  };
  // 7ceeee5b8f
  'accounts.insert-change-token': {
    params: {
      tokenHash: Buffer;
      memberId: MemberId;
      purpose: string;
      changeId: string;
      now: Date;
      expiresAt: Date;
    };
    row: never;
  };
  // 3d1b96b074
  'accounts.insert-consent': {
    params: {
      memberId: MemberId;
      consentId: string;
      subject: string;
      given: boolean;
      version: string | null;
      textHash: string | null;
      language: string | null;
      way: string;
      browser: string;
      system: string;
      country: string | null;
      now: Date;
    };
    row: never;
  };
  // 2fc2a0c281
  'accounts.insert-dismissed': {
    params: { memberId: MemberId; now: Date; names: readonly (string | null)[] };
    row: never;
  };
  // 04e6068b2b
  'accounts.insert-email': {
    params: { key: string; memberId: MemberId };
    row: never;
  };
  // 6813bddb1f
  'accounts.insert-mail-change': {
    params: { memberId: MemberId; changeId: string; oldEmail: string; newEmail: string; now: Date };
    row: never;
  };
  // e537b46ea6
  'accounts.insert-member': {
    params: {
      memberId: MemberId;
      site: string;
      email: string;
      name: string;
      passwordHash: string;
      language: string;
      country: string;
      now: Date;
      termsVersion: string;
      consentVersion: string | null;
      consentAt: Date | null;
      tracking: Json | null;
      notificationsOff: Json;
    };
    row: never;
  };
  // d3ee954032
  'accounts.insert-name': {
    params: { key: string; memberId: MemberId };
    row: never;
  };
  // b2046f8d7c
  'accounts.insert-passkey': {
    params: {
      memberId: MemberId;
      credentialId: string;
      publicKey: Buffer;
      counter: number;
      keeper: string;
      browser: string;
      system: string;
      now: Date;
    };
    row: never;
  };
  // 100c060980
  'accounts.insert-seen-terms': {
    params: { appliesAt: Date; seenAt: Date };
    row: never;
  };
  // c5bfc0c1aa
  'accounts.insert-session': {
    params: {
      tokenHash: Buffer;
      memberId: MemberId;
      client: string;
      browser: string;
      system: string;
      country: string | null;
      byLink: boolean;
      byPasskey: boolean;
      now: Date;
      expiresAt: Date;
    };
    row: never;
  };
  // 8978a5c40e
  'accounts.insert-sign-up-request': {
    params: { memberId: MemberId; site: string; account: Json; now: Date };
    row: never;
  };
  // 093b1a7250
  'accounts.insert-token': {
    params: { tokenHash: Buffer; memberId: MemberId; purpose: string; now: Date; expiresAt: Date };
    row: never;
  };
  // 2056ccf484
  'accounts.keep-emails': {
    params: { until: Date; keys: readonly (string | null)[]; memberId: MemberId };
    row: never;
  };
  // c9ef070a96
  'accounts.list-accounts': {
    params: { memberIds: readonly (MemberId | null)[] };
    row: {
      member_id: MemberId;
      site: string;
      email: string;
      name: string;
      password_hash: string;
      status: 'not_confirmed' | 'active' | 'pending_deletion' | 'banned' | 'deleted';
      confirmed: boolean;
      language: string;
      country: Country;
      discreet_mail: boolean;
    };
  };
  // 71c40cc5ea
  'accounts.list-banned': {
    params: { memberIds: readonly (MemberId | null)[] };
    row: { member_id: MemberId };
  };
  // aade904dda
  'accounts.list-consents': {
    params: { memberId: MemberId; limit: number; offset: number };
    row: {
      subject: 'terms' | 'sensitive' | 'new_conversations' | 'new_messages' | 'like' | 'unread_message_reminders' | 'promotions' | 'weekly_updates' | 'news' | 'reminders' | 'push' | 'push_new_messages' | 'push_new_conversations' | 'push_like' | 'visitor_photo' | null;
      given: boolean;
      version: string | null;
      way: string | null;
      browser: string | null;
      system: string | null;
      country: string | null;
      noted_at: Date | null;
    };
  };
  // 98fc572981
  'accounts.list-due-account-deletions': {
    params: { now: Date; but: readonly (string | null)[]; limit: number };
    row: { member_id: MemberId };
  };
  // 9c919f0c7e
  'accounts.list-mail-changes': {
    params: { memberId: MemberId };
    row: {
      change_id: string;
      old_email: string;
      new_email: string;
      asked_at: Date;
      done_at: Date | null;
      refused_at: Date | null;
    };
  };
  // e3fa77b9e0
  'accounts.list-passkeys': {
    params: { memberId: MemberId };
    row: {
      credential_id: string;
      keeper: string;
      browser: string;
      system: string;
      created_at: Date;
      used_at: Date | null;
    };
  };
  // a79fa59e9c
  'accounts.list-reasons': {
    params: undefined;
    row: { month: string; reason: string; members: number };
  };
  // 3d52122041
  'accounts.list-seen-terms': {
    params: undefined;
    row: { applies_at: Date; seen_at: Date };
  };
  // 1142436155
  'accounts.list-sessions': {
    params: { own: Buffer; memberId: MemberId; now: Date; usedSince: Date; limit: number };
    row: {
      id: string | null;
      token_hash: Buffer;
      own: boolean;
      client: 'web' | 'app';
      browser: string;
      system: string;
      country: string | null;
      created_at: Date;
      seen_at: Date;
    };
  };
  // 130ad8e86d
  'accounts.list-taken-keys': {
    params: { keys: readonly (string | null)[] };
    row: { name_key: string };
  };
  // 5643a6d630
  'accounts.list-terms-answers': {
    params: { memberId: MemberId };
    row: { version: string | null; given: boolean };
  };
  // 6687f7de37
  'accounts.lock-account': {
    params: { memberId: MemberId };
    row: {
      member_id: MemberId;
      site: string;
      email: string;
      name: string;
      password_hash: string;
      status: 'not_confirmed' | 'active' | 'pending_deletion' | 'banned' | 'deleted';
      confirmed: boolean;
      language: string;
      country: Country;
      discreet_mail: boolean;
    };
  };
  // 41577e68bf
  'accounts.lock-attempts': {
    params: { subject: string; source: string };
    row: { happened_at: Date[]; blocked_until: Date | null };
  };
  // 01b97899a5
  'accounts.lock-kinds': {
    params: { memberId: MemberId };
    row: { notifications_off: Record<string, string> };
  };
  // 3e5683db6d
  'accounts.lock-member': {
    params: { memberId: MemberId };
    row: { reset_link_id: string | null; reset_link_at: Date | null };
  };
  // c7f695fa79
  'accounts.open-attempts': {
    params: { subject: string; source: string; now: Date };
    row: never;
  };
  // 57ce8cb423
  'accounts.page-inactive': {
    params: { memberAfter: string; before: Date; limit: number };
    row: {
      member_id: MemberId;
      status: 'not_confirmed' | 'active' | 'pending_deletion' | 'banned' | 'deleted';
      last_active_at: Date;
      warned_at: Date | null;
    };
  };
  // 76b507c787
  'accounts.page-untold': {
    params: { memberAfter: string; appliesAt: Date; limit: number };
    row: { member_id: MemberId };
  };
  // b9d98831e9
  'accounts.pop-challenge': {
    params: { challengeHash: Buffer; host: string; sessionHash: Buffer | null; now: Date };
    row: never;
  };
  // 8be2e8739c
  'accounts.pop-sign-up-request': {
    params: { memberId: MemberId };
    row: { site: string; account: JsonColumn<'sign_up_requests.account'> };
  };
  // c744090772
  'accounts.postpone-account-deletion': {
    params: { memberId: MemberId; dueAt: Date };
    row: never;
  };
  // a19a984267
  'accounts.postpone-due-deletions': {
    params: { dueAt: Date };
    row: never;
  };
  // 95a6a579fb
  'accounts.purge-attempts': {
    params: { now: Date };
    row: never;
  };
  // 7ba8bd0558
  'accounts.purge-challenges': {
    params: { now: Date };
    row: never;
  };
  // 95e00df36d
  'accounts.purge-kept-emails': {
    params: { now: Date };
    row: never;
  };
  // c207761ef7
  'accounts.purge-mail-changes': {
    params: { doneBefore: Date; askedBefore: Date };
    row: never;
  };
  // 7278970db7
  'accounts.purge-sessions': {
    params: { now: Date };
    row: never;
  };
  // a0ea3a0dbd
  'accounts.purge-sign-up-requests': {
    params: { before: Date };
    row: never;
  };
  // a24ff1c155
  'accounts.purge-tokens': {
    params: { now: Date };
    row: never;
  };
  // b565b85fe9
  'accounts.purge-tracking': {
    params: { before: Date };
    row: never;
  };
  // 3d15c1585f
  'accounts.refuse-mail-change': {
    params: { now: Date; memberId: MemberId; changeId: string };
    row: never;
  };
  // faf3a34c23
  'accounts.release-terms-mail': {
    params: { memberId: MemberId; appliesAt: Date };
    row: never;
  };
  // a2f83ded83
  'accounts.save-login-token': {
    params: { tokenHash: Buffer; memberId: MemberId; now: Date; expiresAt: Date };
    row: never;
  };
  // 41d8558417
  'accounts.set-banned': {
    params: { memberId: MemberId };
    row: never;
  };
  // f4a7f68468
  'accounts.set-consent': {
    params: { version: string | null; givenAt: Date | null; memberId: MemberId };
    row: never;
  };
  // ec4ad51d17
  'accounts.set-countries': {
    params: { country: string; next: string | null; nextFrom: Date | null; memberId: MemberId };
    row: never;
  };
  // 094bb65567
  'accounts.set-deleted': {
    params: { memberId: MemberId; evenIfActive: boolean };
    row: never;
  };
  // b293d887f7
  'accounts.set-discreet-mail': {
    params: { discreet: boolean; memberId: MemberId };
    row: never;
  };
  // a89707a6b2
  'accounts.set-email': {
    params: { email: string; memberId: MemberId };
    row: never;
  };
  // c5a2f2e522
  'accounts.set-inactive': {
    params: { memberId: MemberId; endBefore: Date; warnedBefore: Date };
    row: never;
  };
  // 40f2105a2b
  'accounts.set-language': {
    params: { language: string; memberId: MemberId };
    row: never;
  };
  // 2e5d2447c3
  'accounts.set-name': {
    params: { name: string; memberId: MemberId };
    row: never;
  };
  // 01859d5599
  'accounts.set-notifications-off': {
    params: { kinds: readonly (string | null)[]; memberId: MemberId };
    row: never;
  };
  // 38cc83d75b
  'accounts.set-paid-once': {
    params: { now: Date; memberId: MemberId };
    row: never;
  };
  // 503223f273
  'accounts.set-paid-since': {
    params: { since: Date | null; memberId: MemberId };
    row: never;
  };
  // f8480ba2e6
  'accounts.set-password': {
    params: { passwordHash: string; memberId: MemberId };
    row: never;
  };
  // d4fa2aa39e
  'accounts.set-reset-link': {
    params: { linkId: string; now: Date; memberId: MemberId };
    row: never;
  };
  // 1a9c12a9a9
  'accounts.set-returned': {
    params: { memberId: MemberId };
    row: never;
  };
  // 79261d12ca
  'accounts.set-search': {
    params: { search: Json; memberId: MemberId };
    row: never;
  };
  // ddc3e613ee
  'accounts.set-terms-dismissed': {
    params: { memberId: MemberId; appliesAt: Date; now: Date };
    row: never;
  };
  // cce9f9f5ba
  'accounts.set-token': {
    params: { fresh: Buffer; memberId: MemberId; old: Buffer };
    row: never;
  };
  // 764ee4af25
  'accounts.set-unbanned': {
    params: { isLeaving: boolean; memberId: MemberId };
    row: never;
  };
  // f366c18a7c
  'accounts.stop-notifications': {
    params: { reason: string; kinds: readonly (string | null)[]; memberId: MemberId };
    row: never;
  };
  // 75373c979c
  'accounts.store-attempts': {
    params: {
      happenedAt: readonly (Date | null)[];
      blockedUntil: Date | null;
      endsAt: Date;
      subject: string;
      source: string;
    };
    row: never;
  };
  // c656c6503d
  'accounts.store-warning': {
    params: { memberId: MemberId; now: Date };
    row: never;
  };
  // ecc7115117
  'accounts.touch-session': {
    params: { now: Date; memberId: MemberId; tokenHash: Buffer };
    row: never;
  };
  // 71fa6d0d38
  'accounts.trust-address': {
    params: { memberId: MemberId };
    row: never;
  };
  // dce6a939ce
  'accounts.use-change-token': {
    params: { now: Date; tokenHash: Buffer; memberId: MemberId };
    row: { change_id: string | null };
  };
  // 391891a686
  'accounts.use-passkey': {
    params: { counter: number; now: Date; memberId: MemberId; credentialId: string };
    row: never;
  };
  // e5ec2e3aab
  'accounts.use-token': {
    params: { now: Date; tokenHash: Buffer; purpose: string };
    row: { member_id: MemberId };
  };
  // f11c130776
  'chat.add-served': {
    params: { seqs: string; memberId: MemberId; conversationId: ConversationId };
    row: never;
  };
  // 9f293d349f
  'chat.begin-conversations': {
    params: {
      now: Date;
      conversationIds: readonly (ConversationId | null)[];
      senderIds: readonly (MemberId | null)[];
      receiverIds: readonly (MemberId | null)[];
    };
    row: never;
  };
  // 48b4d05cc9
  'chat.begin-sides': {
    params: {
      now: Date;
      memberIds: readonly (MemberId | null)[];
      conversationIds: readonly (ConversationId | null)[];
      otherIds: readonly (MemberId | null)[];
      started: readonly (boolean | null)[];
      own: readonly (boolean | null)[];
    };
    row: never;
  };
  // cfcb86b2fd
  'chat.clear-side': {
    params: { memberId: MemberId; conversationId: ConversationId };
    row: never;
  };
  // 48245a9c13
  'chat.close-conversation': {
    params: { conversationId: ConversationId };
    row: never;
  };
  // 15e356e890
  'chat.close-side': {
    params: { memberId: MemberId; conversationId: ConversationId };
    row: never;
  };
  // e4fc0005f5
  'chat.count-unread-after': {
    params: { conversationId: ConversationId; seq: number; memberId: MemberId };
    row: { unread: number };
  };
  // 7695957581
  'chat.count-unread-again': {
    params: { change: number; receiverId: MemberId; conversationId: ConversationId; seq: number };
    row: never;
  };
  // fb06f6f679
  'chat.delete-block': {
    params: { memberId: MemberId; blockedId: MemberId };
    row: never;
  };
  // 210dc7a020
  'chat.delete-blocked-by': {
    params: { memberId: MemberId; byId: MemberId };
    row: never;
  };
  // cd8b7fbd5d
  'chat.delete-chat-photos': {
    params: { conversationId: ConversationId; photoIds: readonly (PhotoId | null)[] };
    row: never;
  };
  // adaf12a6cf
  'chat.delete-conversation': {
    params: { conversationId: ConversationId };
    row: never;
  };
  // d708d2af39
  'chat.delete-gift-answers': {
    params: { conversationId: ConversationId; memberId: MemberId };
    row: never;
  };
  // c46c641cae
  'chat.delete-icebreakers-to': {
    params: { memberId: MemberId };
    row: never;
  };
  // b78d7c69fe
  'chat.delete-member-rows': {
    params: { memberId: MemberId };
    row: never;
  };
  // c6dbd590e1
  'chat.delete-pair': {
    params: { lowId: MemberId; highId: MemberId };
    row: never;
  };
  // d47ad18265
  'chat.delete-side': {
    params: { memberId: MemberId; conversationId: ConversationId };
    row: never;
  };
  // bcc3e57b09
  'chat.empty-messages': {
    params: { conversationId: ConversationId; memberId: MemberId };
    row: never;
  };
  // 042f294c18
  'chat.empty-preview': {
    params: { otherId: MemberId; conversationId: ConversationId };
    row: never;
  };
  // 42c59c24ab
  'chat.empty-quotes': {
    params: { conversationId: ConversationId; memberId: MemberId };
    row: never;
  };
  // 030eaadf5f
  'chat.empty-sentences': {
    params: { conversationIds: readonly (ConversationId | null)[]; memberId: MemberId };
    row: { sender_id: MemberId };
  };
  // e243ae6dad
  'chat.find-balance-and-draft': {
    params: { otherId: MemberId; memberId: MemberId };
    row: { balance: number; text: string | null; written_at: Date | null };
  };
  // 82a66ebb6e
  'chat.find-block': {
    params: { memberId: MemberId; blockedId: MemberId };
    row: { blocked_id: MemberId };
  };
  // 7f15bc7ee0
  'chat.find-cleared': {
    params: { memberId: MemberId; conversationId: ConversationId };
    row: { cleared_seq: number };
  };
  // 71eace878f
  'chat.find-draft': {
    params: { memberId: MemberId; otherId: MemberId };
    row: { text: string; written_at: Date };
  };
  // f6b0fbb70e
  'chat.find-gift': {
    params: { conversationId: ConversationId; seq: number };
    row: { message_id: MessageId };
  };
  // bb910e34c8
  'chat.find-goodbye': {
    params: { conversationId: ConversationId };
    row: {
      message_id: MessageId;
      conversation_id: ConversationId;
      seq: number;
      sender_id: MemberId;
      kind: 'text' | 'photo' | 'gift' | 'goodbye';
      text: string | null;
      photo_id: PhotoId | null;
      gift: string | null;
      credits: number;
      idempotency_key: string | null;
      created_at: Date;
      quote_kind: 'about' | 'interest' | 'photo' | null;
      quote: string | null;
      removed_at: Date | null;
    };
  };
  // 95e3ff642f
  'chat.find-message': {
    params: { conversationId: ConversationId; messageId: MessageId };
    row: {
      message_id: MessageId;
      conversation_id: ConversationId;
      seq: number;
      sender_id: MemberId;
      kind: 'text' | 'photo' | 'gift' | 'goodbye';
      text: string | null;
      photo_id: PhotoId | null;
      gift: string | null;
      credits: number;
      idempotency_key: string | null;
      created_at: Date;
      quote_kind: 'about' | 'interest' | 'photo' | null;
      quote: string | null;
      removed_at: Date | null;
    };
  };
  // 6fe4d6d42c
  'chat.find-message-conversation': {
    params: { conversationIds: readonly (ConversationId | null)[]; messageId: MessageId };
    row: { conversation_id: ConversationId };
  };
  // 16bc31d0cc
  'chat.find-open-side': {
    params: { memberId: MemberId; conversationId: ConversationId };
    row: { other_id: MemberId };
  };
  // 5794eea09c
  'chat.find-others': {
    params: { memberIds: readonly (MemberId | null)[]; conversationIds: readonly (ConversationId | null)[] };
    row: { member_id: MemberId; conversation_id: ConversationId; other_id: MemberId };
  };
  // 39b405896f
  'chat.find-pair': {
    params: { lowId: MemberId; highId: MemberId };
    row: { conversation_id: ConversationId };
  };
  // 6ab732342b
  'chat.find-return-progress': {
    params: undefined;
    row: { settings: unknown; looked_until: Date | null; began: Date };
  };
  // b32d115dc6
  'chat.find-sides': {
    params: { conversationId: ConversationId };
    row: { starter_id: MemberId; receiver_id: MemberId };
  };
  // f24bb8bd0e
  'chat.find-site-of-member': {
    params: { memberId: MemberId };
    row: { site: string };
  };
  // 0833f8e36b
  'chat.find-text-length': {
    params: { conversationId: ConversationId; seq: number };
    row: { length: number };
  };
  // ae745b7fd0
  'chat.forget-gone': {
    params: { memberId: MemberId; before: Date };
    row: never;
  };
  // bfa8e6c6c6
  'chat.forget-oldest-drafts': {
    params: { memberId: MemberId; kept: number };
    row: never;
  };
  // a4262ba3b6
  'chat.has-answered': {
    params: { conversationId: ConversationId; senderId: MemberId; seq: number };
    row: { answered: boolean };
  };
  // 07ae9062ea
  'chat.has-side': {
    params: { memberId: MemberId; conversationId: ConversationId };
    row: { one: number };
  };
  // 2d2882ecf6
  'chat.has-unreturned': {
    params: { memberId: MemberId; conversationId: ConversationId };
    row: { one: number };
  };
  // 2665e18a99
  'chat.insert-block': {
    params: { memberId: MemberId; blockedId: MemberId; now: Date };
    row: never;
  };
  // cfd6c7eabb
  'chat.insert-blocked-by': {
    params: { memberId: MemberId; byId: MemberId; now: Date };
    row: never;
  };
  // 3aedc00927
  'chat.insert-gift-answer': {
    params: { conversationId: ConversationId; seq: number; memberId: MemberId; answer: number; now: Date };
    row: never;
  };
  // 5fd429d6bb
  'chat.insert-icebreakers': {
    params: { memberId: MemberId; profileId: MemberId };
    row: never;
  };
  // 90dcac50a1
  'chat.insert-pairs': {
    params: {
      lowIds: readonly (MemberId | null)[];
      highIds: readonly (MemberId | null)[];
      conversationIds: readonly (ConversationId | null)[];
    };
    row: never;
  };
  // 3bda4d8233
  'chat.insert-photo': {
    params: {
      conversationId: ConversationId;
      photoId: PhotoId;
      senderId: MemberId;
      width: number;
      height: number;
      now: Date;
    };
    row: never;
  };
  // af9140f174
  'chat.list-backwards': {
    params: { conversationId: ConversationId; above: number; below: number; limit: number };
    row: {
      message_id: MessageId;
      conversation_id: ConversationId;
      seq: number;
      sender_id: MemberId;
      kind: 'text' | 'photo' | 'gift' | 'goodbye';
      text: string | null;
      photo_id: PhotoId | null;
      gift: string | null;
      credits: number;
      idempotency_key: string | null;
      created_at: Date;
      quote_kind: 'about' | 'interest' | 'photo' | null;
      quote: string | null;
      removed_at: Date | null;
    };
  };
  // 840672f767
  'chat.list-blocked': {
    params: { memberId: MemberId };
    row: { blocked_id: MemberId };
  };
  // e3b86ec705
  'chat.list-forwards': {
    params: { conversationId: ConversationId; above: number; below: number; limit: number };
    row: {
      message_id: MessageId;
      conversation_id: ConversationId;
      seq: number;
      sender_id: MemberId;
      kind: 'text' | 'photo' | 'gift' | 'goodbye';
      text: string | null;
      photo_id: PhotoId | null;
      gift: string | null;
      credits: number;
      idempotency_key: string | null;
      created_at: Date;
      quote_kind: 'about' | 'interest' | 'photo' | null;
      quote: string | null;
      removed_at: Date | null;
    };
  };
  // 97224688d5
  'chat.list-gift-answers': {
    params: { conversationId: ConversationId; seqs: readonly (number | null)[] };
    row: { seq: number; member_id: MemberId; answer: number };
  };
  // 1f5cd5e1fb
  'chat.list-gone': {
    params: { limit: number };
    row: { member_id: MemberId };
  };
  // d94e898c93
  'chat.list-inbox': {
    params: { memberId: MemberId; place: number | null; id: string | null; limit: number };
    row: {
      conversation_id: ConversationId;
      other_id: MemberId;
      unread: number;
      last_seq: number;
      last_at: Date;
      last_kind: string;
      last_own: boolean;
      last_text: string | null;
      unserved: boolean;
      place: number;
    };
  };
  // dc3051a11a
  'chat.list-member-blockers': {
    params: { memberId: MemberId };
    row: { by_id: MemberId };
  };
  // 51cce8639f
  'chat.list-member-blocks': {
    params: { memberId: MemberId };
    row: { blocked_id: MemberId };
  };
  // 089d6859fd
  'chat.list-member-unreturned': {
    params: { memberId: MemberId; after: string; limit: number };
    row: { member_id: MemberId; conversation_id: ConversationId; other_id: MemberId };
  };
  // 8122067c1e
  'chat.list-own-conversations': {
    params: { memberId: MemberId };
    row: { conversation_id: ConversationId };
  };
  // 1532e01cf8
  'chat.list-searched-sides': {
    params: { memberId: MemberId; place: number | null; id: string | null; limit: number };
    row: {
      conversation_id: ConversationId;
      other_id: MemberId;
      cleared_seq: number;
      last_seq: number;
      read_seq: number;
      place: number;
    };
  };
  // 8ad564129a
  'chat.list-sent-photos': {
    params: { conversationId: ConversationId; senderId: MemberId | null };
    row: { photo_id: PhotoId };
  };
  // b1860488b0
  'chat.list-sides': {
    params: { memberId: MemberId; limit: number };
    row: { conversation_id: ConversationId; other_id: MemberId };
  };
  // a10e63bc7b
  'chat.list-standing': {
    params: { ids: readonly (string | null)[]; seqs: readonly (number | null)[] };
    row: { conversation_id: ConversationId; seq: number };
  };
  // a18c1484d0
  'chat.list-stemmed': {
    params: { dictionary: string; words: readonly (string | null)[]; stems: readonly (string | null)[] };
    row: { word: string; stem: string };
  };
  // 0ef379c5fd
  'chat.list-stems': {
    params: { dictionary: string; words: readonly (string | null)[] };
    row: { word: string; stem: string | null };
  };
  // 9b78f29e1a
  'chat.list-texts': {
    params: {
      ids: readonly (string | null)[];
      above: number;
      below: number;
      floors: readonly (number | null)[];
      senders: readonly (string | null)[];
    };
    row: {
      conversation_id: ConversationId;
      seq: number;
      sender_id: MemberId;
      kind: 'text' | 'photo' | 'gift' | 'goodbye';
      text: string;
      created_at: Date;
    };
  };
  // 0c63413d60
  'chat.list-unopened': {
    params: {
      conversationId: ConversationId;
      above: number;
      senderId: MemberId;
      until: Date;
      served: string;
      limit: number;
    };
    row: {
      message_id: MessageId;
      seq: number;
      kind: 'text' | 'photo' | 'gift' | 'goodbye';
      credits: number;
      idempotency_key: string | null;
    };
  };
  // 5feb0c3571
  'chat.list-unread': {
    params: { memberId: MemberId; limit: number };
    row: { conversation_id: ConversationId; unread: number };
  };
  // 44d055b496
  'chat.list-unreturned': {
    params: { from: Date; until: Date };
    row: { member_id: MemberId; conversation_id: ConversationId; other_id: MemberId };
  };
  // 04e40e3c2a
  'chat.lock-icebreakers': {
    params: { memberId: MemberId; profileId: MemberId };
    row: { rounds: number; shown: string[] };
  };
  // 33f43b4221
  'chat.lock-pair-rows': {
    params: { lowIds: readonly (MemberId | null)[]; highIds: readonly (MemberId | null)[] };
    row: { low_id: MemberId; high_id: MemberId; conversation_id: ConversationId };
  };
  // 5ae11ee2e7
  'chat.lock-side': {
    params: { memberId: MemberId; conversationId: ConversationId };
    row: {
      conversation_id: ConversationId;
      other_id: MemberId;
      hidden: boolean;
      unread: number;
      read_seq: number;
      cleared_seq: number;
      last_seq: number;
    };
  };
  // 21e0572d06
  'chat.lock-unreturned': {
    params: { memberId: MemberId; conversationId: ConversationId };
    row: { from_seq: number; last_seq: number; served: string };
  };
  // 532813700e
  'chat.move-read': {
    params: { seq: number; unread: number; memberId: MemberId; conversationId: ConversationId };
    row: never;
  };
  // b6155c4ec8
  'chat.read-side': {
    params: { memberId: MemberId; otherId: MemberId };
    row: {
      conversation_id: ConversationId;
      other_id: MemberId;
      hidden: boolean;
      unread: number;
      read_seq: number;
      cleared_seq: number;
      last_seq: number;
      other_read_seq: number;
      removed: number[];
    };
  };
  // 978b7fd7b0
  'chat.set-removed': {
    params: { now: Date; conversationId: ConversationId; messageId: MessageId; senderId: MemberId };
    row: { seq: number; created_at: Date };
  };
  // e9c42573e8
  'chat.set-restored': {
    params: { conversationId: ConversationId; messageId: MessageId };
    row: {
      seq: number;
      kind: 'text' | 'photo' | 'gift' | 'goodbye';
      text: string | null;
      sender_id: MemberId;
    };
  };
  // 465c7ce4e1
  'chat.set-return-progress': {
    params: { settings: Json; until: Date };
    row: never;
  };
  // 581d2e5aa7
  'chat.set-returned': {
    params: { seq: number; memberId: MemberId; conversationId: ConversationId };
    row: never;
  };
  // e37f161aa3
  'chat.show-last': {
    params: {
      kind: string;
      preview: string | null;
      memberId: MemberId;
      conversationId: ConversationId;
      seq: number;
    };
    row: never;
  };
  // 03ddc9d5ea
  'chat.store-draft': {
    params: { memberId: MemberId; otherId: MemberId; text: string; at: Date };
    row: never;
  };
  // 8aa6bf5857
  'chat.store-messages': {
    params: {
      conversationIds: readonly (ConversationId | null)[];
      messageIds: readonly (MessageId | null)[];
      senderIds: readonly (MemberId | null)[];
      receiverIds: readonly (MemberId | null)[];
      kinds: readonly (string | null)[];
      texts: readonly (string | null)[];
      previews: readonly (string | null)[];
      photoIds: readonly (PhotoId | null)[];
      gifts: readonly (string | null)[];
      prices: readonly (number | null)[];
      keys: readonly (string | null)[];
      bodyHashes: readonly (string | null)[];
      quoteKinds: readonly (string | null)[];
      quotes: readonly (string | null)[];
      now: Date;
    };
    row: {
      message_id: MessageId | null;
      seq: number;
      own_unread: number;
      other_unread: number;
      draft_at: Date | null;
    };
  };
  // 17bb63b81f
  'chat.sum-unread': {
    params: { memberId: MemberId };
    row: { unread: number };
  };
  // a648d8a7ec
  'chat.update-icebreakers': {
    params: { rounds: number; shown: readonly (string | null)[]; memberId: MemberId; profileId: MemberId };
    row: never;
  };
  // aa0c52d21a
  'credits.allow-debt': {
    params: { debt: number; memberId: MemberId };
    row: never;
  };
  // 88df9697ac
  'credits.claim-start-credits': {
    params: { mailboxHash: string; now: Date; before: Date };
    row: { again: number };
  };
  // 1b23960714
  'credits.count-entries': {
    params: { memberId: MemberId; causes: readonly (string | null)[] | null };
    row: { count: number };
  };
  // a4ba54d1a7
  'credits.find-balance': {
    params: { memberId: MemberId };
    row: { balance: number };
  };
  // 105c87116c
  'credits.find-balance-and-premium': {
    params: { memberId: MemberId };
    row: { balance: number; paid: boolean };
  };
  // 4636c26340
  'credits.find-charge': {
    params: { memberId: MemberId; cause: string; causeId: string; key: string | null };
    row: { entry_id: EntryId; amount: number; other_id: MemberId | null };
  };
  // cf1eb4a935
  'credits.find-entry': {
    params: { memberId: MemberId; cause: string; causeId: string };
    row: { entry_id: EntryId };
  };
  // 265c23f989
  'credits.find-payment-lot': {
    params: { memberId: MemberId; paymentId: PaymentId };
    row: { lot_id: LotId; credits: number; credits_left: number; spent: number };
  };
  // e73a24b4e5
  'credits.find-start-holder': {
    params: { mailboxHash: string; before: Date };
    row: { again: number };
  };
  // fdfa9781ae
  'credits.find-start-lot': {
    params: { memberId: MemberId };
    row: { lot_id: LotId; credits_left: number };
  };
  // f81e95eda6
  'credits.insert-charges': {
    params: {
      payerIds: readonly (string | null)[];
      paidIds: readonly (string | null)[];
      lotIds: readonly (LotId | null)[];
      credits: readonly (number | null)[];
      now: Date;
      memberIds: readonly (MemberId | null)[];
      entryIds: readonly (EntryId | null)[];
      amounts: readonly (number | null)[];
      causes: readonly (string | null)[];
      causeIds: readonly (string | null)[];
      otherIds: readonly (MemberId | null)[];
      keys: readonly (string | null)[];
    };
    row: never;
  };
  // ab8797d977
  'credits.insert-entry': {
    params: {
      memberId: MemberId;
      entryId: EntryId;
      from: string;
      to: string;
      amount: number;
      cause: string;
      causeId: string;
      otherId: MemberId | null;
      paymentId: PaymentId | null;
      now: Date;
    };
    row: { balance_after: number };
  };
  // 211dadf836
  'credits.insert-lot': {
    params: {
      memberId: MemberId;
      lotId: LotId;
      free: boolean;
      paymentId: PaymentId | null;
      credits: number;
      left: number;
      priceMinor: number;
      currency: string | null;
      now: Date;
    };
    row: never;
  };
  // 3a7fc5d721
  'credits.insert-uses': {
    params: {
      memberId: MemberId;
      entryId: EntryId;
      lotIds: readonly (LotId | null)[];
      credits: readonly (number | null)[];
    };
    row: never;
  };
  // 7b5c381419
  'credits.insert-wallet': {
    params: { memberId: MemberId };
    row: never;
  };
  // f29e05b76e
  'credits.list-entries': {
    params: { memberId: MemberId; causes: readonly (string | null)[] | null; limit: number; offset: number };
    row: {
      entry_id: EntryId;
      number: number;
      to_account: 'member' | 'sales' | 'free_credits' | 'usage';
      amount: number;
      cause: 'signup' | 'signup_undone' | 'purchase' | 'message' | 'photo' | 'gift' | 'returned' | 'refund' | 'chargeback' | 'refund_undone' | 'chargeback_undone' | 'bonus';
      other_id: MemberId | null;
      payment_id: PaymentId | null;
      balance_after: number;
      created_at: Date;
    };
  };
  // 0edb45c507
  'credits.list-entries-below': {
    params: { memberId: MemberId; below: number; causes: readonly (string | null)[] | null; limit: number };
    row: {
      entry_id: EntryId;
      number: number;
      to_account: 'member' | 'sales' | 'free_credits' | 'usage';
      amount: number;
      cause: 'signup' | 'signup_undone' | 'purchase' | 'message' | 'photo' | 'gift' | 'returned' | 'refund' | 'chargeback' | 'refund_undone' | 'chargeback_undone' | 'bonus';
      other_id: MemberId | null;
      payment_id: PaymentId | null;
      balance_after: number;
      created_at: Date;
    };
  };
  // 2d5f01b6c0
  'credits.list-lots-to-fill': {
    params: { entryIds: readonly (EntryId | null)[]; memberId: MemberId };
    row: { lot_id: LotId; payment_id: PaymentId | null; room: number; taken: number };
  };
  // e784724522
  'credits.list-open-lots': {
    params: { memberIds: readonly (MemberId | null)[] };
    row: {
      member_id: MemberId;
      lot_id: LotId;
      credits_left: number;
      credits: number;
      price_minor: number;
      currency: string | null;
    };
  };
  // 7a9e5157b5
  'credits.list-payment-reversals': {
    params: { memberId: MemberId; paymentId: PaymentId };
    row: { entry_id: EntryId };
  };
  // b589008e08
  'credits.lock-balances': {
    params: { memberIds: readonly (MemberId | null)[] };
    row: { member_id: MemberId; balance: number };
  };
  // 6a9f20eabf
  'credits.purge-start-holders': {
    params: { before: Date };
    row: never;
  };
  // ce671ce906
  'credits.return-to-lots': {
    params: { lotIds: readonly (LotId | null)[]; credits: readonly (number | null)[]; memberId: MemberId };
    row: never;
  };
  // 7964e1a054
  'credits.take-from-lots': {
    params: {
      lotIds: readonly (LotId | null)[];
      credits: readonly (number | null)[];
      memberId: MemberId;
      entryId: EntryId;
    };
    row: never;
  };
  // 5376bd4fed
  'demo.describe-profile': {
    params: {
      about: string;
      hairColor: string;
      eyeColor: string;
      bodyType: string;
      relationshipStatus: string;
      tattoos: string;
      languages: readonly (string | null)[];
      interests: readonly (string | null)[];
      lastActiveAt: Date;
      memberId: MemberId;
    };
    row: never;
  };
  // f8749e9542
  'demo.find-members': {
    params: undefined;
    row: { filled: boolean; used: boolean };
  };
  // 38162028bb
  'demo.find-message': {
    params: { conversationId: ConversationId; seq: number };
    row: {
      sender_language: string;
      kind: 'text' | 'photo' | 'gift' | 'goodbye';
      text: string | null;
      demo_id: MemberId;
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
  // f1739a6561
  'demo.list-all-cast': {
    params: undefined;
    row: { member_id: MemberId };
  };
  // 8bbb78e97e
  'demo.list-cast': {
    params: undefined;
    row: { member_id: MemberId; email: string; photos: number };
  };
  // e2c59270ec
  'demo.lock-filling': {
    params: undefined;
    row: { pg_advisory_xact_lock: string };
  };
  // 6eabedb213
  'demo.try-lock-photos': {
    params: undefined;
    row: { acquired: boolean };
  };
  // 7d10d1da4b
  'discounts.count-use': {
    params: { code: string; scope: string };
    row: never;
  };
  // ded878351b
  'discounts.count-use-again': {
    params: { code: string; scope: string };
    row: never;
  };
  // abcbaa8714
  'discounts.delete-last-offer': {
    params: { memberId: MemberId };
    row: never;
  };
  // 10c2275cf5
  'discounts.delete-personal-codes': {
    params: { memberId: MemberId };
    row: never;
  };
  // 37bab13543
  'discounts.delete-redeemer': {
    params: { redeemer: string; slot: string; paymentId: PaymentId };
    row: never;
  };
  // 5b1f36f6c6
  'discounts.delete-time-bonus': {
    params: { memberId: MemberId };
    row: never;
  };
  // 0e034f8966
  'discounts.end-code': {
    params: { now: Date; code: string; scope: string };
    row: never;
  };
  // 3a948b4ab9
  'discounts.find-code': {
    params: { code: string; scopes: readonly (string | null)[] };
    row: {
      code: string;
      scope: string;
      percentage: number;
      minimum: number;
      currency: Currency | null;
      country: Country | null;
      member_id: MemberId | null;
      valid_from: Date;
      valid_until: Date | null;
      ended_at: Date | null;
      uses_max: number | null;
      member_uses_max: number;
      uses: number;
      created_at: Date;
    };
  };
  // b17a58ba0f
  'discounts.find-last-offer': {
    params: { memberId: MemberId };
    row: { ends_at: Date };
  };
  // b2fced27dc
  'discounts.find-member-uses': {
    params: { code: string; scope: string };
    row: { member_uses_max: number };
  };
  // 809fdba550
  'discounts.find-order-claim': {
    params: { memberId: MemberId; paymentId: PaymentId };
    row: {
      member_id: MemberId;
      payment_id: PaymentId;
      slot: string;
      code: string;
      scope: string | null;
      redeemers: string[];
      released_at: Date | null;
    };
  };
  // 91c6c81cfe
  'discounts.find-redeemer': {
    params: { redeemer: string; slot: string };
    row: { member_id: MemberId; payment_id: PaymentId };
  };
  // 6403e27f39
  'discounts.find-time-bonus': {
    params: { memberId: MemberId };
    row: { starts_at: Date; ends_at: Date; dismissed_at: Date | null };
  };
  // e5304d6e53
  'discounts.give-use-back': {
    params: { code: string; scope: string };
    row: never;
  };
  // 59f6104f4d
  'discounts.insert-claim': {
    params: {
      memberId: MemberId;
      paymentId: PaymentId;
      slot: string;
      number: number;
      code: string;
      scope: string | null;
      redeemers: readonly (string | null)[];
      now: Date;
    };
    row: never;
  };
  // e946db993e
  'discounts.insert-code': {
    params: {
      code: string;
      scope: string;
      percentage: number;
      minimum: number;
      currency: string | null;
      country: string | null;
      memberId: MemberId | null;
      validFrom: Date;
      validUntil: Date | null;
      usesMax: number | null;
      memberUsesMax: number;
      now: Date;
    };
    row: never;
  };
  // ef50a24f92
  'discounts.insert-last-offer': {
    params: { memberId: MemberId; startsAt: Date; endsAt: Date };
    row: never;
  };
  // ce76b9784a
  'discounts.insert-redeemer': {
    params: { redeemer: string; slot: string; memberId: MemberId; paymentId: PaymentId };
    row: never;
  };
  // 18bce99f1e
  'discounts.insert-time-bonus': {
    params: { memberId: MemberId; startsAt: Date; endsAt: Date };
    row: never;
  };
  // d04ec4f02d
  'discounts.list-claims': {
    params: { memberId: MemberId };
    row: { slot: string; number: number; payment_id: PaymentId };
  };
  // dbc9ca3539
  'discounts.list-codes': {
    params: undefined;
    row: {
      code: string;
      scope: string;
      percentage: number;
      minimum: number;
      currency: Currency | null;
      country: Country | null;
      member_id: MemberId | null;
      valid_from: Date;
      valid_until: Date | null;
      ended_at: Date | null;
      uses_max: number | null;
      member_uses_max: number;
      uses: number;
      created_at: Date;
    };
  };
  // e98302c429
  'discounts.list-price-rows': {
    params: { scopes: readonly (string | null)[]; country: string; now: Date; since: Date };
    row: {
      bundle_id: string;
      scope: string;
      credits: number;
      position: number;
      amount: number;
      currency: Currency;
      valid_from: Date;
    };
  };
  // 058d063c5f
  'discounts.release-claim': {
    params: { now: Date; memberId: MemberId; paymentId: PaymentId };
    row: { code: string; scope: string | null; slot: string; redeemers: string[] };
  };
  // 4909904b6e
  'discounts.renew-claim': {
    params: { number: number; memberId: MemberId; paymentId: PaymentId };
    row: never;
  };
  // 9cd739b562
  'discounts.set-dismissed': {
    params: { now: Date; memberId: MemberId };
    row: never;
  };
  // a1ba57808f
  'erasure.find-erasures': {
    params: { hashes: readonly (string | null)[] };
    row: { member_hash: string };
  };
  // 930acb026f
  'erasure.find-notes': {
    params: undefined;
    row: { notes: number };
  };
  // 831c09c9b9
  'erasure.find-unerased': {
    params: { hashes: readonly (string | null)[] };
    row: { member_id: MemberId };
  };
  // 10dd4de1d4
  'erasure.find-unread-days': {
    params: undefined;
    row: { since: string | null; today: string | null };
  };
  // ae79a81c89
  'erasure.insert-erasure': {
    params: { memberHash: string; now: Date };
    row: never;
  };
  // 6aa627aed5
  'erasure.lock-notes': {
    params: undefined;
    row: { notes: number };
  };
  // ec41e7d233
  'erasure.page-erasures': {
    params: { after: string };
    row: { member_hash: string };
  };
  // 8f1b6ad631
  'erasure.set-notes': {
    params: { notes: number };
    row: never;
  };
  // 4b857e8e27
  'erasure.set-read-until': {
    params: { today: string };
    row: never;
  };
  // 21d5924ee9
  'export.begin-export': {
    params: { memberId: MemberId; exportId: ExportId; now: Date; since: Date };
    row: never;
  };
  // 4e6607a328
  'export.delete-export': {
    params: { memberId: MemberId };
    row: never;
  };
  // e599ffa7bd
  'export.find-export': {
    params: { memberId: MemberId };
    row: {
      export_id: ExportId;
      asked_at: Date;
      ready_at: Date | null;
      expires_at: Date | null;
      size: string | null;
      fetched_at: Date | null;
    };
  };
  // 6e4771cc4b
  'export.finish-export': {
    params: { now: Date; expiresAt: Date; size: number; memberId: MemberId; exportId: ExportId };
    row: never;
  };
  // 169084eba3
  'export.list-blocks': {
    params: { memberId: MemberId };
    row: { member: MemberId; date: Date };
  };
  // 644b677a78
  'export.list-chat-photos': {
    params: { conversationId: ConversationId; memberId: MemberId };
    row: { conversation: ConversationId; photo: PhotoId; date: Date };
  };
  // e705d4440f
  'export.list-complaint-answers': {
    params: { memberId: MemberId };
    row: { number: string; text: string; date: Date };
  };
  // 4d00076df5
  'export.list-complaint-files': {
    params: { memberId: MemberId };
    row: { number: string; file: string };
  };
  // 2ac059e559
  'export.list-complaints': {
    params: { memberId: MemberId };
    row: {
      number: string;
      kind: 'illegal' | 'child-abuse' | 'rules' | 'decision' | 'payment' | 'privacy' | 'other' | 'report';
      reason: 'harassment' | 'sexual' | 'scam' | 'fake' | 'underage' | 'hate' | 'other' | null;
      name: string;
      email: string;
      text: string;
      link: string;
      date: Date;
      answer: 'acted' | 'no-breach' | 'changed' | 'unchanged' | 'solved' | null;
    };
  };
  // b26306bc7f
  'export.list-consents': {
    params: { memberId: MemberId };
    row: {
      consent: 'terms' | 'sensitive' | 'new_conversations' | 'new_messages' | 'like' | 'unread_message_reminders' | 'promotions' | 'weekly_updates' | 'news' | 'reminders' | 'push' | 'push_new_messages' | 'push_new_conversations' | 'push_like' | 'visitor_photo';
      given: boolean;
      version: string | null;
      text_hash: string | null;
      language: string | null;
      way: 'page' | 'link' | 'spam';
      browser: string;
      system: string;
      country: string | null;
      date: Date;
    };
  };
  // 1820c358f4
  'export.list-conversations': {
    params: { memberId: MemberId };
    row: { conversation: ConversationId; member: MemberId; counted: boolean; date: Date };
  };
  // aa0187b286
  'export.list-debits': {
    params: { memberId: MemberId };
    row: {
      order: PaymentId | null;
      name: string;
      country: string;
      iban: string;
      phone: string;
      amount: number;
      currency: Currency;
      number: string;
      text: string;
      date: Date;
    };
  };
  // 1b7b90e32f
  'export.list-digests': {
    params: { memberId: MemberId };
    row: { kind: string; date: Date };
  };
  // 76982f8273
  'export.list-discount-claims': {
    params: { memberId: MemberId };
    row: { order: PaymentId; discount: string; date: Date };
  };
  // 794c82d966
  'export.list-discount-codes': {
    params: { memberId: MemberId };
    row: { discount: string; number: number; started: Date; until: Date | null };
  };
  // 8bd872012a
  'export.list-drafts': {
    params: { memberId: MemberId };
    row: { member: MemberId; text: string; date: Date };
  };
  // 01331f05fa
  'export.list-gift-answers': {
    params: { conversationId: ConversationId; memberId: MemberId };
    row: { conversation: ConversationId; gift: string | null; answer: number; date: Date };
  };
  // 318ee2d36e
  'export.list-hides': {
    params: { memberId: MemberId };
    row: { member: MemberId; date: Date };
  };
  // 2e3af0afaa
  'export.list-icebreakers': {
    params: { memberId: MemberId };
    row: { member: MemberId; number: number };
  };
  // aac8e9d485
  'export.list-last-offers': {
    params: { memberId: MemberId };
    row: { started: Date; until: Date };
  };
  // e85df17b54
  'export.list-ledger-entries': {
    params: { memberId: MemberId };
    row: {
      number: number;
      from: 'member' | 'sales' | 'free_credits' | 'usage';
      to: 'member' | 'sales' | 'free_credits' | 'usage';
      credits: number;
      cause: 'signup' | 'signup_undone' | 'purchase' | 'message' | 'photo' | 'gift' | 'returned' | 'refund' | 'chargeback' | 'refund_undone' | 'chargeback_undone' | 'bonus';
      member: MemberId | null;
      order: PaymentId | null;
      balance: number;
      date: Date;
    };
  };
  // d7fc49a779
  'export.list-likes-given': {
    params: { memberId: MemberId };
    row: { member: MemberId; date: Date };
  };
  // 2d1a8c29da
  'export.list-likes-received': {
    params: { memberId: MemberId };
    row: { date: Date; seen: Date | null };
  };
  // 9956723056
  'export.list-lots': {
    params: { memberId: MemberId };
    row: {
      order: PaymentId | null;
      free: boolean;
      credits: number;
      credits_left: number;
      amount: number;
      currency: string | null;
      date: Date;
    };
  };
  // 77dd83592b
  'export.list-mail-changes': {
    params: { memberId: MemberId };
    row: { old_email: string; new_email: string; date: Date; confirmed: Date | null; failed: Date | null };
  };
  // 3b5ef3889f
  'export.list-mail-failures': {
    params: { memberId: MemberId };
    row: { reason: 'hard' | 'soft' | 'spam'; date: Date };
  };
  // d9d275f899
  'export.list-members': {
    params: { memberId: MemberId };
    row: {
      email: string;
      name: string;
      site: string;
      status: 'not_confirmed' | 'active' | 'pending_deletion' | 'banned' | 'deleted';
      language: string;
      country: Country;
      next_country: Country | null;
      next_country_from: Date | null;
      signed_up: Date;
      confirmed: Date | null;
      premium_since: Date | null;
      notices_off: Record<string, string>;
      discreet_mail: boolean;
      search: KeptSearch | null;
      source: Tracking | null;
      terms_version: string;
      terms_accepted: Date;
      consent_version: string | null;
      consent_given: Date | null;
    };
  };
  // 8beb883394
  'export.list-messages': {
    params: { conversationId: ConversationId; memberId: MemberId };
    row: {
      conversation: ConversationId;
      kind: 'text' | 'photo' | 'gift' | 'goodbye' | null;
      text: string | null;
      gift: string | null;
      photo: PhotoId | null;
      quote: unknown;
      credits: number | null;
      date: Date | null;
    };
  };
  // d8326fb309
  'export.list-mismatches': {
    params: { memberId: MemberId };
    row: { order: PaymentId; amount: number; currency: string; date: Date };
  };
  // 402c1c3f50
  'export.list-moderation-actions': {
    params: { memberId: MemberId };
    row: {
      number: string;
      kind: 'ban' | 'photo' | 'text' | 'message';
      reason: 'respect' | 'own' | 'selling' | 'harm' | 'robots' | 'adult' | 'law' | 'photo-not-you' | 'photo-sexual' | 'photo-contact' | 'photo-unclear';
      law: string;
      text: string;
      date: Date;
      undone: Date | null;
    };
  };
  // 15fe7b47d8
  'export.list-money': {
    params: { memberId: MemberId };
    row: {
      order: PaymentId;
      number: number;
      from: string;
      to: string;
      amount: number;
      currency: string;
      cause: string;
      date: Date;
    };
  };
  // e5f485ff6a
  'export.list-notices': {
    params: { memberId: MemberId };
    row: { started: Date | null; date: Date | null; push_off: string[] };
  };
  // 3122edf61d
  'export.list-others': {
    params: { memberId: MemberId; conversationIds: readonly (ConversationId | null)[] };
    row: { conversation: ConversationId; member: MemberId };
  };
  // 945076c324
  'export.list-passkeys': {
    params: { memberId: MemberId };
    row: { keeper: string; browser: string; system: string; date: Date; last_used: Date | null };
  };
  // 775c18f654
  'export.list-payment-customers': {
    params: { memberId: MemberId };
    row: { provider: string; number: string | null; date: Date };
  };
  // 34bf5c4c82
  'export.list-payments': {
    params: { memberId: MemberId };
    row: {
      order: PaymentId;
      bundle: string;
      credits: number;
      amount: number;
      currency: Currency;
      method: PaymentMethodId;
      provider: string;
      status: 'loading' | 'pending' | 'completed' | 'failed' | 'mismatch';
      terms_version: string | null;
      discount: string | null;
      language: string;
      country: string;
      declared_country: string | null;
      request_country: string | null;
      payer_country: string | null;
      text: string | null;
      date: Date;
    };
  };
  // 5faeb1abf0
  'export.list-photos': {
    params: { memberId: MemberId };
    row: { photo: PhotoId; status: 'approved' | 'pending' | 'rejected'; reason: string | null; date: Date };
  };
  // 7b3ed397cc
  'export.list-postbacks': {
    params: { memberId: MemberId };
    row: {
      kind: 'sign-up' | 'first-purchase';
      network: string;
      amount: number | null;
      currency: string | null;
      status: 'waiting' | 'sent' | 'given-up';
      date: Date;
    };
  };
  // cc2d3dbdae
  'export.list-profiles': {
    params: { memberId: MemberId };
    row: {
      name: string;
      gender: 'male' | 'female';
      sexuality: 'hetero' | 'gay' | 'lesbian' | 'bi' | null;
      born: string;
      country: Country;
      region: string | null;
      town: string | null;
      about: string;
      hair_color: string | null;
      eye_color: string | null;
      body_type: string | null;
      relationship_status: string | null;
      tattoos: string | null;
      languages: string[];
      interests: string[];
      invisible: boolean;
      paused_until: Date | null;
      visitors_see_photo: boolean | null;
      last_active: Date;
    };
  };
  // c504cbf05f
  'export.list-push-subscriptions': {
    params: { memberId: MemberId };
    row: { date: Date };
  };
  // 77442fbf91
  'export.list-receipts': {
    params: { memberId: MemberId };
    row: { order: PaymentId; number: number; document: JsonColumn<'receipts.document'>; date: Date };
  };
  // 541f29d559
  'export.list-reversals': {
    params: { memberId: MemberId };
    row: {
      order: PaymentId;
      kind: 'refund' | 'chargeback';
      amount: number;
      currency: Currency;
      undone: boolean;
      date: Date;
    };
  };
  // 6f363a454a
  'export.list-sessions': {
    params: { memberId: MemberId };
    row: { browser: string; system: string; country: string | null; date: Date; last_used: Date };
  };
  // 8d7fc82319
  'export.list-spending-limits': {
    params: { memberId: MemberId };
    row: { currency: string; amount: number | null; next: number | null; until: Date | null };
  };
  // efd23c21c9
  'export.list-stored-cards': {
    params: { memberId: MemberId };
    row: {
      provider: string;
      method: PaymentMethodId;
      kind: string;
      number: string;
      until: string | null;
      status: 'pending' | 'valid' | 'invalid' | 'revoking' | 'revoked';
      date: Date;
    };
  };
  // f4f21b96a2
  'export.list-swipe-days': {
    params: { memberId: MemberId };
    row: { day: string; likes: number };
  };
  // e3efcc7961
  'export.list-swipes': {
    params: { memberId: MemberId };
    row: { member: MemberId; liked: boolean; date: Date };
  };
  // 594f620231
  'export.list-time-bonuses': {
    params: { memberId: MemberId };
    row: { started: Date; until: Date; seen: Date | null };
  };
  // bd9c52a559
  'export.list-wallets': {
    params: { memberId: MemberId };
    row: { balance: number };
  };
  // b144cd900c
  'export.list-withdrawal-requests': {
    params: { memberId: MemberId };
    row: {
      name: string;
      email: string;
      order: string;
      text: string;
      status: 'received' | 'asked' | 'confirmed' | 'support' | 'closed';
      date: Date;
    };
  };
  // c9f56b22d3
  'export.list-withdrawals': {
    params: { memberId: MemberId };
    row: {
      order: PaymentId;
      status: 'confirmed' | 'refunding' | 'by_hand' | 'refunded' | 'failed';
      amount: number;
      currency: Currency;
      credits: number;
      date: Date;
    };
  };
  // 481bb489cb
  'export.load-complaint-file': {
    params: { file: string };
    row: { content: Buffer };
  };
  // 74dee98d2c
  'export.mark-export-fetched': {
    params: { now: Date; memberId: MemberId; exportId: ExportId };
    row: never;
  };
  // 7b0e5d8ba3
  'export.purge-rows': {
    params: { before: Date };
    row: never;
  };
  // b4a3fe26cd
  'likes.announce-oldest': {
    params: { now: Date; memberId: MemberId };
    row: { sender_id: MemberId };
  };
  // f4cffac33c
  'likes.count-new': {
    params: { memberId: MemberId };
    row: { count: number };
  };
  // 01b650f415
  'likes.delete-given': {
    params: { giverId: MemberId; receiverId: MemberId };
    row: never;
  };
  // 39e9ad45f3
  'likes.delete-member-rows': {
    params: { memberId: MemberId };
    row: never;
  };
  // 3e52427eb5
  'likes.delete-old-withdrawn': {
    params: { receiverId: MemberId; until: Date };
    row: never;
  };
  // 87413c50ed
  'likes.delete-received': {
    params: { receiverId: MemberId; giverId: MemberId };
    row: { created_at: Date; seen_at: Date | null; shown_at: Date | null };
  };
  // 56b6463e4b
  'likes.delete-swipe': {
    params: { memberId: MemberId; profileId: MemberId };
    row: never;
  };
  // 688b706af7
  'likes.find-swipe': {
    params: { memberId: MemberId; profileId: MemberId };
    row: { liked: boolean; stands: boolean };
  };
  // c8fde539e8
  'likes.find-swipe-day': {
    params: { memberId: MemberId };
    row: { day: string; likes: number; returned: boolean; last_profile_id: MemberId | null };
  };
  // becb2f518e
  'likes.has-liked': {
    params: { giverId: MemberId; receiverId: MemberId };
    row: { liked: boolean };
  };
  // ad2befeed5
  'likes.insert-given': {
    params: { giverId: MemberId; receiverId: MemberId; now: Date };
    row: never;
  };
  // 9fce5678ad
  'likes.insert-received': {
    params: { receiverId: MemberId; giverId: MemberId; at: Date; seenAt: Date | null; shownAt: Date | null };
    row: never;
  };
  // 000011be3b
  'likes.insert-swipe': {
    params: { memberId: MemberId; profileId: MemberId; liked: boolean; now: Date; since: Date };
    row: never;
  };
  // fb70e87355
  'likes.insert-withdrawn': {
    params: { receiverId: MemberId; giverId: MemberId; at: Date; seenAt: Date | null; shownAt: Date | null };
    row: never;
  };
  // 4d694f1b96
  'likes.list-given': {
    params: { memberId: MemberId; labeled: boolean; place: number | null; id: string | null; limit: number };
    row: { other_id: MemberId; created_at: Date; is_new: boolean; place: number };
  };
  // 877ed723a6
  'likes.list-matches': {
    params: { memberId: MemberId; isNew: boolean; place: number | null; id: string | null; limit: number };
    row: { other_id: MemberId; created_at: Date; is_new: boolean; place: number };
  };
  // 7b98be3ae0
  'likes.list-new': {
    params: { memberId: MemberId; limit: number };
    row: { sender_id: MemberId };
  };
  // f2e3835ef6
  'likes.list-received': {
    params: { memberId: MemberId; isNew: boolean; place: number | null; id: string | null; limit: number };
    row: { other_id: MemberId; created_at: Date; is_new: boolean; place: number };
  };
  // a6c987e032
  'likes.list-receivers': {
    params: { memberId: MemberId };
    row: { receiver_id: MemberId };
  };
  // 0a4dc500cc
  'likes.list-senders': {
    params: { memberId: MemberId };
    row: { sender_id: MemberId };
  };
  // bd4d725548
  'likes.lock-likes-between': {
    params: { oneId: string; otherId: string };
    row: { pg_advisory_xact_lock: string };
  };
  // 05c4b3ffa8
  'likes.lock-swipe-day': {
    params: { memberId: MemberId };
    row: { day: string; likes: number; returned: boolean; last_profile_id: MemberId | null };
  };
  // 798cbc88eb
  'likes.mark-seen': {
    params: { now: Date; memberId: MemberId; senderId: MemberId };
    row: never;
  };
  // d650fa6a93
  'likes.open-swipe-day': {
    params: { memberId: MemberId; day: string };
    row: never;
  };
  // 932e357a35
  'likes.pop-withdrawn-like': {
    params: { receiverId: MemberId; giverId: MemberId };
    row: { created_at: Date; seen_at: Date | null; shown_at: Date | null };
  };
  // 7c684f4d72
  'likes.purge-swipe-days': {
    params: { before: string };
    row: never;
  };
  // 3cc26f4083
  'likes.purge-swipes': {
    params: { before: Date };
    row: never;
  };
  // badb099188
  'likes.purge-withdrawn': {
    params: { before: Date };
    row: never;
  };
  // fbebdb986d
  'likes.update-swipe-day': {
    params: { day: string; likes: number; returned: boolean; last: string | null; memberId: MemberId };
    row: never;
  };
  // a9ef6286ae
  'mail.count-failures': {
    params: { memberId: MemberId; address: Buffer; since: Date };
    row: { count: number };
  };
  // 04f6d70272
  'mail.delete-failures': {
    params: { memberId: MemberId };
    row: never;
  };
  // 647ac5dea7
  'mail.insert-failure': {
    params: { memberId: MemberId; sentAt: Date; trouble: string; address: Buffer; now: Date };
    row: never;
  };
  // 49b0fbe2e9
  'mail.purge-failures': {
    params: { before: Date };
    row: never;
  };
  // d47b483872
  'members.activate-profile': {
    params: { memberId: MemberId };
    row: never;
  };
  // efde65799f
  'members.copy-photos': {
    params: { memberId: MemberId };
    row: never;
  };
  // 293442e407
  'members.delete-hide': {
    params: { memberId: MemberId; hiddenId: MemberId };
    row: never;
  };
  // 5f47d459ed
  'members.delete-hides-by-others': {
    params: { memberId: MemberId };
    row: never;
  };
  // 8b53157af7
  'members.delete-member-rows': {
    params: { memberId: MemberId };
    row: never;
  };
  // f242a1a312
  'members.delete-old-daily-picks': {
    params: { before: string };
    row: never;
  };
  // 87f3baebd2
  'members.empty-about': {
    params: { memberId: MemberId };
    row: never;
  };
  // 70a8b77737
  'members.empty-profile': {
    params: { memberId: MemberId };
    row: never;
  };
  // 064a0aeaea
  'members.find-daily-picks': {
    params: { memberId: MemberId };
    row: { evening: string; picked_ids: MemberId[] };
  };
  // e052b2be0b
  'members.find-hide': {
    params: { memberId: MemberId; hiddenId: MemberId };
    row: { hidden_id: MemberId };
  };
  // ab22ecd123
  'members.find-own-profile': {
    params: { memberId: MemberId };
    row: {
      member_id: MemberId;
      site: string;
      name: string;
      gender: 'male' | 'female';
      sexuality: 'hetero' | 'gay' | 'lesbian' | 'bi' | null;
      date_of_birth: string;
      country: Country;
      region: string | null;
      town: string | null;
      about: string;
      hair_color: string | null;
      eye_color: string | null;
      body_type: string | null;
      relationship_status: string | null;
      tattoos: string | null;
      interests: string[];
      languages: string[];
      status: 'active' | 'disabled' | 'hidden' | 'paused';
      invisible: boolean;
      paused_until: Date | null;
      visitors_see_photo: boolean | null;
      fictional: boolean;
      paid: boolean;
      consent: boolean;
      photos: unknown;
    };
  };
  // 69b1e94549
  'members.find-place': {
    params: { memberId: MemberId };
    row: { country: Country; region: string | null; town: string | null };
  };
  // 7772f8e2a3
  'members.find-profile': {
    params: { viewerId: MemberId | null; memberId: MemberId };
    row: {
      member_id: MemberId;
      name: string;
      gender: 'male' | 'female';
      date_of_birth: string;
      country: Country;
      region: string | null;
      town: string | null;
      fictional: boolean;
      last_active_at: Date;
      main_photo: PhotoId | null;
      main_photo_status: 'approved' | 'pending' | 'rejected' | null;
      main_photo_checked: boolean;
      num_photos: number;
      photos_unseen: number;
      visitors_see_photo: boolean | null;
      paid: boolean;
      gone: boolean;
      paused: boolean;
      liked: boolean;
      viewer_town: string | null;
      sexuality: 'hetero' | 'gay' | 'lesbian' | 'bi' | null;
      about: string;
      interests: string[];
      languages: string[];
      hair_color: string | null;
      eye_color: string | null;
      body_type: string | null;
      relationship_status: string | null;
      tattoos: string | null;
      likes_you: boolean;
      blocked: boolean;
      conversation: ConversationId | null;
    };
  };
  // 526a9592b2
  'members.find-said': {
    params: { memberId: MemberId };
    row: { about: string; interests: string[]; languages: string[]; town: string | null };
  };
  // 756ba0c685
  'members.find-viewer': {
    params: { memberId: MemberId };
    row: {
      gender: 'male' | 'female';
      sexuality: 'hetero' | 'gay' | 'lesbian' | 'bi' | null;
      country: Country;
      town: string | null;
      interests: string[];
      languages: string[];
      date_of_birth: string;
      pool: string;
      hides: number;
    };
  };
  // 3c57ecf6ed
  'members.insert-hide': {
    params: { memberId: MemberId; hiddenId: MemberId; now: Date; most: number };
    row: never;
  };
  // 867fc09f8d
  'members.insert-profile': {
    params: {
      memberId: MemberId;
      name: string;
      gender: string;
      sexuality: string | null;
      dateOfBirth: string;
      country: string;
      region: string | null;
      town: string | null;
      about: string;
      fictional: boolean;
      pool: string;
      now: Date;
    };
    row: never;
  };
  // 47638aa2cd
  'members.list-hides': {
    params: { memberId: MemberId };
    row: { hidden_id: MemberId };
  };
  // 4e93e236f5
  'members.list-key-counts': {
    params: undefined;
    row: { key: string; members: number };
  };
  // 985c441afe
  'members.list-new-segments': {
    params: { country: string; since: Date; until: Date };
    row: { segment: string };
  };
  // 1112f2872a
  'members.list-pauses-due': {
    params: { now: Date; limit: number };
    row: { member_id: MemberId };
  };
  // 9e96d9be1b
  'members.list-summaries': {
    params: { viewerIds: readonly (MemberId | null)[]; otherIds: readonly (MemberId | null)[] };
    row: {
      viewer_id: MemberId | null;
      member_id: MemberId;
      name: string;
      gender: 'male' | 'female';
      date_of_birth: string;
      country: Country;
      region: string | null;
      town: string | null;
      fictional: boolean;
      last_active_at: Date;
      main_photo: PhotoId | null;
      main_photo_status: 'approved' | 'pending' | 'rejected' | null;
      main_photo_checked: boolean;
      num_photos: number;
      photos_unseen: number;
      visitors_see_photo: boolean | null;
      paid: boolean;
      gone: boolean;
      paused: boolean;
      viewer_town: string | null;
      viewer_site: string | null;
      viewer_language: string | null;
      liked: boolean;
    };
  };
  // 949b5a9275
  'members.list-traits': {
    params: { memberIds: readonly (MemberId | null)[] };
    row: {
      member_id: MemberId;
      town: string | null;
      interests: string[];
      languages: string[];
      date_of_birth: string;
    };
  };
  // d4c24fa6f7
  'members.lock-profile': {
    params: { memberId: MemberId };
    row: { member_id: MemberId };
  };
  // 24ce393379
  'members.pause-profile': {
    params: { until: Date; memberId: MemberId };
    row: never;
  };
  // 9c5daacede
  'members.read-relationships': {
    params: {
      viewerIds: readonly (MemberId | null)[];
      otherIds: readonly (MemberId | null)[];
      pools: readonly (string | null)[];
    };
    row: {
      viewer_id: MemberId | null;
      other_id: MemberId;
      name: string;
      status: 'active' | 'disabled' | 'hidden' | 'paused';
      invisible: boolean;
      fictional: boolean;
      same_pool: boolean;
      blocked_by_viewer: boolean;
      blocked_by_other: boolean;
      hidden_by_viewer: boolean;
      liked_by_other: boolean;
      written_by_other: boolean;
      viewer_paused: boolean;
      conversation_id: ConversationId | null;
      conversation_hidden: boolean | null;
      closed: boolean;
      gift_unanswered: boolean;
      written: boolean;
      started: number;
      paid: boolean;
    };
  };
  // 227dea255e
  'members.resume-profile': {
    params: { memberId: MemberId; dueAt: Date | null };
    row: never;
  };
  // e36fb01108
  'members.save-daily-picks': {
    params: { memberId: MemberId; evening: string; pickedIds: readonly (MemberId | null)[] };
    row: never;
  };
  // 498e7a46bf
  'members.save-profile': {
    params: {
      name: string;
      gender: string;
      sexuality: string | null;
      country: string;
      region: string | null;
      town: string | null;
      about: string;
      interests: readonly (string | null)[];
      languages: readonly (string | null)[];
      invisible: boolean;
      visitorsSeePhoto: boolean | null;
      attributes: Json;
      memberId: MemberId;
    };
    row: never;
  };
  // e6bfbfad89
  'members.touch-profiles': {
    params: { here: readonly { member_id: MemberId | null; unless_since: Date | null }[]; now: Date };
    row: { member_id: MemberId; stored_at: Date };
  };
  // fc6d5321e5
  'notifications.begin-pushes': {
    params: { memberId: MemberId };
    row: never;
  };
  // cab2e6b8d6
  'notifications.begin-sendings': {
    params: { memberId: MemberId };
    row: never;
  };
  // f6b36b14a3
  'notifications.claim-endpoint': {
    params: { endpointHash: Buffer; memberId: MemberId; subscriptionId: string };
    row: never;
  };
  // e4799a7dfd
  'notifications.claim-sending': {
    params: { now: Date; jobId: string | null; memberId: MemberId };
    row: never;
  };
  // 5a32f6a9c3
  'notifications.close-notice': {
    params: { memberId: MemberId };
    row: never;
  };
  // 671e7038b9
  'notifications.delay-mail': {
    params: { dueAt: Date; memberId: MemberId };
    row: never;
  };
  // 2b8a6a5a67
  'notifications.delete-digests': {
    params: { memberId: MemberId };
    row: never;
  };
  // 1363dec750
  'notifications.delete-endpoint': {
    params: { endpointHash: Buffer; subscriptionId: string };
    row: never;
  };
  // 9514f04ac5
  'notifications.delete-notice': {
    params: { memberId: MemberId };
    row: never;
  };
  // d47c51a8fe
  'notifications.delete-subscriptions': {
    params: { memberId: MemberId; subscriptionIds: readonly (string | null)[] };
    row: never;
  };
  // 7747b8921a
  'notifications.find-about': {
    params: { memberId: MemberId; kind: string; openedOn: string };
    row: { about: string | null };
  };
  // 49c7bee6e8
  'notifications.find-endpoint': {
    params: { endpointHash: Buffer };
    row: { member_id: MemberId; subscription_id: string };
  };
  // a09a7a0405
  'notifications.find-last-news': {
    params: { memberId: MemberId; openedOn: string };
    row: { about: string | null };
  };
  // 50ea204dfc
  'notifications.find-profile-gaps': {
    params: { memberId: MemberId };
    row: { about: boolean; photo: boolean };
  };
  // c34f89d153
  'notifications.find-push-choices': {
    params: { memberId: MemberId };
    row: { push_off: string[] };
  };
  // c48fc7a1de
  'notifications.find-reader': {
    params: { memberId: MemberId };
    row: {
      site: string;
      reachable: boolean;
      country: Country;
      region: string | null;
      town: string | null;
      language: string;
      notifications_off: Record<string, string>;
      last_active_at: Date;
    };
  };
  // ee5f478b3e
  'notifications.find-recipient': {
    params: { memberId: MemberId };
    row: { email: string; paid: boolean; signup_at: Date; search: KeptSearch | null };
  };
  // e900633ac2
  'notifications.insert-digests': {
    params: {
      kind: string;
      openedOn: string;
      now: Date;
      memberIds: readonly (MemberId | null)[];
      abouts: readonly (string | null)[];
    };
    row: { member_id: MemberId };
  };
  // a9e8181f49
  'notifications.insert-notices': {
    params: { now: Date; dueAt: Date; memberIds: readonly (MemberId | null)[]; pushDueAt: Date };
    row: never;
  };
  // 4c38394512
  'notifications.insert-subscription': {
    params: {
      memberId: MemberId;
      subscriptionId: string;
      sessionHash: Buffer;
      endpoint: string;
      p256dh: string;
      auth: string;
      now: Date;
    };
    row: never;
  };
  // 7715cf37c6
  'notifications.list-drafted': {
    params: { memberId: MemberId; since: Date; limit: number };
    row: { other_id: MemberId };
  };
  // 9c6009812b
  'notifications.list-due': {
    params: { now: Date; dueAfter: Date | null; memberAfter: string | null; limit: number };
    row: { member_id: MemberId; due_at: Date };
  };
  // ef3ed51f42
  'notifications.list-due-pushes': {
    params: { now: Date; dueAfter: Date | null; memberAfter: string | null; limit: number };
    row: { member_id: MemberId; due_at: Date };
  };
  // 515e40245f
  'notifications.list-inhabited': {
    params: { countries: readonly (string | null)[] };
    row: { country: string | null };
  };
  // 0459821571
  'notifications.list-places': {
    params: { memberIds: readonly (MemberId | null)[] };
    row: { member_id: MemberId; region: string | null; town: string | null };
  };
  // 1d2c821802
  'notifications.list-residents': {
    params: { country: string; after: string; limit: number };
    row: { member_id: MemberId };
  };
  // 6eae01f4ef
  'notifications.list-subscriptions': {
    params: { memberId: MemberId };
    row: { subscription_id: string; session_hash: Buffer; endpoint: string; p256dh: string; auth: string };
  };
  // 67efdb3d5c
  'notifications.list-unseen-likes': {
    params: { memberId: MemberId; since: Date; until: Date | null; limit: number };
    row: { other_id: MemberId; at: Date; mutual: boolean };
  };
  // 321703bb2a
  'notifications.list-unseen-messages': {
    params: { memberId: MemberId; since: Date; until: Date | null; limit: number };
    row: { other_id: MemberId; conversation_id: ConversationId; at: Date; written: boolean };
  };
  // 324192baa2
  'notifications.list-with-news': {
    params: {
      memberIds: readonly (MemberId | null)[];
      kind: string;
      awaySince: Date;
      hereSince: Date;
      gapSince: Date;
      openedOn: string;
      seekers: readonly (string | null)[];
      since: Date;
      until: Date;
    };
    row: { member_id: MemberId; about: string | null };
  };
  // 7395a4cb66
  'notifications.list-with-offer': {
    params: {
      now: Date;
      lastsUntil: Date;
      joinedUntil: Date;
      welcome: string;
      slot: string;
      memberIds: readonly (MemberId | null)[];
      kind: string;
      awaySince: Date;
      hereSince: Date;
      gapSince: Date;
      openedOn: string;
    };
    row: { member_id: MemberId; about: string };
  };
  // 528cc310f5
  'notifications.list-with-undone': {
    params: {
      since: Date;
      memberIds: readonly (MemberId | null)[];
      kind: string;
      awaySince: Date;
      hereSince: Date;
      gapSince: Date;
      openedOn: string;
      most: number;
    };
    row: { member_id: MemberId; about: string };
  };
  // 3c787e7d7b
  'notifications.list-with-unread': {
    params: {
      memberIds: readonly (MemberId | null)[];
      kind: string;
      awaySince: Date;
      hereSince: Date;
      gapSince: Date;
      openedOn: string;
      since: Date;
      until: Date;
    };
    row: { member_id: MemberId; about: string | null };
  };
  // ee62fe5f29
  'notifications.list-without-news': {
    params: {
      newest: string;
      memberIds: readonly (MemberId | null)[];
      kind: string;
      awaySince: Date;
      hereSince: Date;
      gapSince: Date;
      openedOn: string;
      publishedAt: Date;
    };
    row: { member_id: MemberId; about: string };
  };
  // 2527b1877f
  'notifications.lock-due': {
    params: { memberId: MemberId; now: Date };
    row: { member_id: MemberId };
  };
  // 99e268faf3
  'notifications.lock-due-push': {
    params: { memberId: MemberId; now: Date };
    row: { pushed: JsonColumn<'notices.pushed'>; push_off: string[] };
  };
  // bdacf5bee6
  'notifications.lock-push-choices': {
    params: { memberId: MemberId };
    row: { push_off: string[] };
  };
  // 8ad726c875
  'notifications.lock-sendings': {
    params: { memberId: MemberId };
    row: { sent_at: Date | null; told_at: Date | null; claimed_at: Date | null; claimed_by: string | null };
  };
  // 1be174dc5a
  'notifications.mark-sent': {
    params: { isEvent: boolean; memberId: MemberId; jobId: string | null };
    row: never;
  };
  // 9bbb58dc6f
  'notifications.move-subscriptions': {
    params: { to: Buffer; memberId: MemberId; from: Buffer };
    row: never;
  };
  // d9f83bc5cc
  'notifications.page-subscriptions': {
    params: { memberAfter: string; subscriptionAfter: string; limit: number };
    row: { member_id: MemberId; subscription_id: string; session_hash: Buffer; endpoint: string };
  };
  // fc216b9d7e
  'notifications.purge-digests': {
    params: { before: Date };
    row: never;
  };
  // 3d6f4b8c09
  'notifications.reopen-notice': {
    params: { now: Date; dueAt: Date; memberId: MemberId };
    row: never;
  };
  // 818de083f0
  'notifications.reopen-push': {
    params: { dueAt: Date; kind: string; memberId: MemberId };
    row: never;
  };
  // 94196cd287
  'notifications.set-push-off': {
    params: { memberId: MemberId; kinds: readonly (string | null)[]; changed: readonly (string | null)[] };
    row: never;
  };
  // 8ad1b1c059
  'notifications.update-push-state': {
    params: { dueAt: Date | null; pushed: Json; pushes: boolean; memberId: MemberId };
    row: never;
  };
  // 7a1c0b010e
  'payments.accept-paid': {
    params: {
      amount: number;
      providerPaymentId: string;
      profile: string;
      memberId: MemberId;
      paymentId: PaymentId;
    };
    row: never;
  };
  // 44b805bef8
  'payments.assign-receipt-number': {
    params: { company: string };
    row: { number: number };
  };
  // 0029ff0c17
  'payments.attach-provider-payment': {
    params: {
      providerPaymentId: string;
      profile: string | null;
      payPage: string | null;
      transferIban: string | null;
      transferBic: string | null;
      transferHolder: string | null;
      transferReference: string | null;
      memberId: MemberId;
      paymentId: PaymentId;
    };
    row: never;
  };
  // 8f243fb546
  'payments.block-subject': {
    params: { subject: string; now: Date };
    row: never;
  };
  // 12fd6cff81
  'payments.cancel-payment': {
    params: { now: Date; memberId: MemberId; paymentId: PaymentId };
    row: never;
  };
  // 24e010a106
  'payments.check-all-paid': {
    params: { now: Date };
    row: never;
  };
  // c9b1c611b2
  'payments.check-before': {
    params: { dueAt: Date; memberId: MemberId; paymentId: PaymentId };
    row: never;
  };
  // f4026c465a
  'payments.check-now': {
    params: { memberId: MemberId; paymentId: PaymentId };
    row: never;
  };
  // 125595b1dd
  'payments.claim-failed-payments': {
    params: { now: Date; but: readonly (string | null)[]; limit: number };
    row: {
      member_id: MemberId;
      payment_id: PaymentId;
      bundle_id: string;
      credits: number;
      amount: number;
      fee: number;
      currency: Currency;
      method: PaymentMethodId;
      provider: string;
      provider_payment_id: string | null;
      provider_profile: string | null;
      redirect_url: string | null;
      site: string;
      country: string;
      list_amount: number | null;
      discount_code: string | null;
      vat_rate: number;
      begun_at: Date | null;
      begun_text: string | null;
      mandate: string | null;
      store_card: boolean;
      stored_card_id: CardId | null;
      instrument: string | null;
      return_origin: string;
      description: string;
      language: string;
      status: 'loading' | 'pending' | 'completed' | 'failed' | 'mismatch';
      created_at: Date;
      settled_at: Date | null;
      refunded: number;
      charged_back: number;
      receipt_number: number | null;
      withdrawn: number;
      waived: number;
      transfer_iban: string | null;
      transfer_bic: string | null;
      transfer_holder: string | null;
      transfer_reference: string | null;
      offer_used: boolean;
      cancelled_at: Date | null;
      under_way: boolean;
      declared_country: string | null;
      request_country: string | null;
      payer_country: string | null;
      mismatch: 'accepted' | 'returned' | null;
      lost: number;
      region: string | null;
      terms_version: string | null;
    };
  };
  // 94fb73eb93
  'payments.claim-open-payments': {
    params: { now: Date; but: readonly (string | null)[]; limit: number };
    row: {
      member_id: MemberId;
      payment_id: PaymentId;
      bundle_id: string;
      credits: number;
      amount: number;
      fee: number;
      currency: Currency;
      method: PaymentMethodId;
      provider: string;
      provider_payment_id: string | null;
      provider_profile: string | null;
      redirect_url: string | null;
      site: string;
      country: string;
      list_amount: number | null;
      discount_code: string | null;
      vat_rate: number;
      begun_at: Date | null;
      begun_text: string | null;
      mandate: string | null;
      store_card: boolean;
      stored_card_id: CardId | null;
      instrument: string | null;
      return_origin: string;
      description: string;
      language: string;
      status: 'loading' | 'pending' | 'completed' | 'failed' | 'mismatch';
      created_at: Date;
      settled_at: Date | null;
      refunded: number;
      charged_back: number;
      receipt_number: number | null;
      withdrawn: number;
      waived: number;
      transfer_iban: string | null;
      transfer_bic: string | null;
      transfer_holder: string | null;
      transfer_reference: string | null;
      offer_used: boolean;
      cancelled_at: Date | null;
      under_way: boolean;
      declared_country: string | null;
      request_country: string | null;
      payer_country: string | null;
      mismatch: 'accepted' | 'returned' | null;
      lost: number;
      region: string | null;
      terms_version: string | null;
    };
  };
  // 1a42455240
  'payments.claim-paid-payments': {
    params: { now: Date; but: readonly (string | null)[]; limit: number };
    row: {
      member_id: MemberId;
      payment_id: PaymentId;
      bundle_id: string;
      credits: number;
      amount: number;
      fee: number;
      currency: Currency;
      method: PaymentMethodId;
      provider: string;
      provider_payment_id: string | null;
      provider_profile: string | null;
      redirect_url: string | null;
      site: string;
      country: string;
      list_amount: number | null;
      discount_code: string | null;
      vat_rate: number;
      begun_at: Date | null;
      begun_text: string | null;
      mandate: string | null;
      store_card: boolean;
      stored_card_id: CardId | null;
      instrument: string | null;
      return_origin: string;
      description: string;
      language: string;
      status: 'loading' | 'pending' | 'completed' | 'failed' | 'mismatch';
      created_at: Date;
      settled_at: Date | null;
      refunded: number;
      charged_back: number;
      receipt_number: number | null;
      withdrawn: number;
      waived: number;
      transfer_iban: string | null;
      transfer_bic: string | null;
      transfer_holder: string | null;
      transfer_reference: string | null;
      offer_used: boolean;
      cancelled_at: Date | null;
      under_way: boolean;
      declared_country: string | null;
      request_country: string | null;
      payer_country: string | null;
      mismatch: 'accepted' | 'returned' | null;
      lost: number;
      region: string | null;
      terms_version: string | null;
    };
  };
  // 6e092eecf0
  'payments.claim-payment': {
    params: { now: Date; memberId: MemberId; paymentId: PaymentId; until: Date };
    row: { payment_id: PaymentId };
  };
  // 1e75aabd4f
  'payments.close-use': {
    params: { now: Date; subject: string; paymentId: PaymentId };
    row: never;
  };
  // 75d5a97c91
  'payments.count-mismatches': {
    params: undefined;
    row: { waiting: number; since: Date | null };
  };
  // b595cbf1f3
  'payments.count-try': {
    params: { memberId: MemberId; debitId: DebitId };
    row: never;
  };
  // 7e283d4fe0
  'payments.count-withdrawal-requests': {
    params: undefined;
    row: { waiting: number; since: Date | null };
  };
  // e4f8b1a6dd
  'payments.count-withdrawal-tasks': {
    params: undefined;
    row: { waiting: number; since: Date | null };
  };
  // 636250b222
  'payments.delete-customer-row': {
    params: { memberId: MemberId; provider: string };
    row: never;
  };
  // ef70e7541d
  'payments.delete-spending-limit': {
    params: { memberId: MemberId };
    row: never;
  };
  // 60ef6473b9
  'payments.delete-unsigned-debits': {
    params: { memberId: MemberId };
    row: never;
  };
  // 4c740736ec
  'payments.delete-withdrawal-task': {
    params: { withdrawalId: WithdrawalId };
    row: never;
  };
  // 01e0dc084c
  'payments.describe-card': {
    params: {
      state: string;
      brand: string;
      lastDigits: string;
      expires: string | null;
      instrument: string | null;
      now: Date;
      memberId: MemberId;
      cardId: CardId;
    };
    row: never;
  };
  // 9c7fb7e41c
  'payments.empty-mandates': {
    params: { memberId: MemberId; before: string };
    row: never;
  };
  // a6bd1ea2a3
  'payments.empty-receipts': {
    params: { memberId: MemberId };
    row: never;
  };
  // 544054a9a5
  'payments.end-card': {
    params: { now: Date; memberId: MemberId; cardId: CardId };
    row: never;
  };
  // f9cff7d832
  'payments.end-cards-at': {
    params: { now: Date; memberId: MemberId; provider: string };
    row: never;
  };
  // a720b4e3a6
  'payments.end-creation': {
    params: { status: string; memberId: MemberId; paymentId: PaymentId };
    row: never;
  };
  // b2c3293e01
  'payments.end-customers': {
    params: { now: Date; memberId: MemberId };
    row: never;
  };
  // 168612089b
  'payments.find-by-provider-id': {
    params: { provider: string; providerPaymentId: string };
    row: { member_id: MemberId; payment_id: PaymentId };
  };
  // 796fe39969
  'payments.find-card': {
    params: { memberId: MemberId; cardId: CardId };
    row: {
      member_id: MemberId;
      card_id: CardId;
      payment_id: PaymentId;
      provider: string;
      mandate_id: string;
      method: PaymentMethodId;
      state: 'pending' | 'valid' | 'invalid' | 'revoking' | 'revoked';
      brand: string;
      last_digits: string;
      expires: string | null;
      instrument: string | null;
      created_at: Date;
      checked_at: Date;
    };
  };
  // d561f169e4
  'payments.find-customer': {
    params: { memberId: MemberId; provider: string };
    row: { creation_key: string; customer_id: string | null };
  };
  // 9f27fefdf3
  'payments.find-debit': {
    params: { memberId: MemberId; debitId: DebitId };
    row: {
      member_id: MemberId;
      debit_id: DebitId;
      bundle_id: string;
      amount: number;
      currency: Currency;
      discount_code: string | null;
      begin_at_once: boolean;
      language: string;
      site: string;
      holder: string;
      iban_hash: string;
      iban_country: string;
      iban_last: string;
      phone_hash: string;
      phone_last: string;
      sealed: Buffer | null;
      code_number: number;
      code_at: Date | null;
      tries: number;
      reference: string;
      creditor: string;
      creditor_id: string;
      mandate_text: string;
      collect_on: string;
      signed_at: Date | null;
      refused_at: Date | null;
      provider: string | null;
      mandate_id: string | null;
      payment_id: PaymentId | null;
      created_at: Date;
    };
  };
  // 067980c09b
  'payments.find-debit-of-payment': {
    params: { memberId: MemberId; paymentId: PaymentId };
    row: {
      member_id: MemberId;
      debit_id: DebitId;
      bundle_id: string;
      amount: number;
      currency: Currency;
      discount_code: string | null;
      begin_at_once: boolean;
      language: string;
      site: string;
      holder: string;
      iban_hash: string;
      iban_country: string;
      iban_last: string;
      phone_hash: string;
      phone_last: string;
      sealed: Buffer | null;
      code_number: number;
      code_at: Date | null;
      tries: number;
      reference: string;
      creditor: string;
      creditor_id: string;
      mandate_text: string;
      collect_on: string;
      signed_at: Date | null;
      refused_at: Date | null;
      provider: string | null;
      mandate_id: string | null;
      payment_id: PaymentId;
      created_at: Date;
    };
  };
  // 150629241f
  'payments.find-last-mandate': {
    params: { memberId: MemberId };
    row: { collect_on: string | null };
  };
  // 746ebd565d
  'payments.find-latest-payment': {
    params: { memberId: MemberId };
    row: {
      member_id: MemberId;
      payment_id: PaymentId;
      bundle_id: string;
      credits: number;
      amount: number;
      fee: number;
      currency: Currency;
      method: PaymentMethodId;
      provider: string;
      provider_payment_id: string | null;
      provider_profile: string | null;
      redirect_url: string | null;
      site: string;
      country: string;
      list_amount: number | null;
      discount_code: string | null;
      vat_rate: number;
      begun_at: Date | null;
      begun_text: string | null;
      mandate: string | null;
      store_card: boolean;
      stored_card_id: CardId | null;
      instrument: string | null;
      return_origin: string;
      description: string;
      language: string;
      status: 'loading' | 'pending' | 'completed' | 'failed' | 'mismatch';
      created_at: Date;
      settled_at: Date | null;
      refunded: number;
      charged_back: number;
      receipt_number: number | null;
      withdrawn: number;
      waived: number;
      transfer_iban: string | null;
      transfer_bic: string | null;
      transfer_holder: string | null;
      transfer_reference: string | null;
      offer_used: boolean;
      cancelled_at: Date | null;
      under_way: boolean;
      declared_country: string | null;
      request_country: string | null;
      payer_country: string | null;
      mismatch: 'accepted' | 'returned' | null;
      lost: number;
      region: string | null;
      terms_version: string | null;
    };
  };
  // 0d167f4bfe
  'payments.find-mismatch': {
    params: { mismatchId: MismatchId };
    row: {
      mismatch_id: MismatchId;
      member_id: MemberId;
      payment_id: PaymentId;
      provider: string;
      provider_payment_id: string;
      profile: string;
      amount: number;
      currency: string;
      wrong: string;
      returned: number;
      state: 'open' | 'accepted' | 'paying_back' | 'by_hand' | 'paid_by_hand' | 'returned' | 'solved';
      refund_key: string | null;
      seen_at: Date;
    };
  };
  // 4fc5f40f69
  'payments.find-paid-since': {
    params: { memberId: MemberId };
    row: { since: Date | null };
  };
  // 47aaa566c3
  'payments.find-payment': {
    params: { memberId: MemberId; paymentId: PaymentId };
    row: {
      member_id: MemberId;
      payment_id: PaymentId;
      bundle_id: string;
      credits: number;
      amount: number;
      fee: number;
      currency: Currency;
      method: PaymentMethodId;
      provider: string;
      provider_payment_id: string | null;
      provider_profile: string | null;
      redirect_url: string | null;
      site: string;
      country: string;
      list_amount: number | null;
      discount_code: string | null;
      vat_rate: number;
      begun_at: Date | null;
      begun_text: string | null;
      mandate: string | null;
      store_card: boolean;
      stored_card_id: CardId | null;
      instrument: string | null;
      return_origin: string;
      description: string;
      language: string;
      status: 'loading' | 'pending' | 'completed' | 'failed' | 'mismatch';
      created_at: Date;
      settled_at: Date | null;
      refunded: number;
      charged_back: number;
      receipt_number: number | null;
      withdrawn: number;
      waived: number;
      transfer_iban: string | null;
      transfer_bic: string | null;
      transfer_holder: string | null;
      transfer_reference: string | null;
      offer_used: boolean;
      cancelled_at: Date | null;
      under_way: boolean;
      declared_country: string | null;
      request_country: string | null;
      payer_country: string | null;
      mismatch: 'accepted' | 'returned' | null;
      lost: number;
      region: string | null;
      terms_version: string | null;
    };
  };
  // bfae03fb38
  'payments.find-receipt': {
    params: { memberId: MemberId; paymentId: PaymentId; entry: number };
    row: { number: number; issued_at: Date; document: JsonColumn<'receipts.document'> };
  };
  // 2d35208490
  'payments.find-reversal': {
    params: { memberId: MemberId; paymentId: PaymentId; reversalId: string };
    row: { undone: boolean };
  };
  // 923d886b32
  'payments.find-spending-limit': {
    params: { memberId: MemberId };
    row: {
      currency: string;
      amount: number | null;
      next_amount: number | null;
      next_at: Date | null;
      break_until: Date | null;
    };
  };
  // c1f67841d2
  'payments.find-subjects': {
    params: { subjects: readonly (string | null)[] };
    row: { subject: string; blocked_at: Date | null };
  };
  // f164372654
  'payments.find-withdrawal': {
    params: { memberId: MemberId; withdrawalId: WithdrawalId };
    row: {
      member_id: MemberId;
      withdrawal_id: WithdrawalId;
      payment_id: PaymentId;
      state: 'confirmed' | 'refunding' | 'by_hand' | 'refunded' | 'failed';
      amount: number;
      credits: number;
      declared_at: Date;
      confirmed_at: Date;
      refund_id: string | null;
      asked_at: Date | null;
      settled_at: Date | null;
      over_terms: boolean;
    };
  };
  // 47acc0a474
  'payments.find-withdrawal-request': {
    params: { requestId: string };
    row: {
      request_id: string;
      site: string;
      language: string;
      name: string;
      email: string;
      order_number: string;
      ordered_on: string;
      declaration: string;
      received_at: Date;
      state: 'received' | 'asked' | 'confirmed' | 'support' | 'closed';
      moved_at: Date | null;
      member_id: MemberId | null;
      payment_id: PaymentId | null;
    };
  };
  // 1e12c189b5
  'payments.find-withdrawal-task': {
    params: { withdrawalId: WithdrawalId };
    row: { member_id: MemberId };
  };
  // 0c0f12bb09
  'payments.forget-card': {
    params: { memberId: MemberId; cardId: CardId };
    row: never;
  };
  // 4dfea42c28
  'payments.forget-details': {
    params: { before: Date };
    row: never;
  };
  // 455930cf28
  'payments.insert-card': {
    params: {
      memberId: MemberId;
      cardId: CardId;
      paymentId: PaymentId;
      provider: string;
      mandateId: string;
      method: string;
      now: Date;
    };
    row: { card_id: CardId };
  };
  // f6a21ac176
  'payments.insert-debit': {
    params: {
      memberId: MemberId;
      debitId: DebitId;
      bundleId: string;
      amount: number;
      currency: string;
      discountCode: string | null;
      beginAtOnce: boolean;
      language: string;
      site: string;
      holder: string;
      ibanHash: string;
      ibanCountry: string;
      ibanLast: string;
      phoneHash: string;
      phoneLast: string;
      sealed: Buffer;
      reference: string;
      creditor: string;
      creditorId: string;
      mandateText: string;
      collectOn: string;
      now: Date;
    };
    row: never;
  };
  // aa9923eaf6
  'payments.insert-money-entry': {
    params: {
      memberId: MemberId;
      paymentId: PaymentId;
      from: string;
      to: string;
      amount: number;
      currency: string;
      cause: string;
      now: Date;
    };
    row: { number: number };
  };
  // fb4d32a1ea
  'payments.insert-payment': {
    params: {
      memberId: MemberId;
      paymentId: PaymentId;
      bundleId: string;
      credits: number;
      amount: number;
      currency: string;
      method: string;
      provider: string;
      site: string;
      country: string;
      region: string | null;
      listAmount: number;
      discountCode: string | null;
      vatRate: number;
      begunAt: Date | null;
      begunText: string | null;
      mandate: string | null;
      storeCard: boolean;
      storedCardId: CardId | null;
      returnOrigin: string;
      description: string;
      language: string;
      declaredCountry: string;
      requestCountry: string | null;
      termsVersion: string;
      now: Date;
    };
    row: never;
  };
  // d2195c4f69
  'payments.insert-provider-payment': {
    params: { provider: string; providerPaymentId: string; memberId: MemberId; paymentId: PaymentId };
    row: never;
  };
  // bed498059d
  'payments.insert-receipt': {
    params: {
      memberId: MemberId;
      paymentId: PaymentId;
      entry: number;
      company: string;
      number: number;
      now: Date;
      document: Json;
    };
    row: never;
  };
  // ad282730e4
  'payments.insert-receipt-number': {
    params: { company: string; number: number; memberId: MemberId; paymentId: PaymentId; entry: number };
    row: never;
  };
  // 33aeffb877
  'payments.insert-use': {
    params: { subject: string; paymentId: PaymentId; memberId: MemberId; amount: number; now: Date };
    row: never;
  };
  // 84a4d02d21
  'payments.insert-withdrawal': {
    params: {
      memberId: MemberId;
      withdrawalId: WithdrawalId;
      paymentId: PaymentId;
      amount: number;
      credits: number;
      declaredAt: Date;
      now: Date;
      overTerms: boolean;
    };
    row: never;
  };
  // 80acb16b1a
  'payments.insert-withdrawal-request': {
    params: {
      requestId: string;
      site: string;
      language: string;
      name: string;
      email: string;
      orderNumber: string;
      orderedOn: string;
      declaration: string;
      now: Date;
    };
    row: { request_id: string };
  };
  // 08a689c51a
  'payments.insert-withdrawal-task': {
    params: { withdrawalId: WithdrawalId; memberId: MemberId; now: Date; dueAt: Date };
    row: never;
  };
  // 32fc0379e1
  'payments.keep-customer': {
    params: { customerId: string; memberId: MemberId; provider: string };
    row: never;
  };
  // f70017b4de
  'payments.keep-mandate': {
    params: { mandateId: string; memberId: MemberId; debitId: DebitId };
    row: never;
  };
  // 9d9533f46a
  'payments.list-cards': {
    params: { memberId: MemberId };
    row: {
      member_id: MemberId;
      card_id: CardId;
      payment_id: PaymentId;
      provider: string;
      mandate_id: string;
      method: PaymentMethodId;
      state: 'pending' | 'valid' | 'invalid' | 'revoking' | 'revoked';
      brand: string;
      last_digits: string;
      expires: string | null;
      instrument: string | null;
      created_at: Date;
      checked_at: Date;
    };
  };
  // decedd2e9e
  'payments.list-completed': {
    params: { memberId: MemberId };
    row: { payment_id: PaymentId };
  };
  // 01153cf781
  'payments.list-entries-with-receipts': {
    params: { memberId: MemberId; paymentId: PaymentId };
    row: {
      entry: number;
      cause: string;
      to_account: string;
      amount: number;
      created_at: Date;
      number: number | null;
    };
  };
  // bc8ab75966
  'payments.list-member-payments': {
    params: { memberId: MemberId; place: number | null; id: string | null; limit: number };
    row: {
      member_id: MemberId;
      payment_id: PaymentId;
      bundle_id: string;
      credits: number;
      amount: number;
      fee: number;
      currency: Currency;
      method: PaymentMethodId;
      provider: string;
      provider_payment_id: string | null;
      provider_profile: string | null;
      redirect_url: string | null;
      site: string;
      country: string;
      list_amount: number | null;
      discount_code: string | null;
      vat_rate: number;
      begun_at: Date | null;
      begun_text: string | null;
      mandate: string | null;
      store_card: boolean;
      stored_card_id: CardId | null;
      instrument: string | null;
      return_origin: string;
      description: string;
      language: string;
      status: 'loading' | 'pending' | 'completed' | 'failed' | 'mismatch';
      created_at: Date;
      settled_at: Date | null;
      refunded: number;
      charged_back: number;
      receipt_number: number | null;
      withdrawn: number;
      waived: number;
      transfer_iban: string | null;
      transfer_bic: string | null;
      transfer_holder: string | null;
      transfer_reference: string | null;
      offer_used: boolean;
      cancelled_at: Date | null;
      under_way: boolean;
      declared_country: string | null;
      request_country: string | null;
      payer_country: string | null;
      mismatch: 'accepted' | 'returned' | null;
      lost: number;
      region: string | null;
      terms_version: string | null;
      place: number;
    };
  };
  // fc302e1ab8
  'payments.list-mismatches': {
    params: { limit: number };
    row: {
      mismatch_id: MismatchId;
      member_id: MemberId;
      payment_id: PaymentId;
      provider: string;
      provider_payment_id: string;
      profile: string;
      amount: number;
      currency: string;
      wrong: string;
      returned: number;
      state: 'open' | 'accepted' | 'paying_back' | 'by_hand' | 'paid_by_hand' | 'returned' | 'solved';
      refund_key: string | null;
      seen_at: Date;
    };
  };
  // e4cd91f34d
  'payments.list-open-orders': {
    params: { memberId: MemberId };
    row: { payment_id: PaymentId };
  };
  // 009989800c
  'payments.list-payment-withdrawals': {
    params: { memberId: MemberId; paymentId: PaymentId };
    row: {
      member_id: MemberId;
      withdrawal_id: WithdrawalId;
      payment_id: PaymentId;
      state: 'confirmed' | 'refunding' | 'by_hand' | 'refunded' | 'failed';
      amount: number;
      credits: number;
      declared_at: Date;
      confirmed_at: Date;
      refund_id: string | null;
      asked_at: Date | null;
      settled_at: Date | null;
      over_terms: boolean;
    };
  };
  // 6f1ec33bda
  'payments.list-purchases': {
    params: { memberId: MemberId; since: Date; limit: number };
    row: { payment_id: PaymentId };
  };
  // 0f96f4faec
  'payments.list-refunds-since': {
    params: { memberId: MemberId; paymentId: PaymentId; since: Date };
    row: { reversal_id: string; amount: number };
  };
  // c74b524deb
  'payments.list-repeatable': {
    params: { memberId: MemberId; limit: number };
    row: {
      bundle_id: string;
      credits: number;
      amount: number;
      fee: number;
      currency: Currency;
      method: PaymentMethodId;
      settled_at: Date;
    };
  };
  // 99cecdc086
  'payments.list-reversals': {
    params: { memberId: MemberId; paymentId: PaymentId };
    row: { reversal_id: string; kind: 'refund' | 'chargeback'; amount: number; undone: boolean };
  };
  // 1783de1ce8
  'payments.list-to-forget': {
    params: { but: readonly (string | null)[]; limit: number };
    row: { member_id: MemberId; provider: string; customer_id: string | null };
  };
  // 924200202e
  'payments.list-uses': {
    params: { subjects: readonly (string | null)[]; since: Date };
    row: { subject: string; amount: number; created_at: Date; closed_at: Date | null };
  };
  // e1c2933bf4
  'payments.list-waived': {
    params: { memberId: MemberId };
    row: { payment_id: PaymentId; waived: number };
  };
  // bc53410e22
  'payments.list-withdrawal-requests': {
    params: { unconfirmedSince: Date; limit: number };
    row: {
      request_id: string;
      site: string;
      language: string;
      name: string;
      email: string;
      order_number: string;
      ordered_on: string;
      declaration: string;
      received_at: Date;
      state: 'received' | 'asked' | 'confirmed' | 'support' | 'closed';
      moved_at: Date | null;
      member_id: MemberId | null;
      payment_id: PaymentId | null;
    };
  };
  // 131501fcdd
  'payments.list-withdrawal-tasks': {
    params: { limit: number };
    row: { withdrawal_id: WithdrawalId; member_id: MemberId; due_at: Date };
  };
  // 0dbc4784b3
  'payments.lock-debit': {
    params: { memberId: MemberId; debitId: DebitId };
    row: {
      member_id: MemberId;
      debit_id: DebitId;
      bundle_id: string;
      amount: number;
      currency: Currency;
      discount_code: string | null;
      begin_at_once: boolean;
      language: string;
      site: string;
      holder: string;
      iban_hash: string;
      iban_country: string;
      iban_last: string;
      phone_hash: string;
      phone_last: string;
      sealed: Buffer | null;
      code_number: number;
      code_at: Date | null;
      tries: number;
      reference: string;
      creditor: string;
      creditor_id: string;
      mandate_text: string;
      collect_on: string;
      signed_at: Date | null;
      refused_at: Date | null;
      provider: string | null;
      mandate_id: string | null;
      payment_id: PaymentId | null;
      created_at: Date;
    };
  };
  // 6aecfed9a4
  'payments.lock-mismatch': {
    params: { mismatchId: MismatchId };
    row: {
      mismatch_id: MismatchId;
      member_id: MemberId;
      payment_id: PaymentId;
      provider: string;
      provider_payment_id: string;
      profile: string;
      amount: number;
      currency: string;
      wrong: string;
      returned: number;
      state: 'open' | 'accepted' | 'paying_back' | 'by_hand' | 'paid_by_hand' | 'returned' | 'solved';
      refund_key: string | null;
      seen_at: Date;
    };
  };
  // 424e93d05d
  'payments.lock-payment': {
    params: { memberId: MemberId; paymentId: PaymentId };
    row: {
      member_id: MemberId;
      payment_id: PaymentId;
      bundle_id: string;
      credits: number;
      amount: number;
      fee: number;
      currency: Currency;
      method: PaymentMethodId;
      provider: string;
      provider_payment_id: string | null;
      provider_profile: string | null;
      redirect_url: string | null;
      site: string;
      country: string;
      list_amount: number | null;
      discount_code: string | null;
      vat_rate: number;
      begun_at: Date | null;
      begun_text: string | null;
      mandate: string | null;
      store_card: boolean;
      stored_card_id: CardId | null;
      instrument: string | null;
      return_origin: string;
      description: string;
      language: string;
      status: 'loading' | 'pending' | 'completed' | 'failed' | 'mismatch';
      created_at: Date;
      settled_at: Date | null;
      refunded: number;
      charged_back: number;
      receipt_number: number | null;
      withdrawn: number;
      waived: number;
      transfer_iban: string | null;
      transfer_bic: string | null;
      transfer_holder: string | null;
      transfer_reference: string | null;
      offer_used: boolean;
      cancelled_at: Date | null;
      under_way: boolean;
      declared_country: string | null;
      request_country: string | null;
      payer_country: string | null;
      mismatch: 'accepted' | 'returned' | null;
      lost: number;
      region: string | null;
      terms_version: string | null;
    };
  };
  // 5d0bd625ce
  'payments.lock-subject': {
    params: { subject: string };
    row: { subject: string; blocked_at: Date | null };
  };
  // 7a2ed710de
  'payments.lock-withdrawal-request': {
    params: { requestId: string };
    row: {
      request_id: string;
      site: string;
      language: string;
      name: string;
      email: string;
      order_number: string;
      ordered_on: string;
      declaration: string;
      received_at: Date;
      state: 'received' | 'asked' | 'confirmed' | 'support' | 'closed';
      moved_at: Date | null;
      member_id: MemberId | null;
      payment_id: PaymentId | null;
    };
  };
  // 8e655b0761
  'payments.mark-refund-asked': {
    params: { now: Date; memberId: MemberId; withdrawalId: WithdrawalId };
    row: never;
  };
  // abc7d90af6
  'payments.move-mismatch': {
    params: { state: string; refundKey: string | null; now: Date; mismatchId: MismatchId };
    row: never;
  };
  // 3f75e8b650
  'payments.move-withdrawal': {
    params: {
      state: string;
      refundId: string | null;
      settledAt: Date | null;
      memberId: MemberId;
      withdrawalId: WithdrawalId;
    };
    row: never;
  };
  // 1e4ef0395d
  'payments.move-withdrawal-request': {
    params: {
      state: string;
      now: Date;
      memberId: MemberId | null;
      paymentId: PaymentId | null;
      requestId: string;
    };
    row: never;
  };
  // eab078812e
  'payments.open-code': {
    params: { now: Date; memberId: MemberId; debitId: DebitId };
    row: { code_number: number };
  };
  // ca8f1e19f3
  'payments.open-subject': {
    params: { subject: string };
    row: never;
  };
  // 8272135910
  'payments.purge-withdrawal-requests': {
    params: { matchedBefore: Date; answeredBefore: Date };
    row: never;
  };
  // 510b2b4fe4
  'payments.reduce-waived': {
    params: { credits: number; memberId: MemberId; paymentId: PaymentId };
    row: never;
  };
  // cdcb2dfa04
  'payments.refuse-debit': {
    params: { now: Date; memberId: MemberId; debitId: DebitId };
    row: never;
  };
  // d5c3b241dc
  'payments.replace-customer': {
    params: { key: string; memberId: MemberId; provider: string; customerId: string };
    row: never;
  };
  // ef852436d2
  'payments.reserve-customer': {
    params: { memberId: MemberId; provider: string; key: string; now: Date };
    row: never;
  };
  // 11c920469e
  'payments.set-instrument': {
    params: { instrument: string; memberId: MemberId; paymentId: PaymentId };
    row: never;
  };
  // 3fe020c0ca
  'payments.set-mismatch-returned': {
    params: { memberId: MemberId; paymentId: PaymentId };
    row: never;
  };
  // faf32c30cd
  'payments.set-payer-country': {
    params: { country: string; memberId: MemberId; paymentId: PaymentId };
    row: never;
  };
  // 52368f4e51
  'payments.set-receipt': {
    params: { number: number; memberId: MemberId; paymentId: PaymentId };
    row: never;
  };
  // 55b2708be2
  'payments.set-spending-limit': {
    params: {
      memberId: MemberId;
      currency: string;
      amount: number | null;
      nextAmount: number | null;
      nextAt: Date | null;
      breakUntil: Date | null;
    };
    row: never;
  };
  // 474226789e
  'payments.set-status': {
    params: {
      status: string;
      settledAt: Date | null;
      offerUsed: boolean;
      memberId: MemberId;
      paymentId: PaymentId;
    };
    row: never;
  };
  // b3c3f658da
  'payments.set-under-way': {
    params: { isUnderWay: boolean; memberId: MemberId; paymentId: PaymentId };
    row: never;
  };
  // cd0733b330
  'payments.set-withdrawn': {
    params: { withdrawn: number; waived: number; memberId: MemberId; paymentId: PaymentId };
    row: never;
  };
  // af58b30428
  'payments.sign-debit': {
    params: { now: Date; provider: string; memberId: MemberId; debitId: DebitId };
    row: never;
  };
  // a57d583cc5
  'payments.solve-mismatch': {
    params: { provider: string; providerPaymentId: string; paymentId: PaymentId };
    row: never;
  };
  // dff4c93e0e
  'payments.store-mismatch': {
    params: {
      mismatchId: MismatchId;
      memberId: MemberId;
      paymentId: PaymentId;
      provider: string;
      providerPaymentId: string;
      profile: string;
      amount: number;
      currency: string;
      wrong: string;
      returned: number;
      now: Date;
    };
    row: { state: 'open' | 'accepted' | 'paying_back' | 'by_hand' | 'paid_by_hand' | 'returned' | 'solved' };
  };
  // ffc511a73c
  'payments.store-reversal': {
    params: {
      memberId: MemberId;
      paymentId: PaymentId;
      reversalId: string;
      kind: string;
      amount: number;
      undone: boolean;
      now: Date;
    };
    row: never;
  };
  // 5a4a981661
  'payments.sum-orders': {
    params: { memberId: MemberId; since: Date };
    row: { currency: Currency; spent: number };
  };
  // 0dbe41fc73
  'payments.unblock-subject': {
    params: { subject: string };
    row: { subject: string };
  };
  // a0e78bb542
  'payments.use-mandate': {
    params: { paymentId: PaymentId; memberId: MemberId; debitId: DebitId };
    row: never;
  };
  // 7f76870e98
  'photos.claim-unowned': {
    params: { photoId: PhotoId; after: Date };
    row: never;
  };
  // 80a8ca1e92
  'photos.count-queue': {
    params: { queue: string };
    row: { waiting: number; since: Date | null };
  };
  // aac238d04c
  'photos.decide': {
    params: { status: string; refusal: string | null; memberId: MemberId; photoId: PhotoId };
    row: { created_at: Date };
  };
  // bbf292d48c
  'photos.delete-all-photos': {
    params: { memberId: MemberId };
    row: never;
  };
  // 848ae9fe96
  'photos.delete-decisions': {
    params: { photoIds: readonly (PhotoId | null)[] };
    row: never;
  };
  // 1da9b2ae6c
  'photos.delete-photo': {
    params: { memberId: MemberId; photoId: PhotoId };
    row: never;
  };
  // 825b429e2a
  'photos.delete-unowned': {
    params: { photoId: PhotoId };
    row: never;
  };
  // 9d5d233bba
  'photos.dequeue-photo': {
    params: { queue: string; photoId: PhotoId };
    row: never;
  };
  // 9df329ad9f
  'photos.enqueue-photo': {
    params: { queue: string; photoId: PhotoId; memberId: MemberId; now: Date };
    row: never;
  };
  // 9b1e955f55
  'photos.find-chat-photo': {
    params: { viewerId: MemberId | null; conversationId: ConversationId; photoId: PhotoId };
    row: { blocked: boolean; kept: boolean };
  };
  // 1cd5594af0
  'photos.find-owner': {
    params: { photoId: PhotoId };
    row: { member_id: MemberId };
  };
  // d6de50e1d6
  'photos.find-photo-usage': {
    params: { memberId: MemberId };
    row: { photos: number; paid: boolean; fictional: boolean };
  };
  // 4e714ec795
  'photos.find-queued': {
    params: { queue: string; photoId: PhotoId };
    row: { queue: 'before' | 'after'; photo_id: PhotoId; member_id: MemberId; created_at: Date };
  };
  // 69248f453b
  'photos.find-servable': {
    params: { memberId: MemberId; photoId: PhotoId };
    row: {
      position: number;
      status: 'approved' | 'pending' | 'rejected';
      checked: boolean;
      main: boolean;
      visitors_see_photo: boolean | null;
      country: Country;
      paid: boolean;
      fictional: boolean;
    };
  };
  // 2bce9de84d
  'photos.hold-unowned': {
    params: { photoId: PhotoId };
    row: never;
  };
  // 85aff57c21
  'photos.insert-photo': {
    params: {
      memberId: MemberId;
      photoId: PhotoId;
      status: string;
      checked: boolean;
      width: number;
      height: number;
      now: Date;
    };
    row: never;
  };
  // 31e0ee12d9
  'photos.insert-unowned': {
    params: { photoId: PhotoId; kind: string; ownerId: string; now: Date };
    row: never;
  };
  // 7f373e70ba
  'photos.list-ids': {
    params: { memberId: MemberId };
    row: { photo_id: PhotoId; status: 'approved' | 'pending' | 'rejected' };
  };
  // b6363ce591
  'photos.list-kept-chat-photos': {
    params: { ownerId: string; photoIds: readonly (PhotoId | null)[] };
    row: { photo_id: PhotoId };
  };
  // 579e7d27dc
  'photos.list-kept-photos': {
    params: { ownerId: string; photoIds: readonly (PhotoId | null)[] };
    row: { photo_id: PhotoId };
  };
  // 85e7b98e0f
  'photos.list-photos': {
    params: { memberId: MemberId };
    row: {
      photo_id: PhotoId;
      position: number;
      status: 'approved' | 'pending' | 'rejected';
      refusal: string | null;
      checked: boolean;
      main_photo: PhotoId | null;
      visitors_see_photo: boolean | null;
      country: Country;
      paid: boolean;
      fictional: boolean;
    };
  };
  // f86c34a063
  'photos.list-queue': {
    params: { queue: string; most: number };
    row: { queue: 'before' | 'after'; photo_id: PhotoId; member_id: MemberId; created_at: Date };
  };
  // 944a4e74bf
  'photos.list-unowned': {
    params: { past: string; before: Date; most: number };
    row: { photo_id: PhotoId; kind: 'member' | 'chat'; owner_id: string };
  };
  // 609b9823b5
  'photos.record-decision': {
    params: { photoId: PhotoId; status: string; refusal: string | null; now: Date };
    row: never;
  };
  // ec26d8c4c1
  'photos.reorder-photos': {
    params: { photoIds: readonly (PhotoId | null)[]; memberId: MemberId };
    row: never;
  };
  // de22dee865
  'platform.add-try-after-death': {
    params: { most: number; graceSeconds: number; lockNumber: number };
    row: never;
  };
  // 995ddfea7d
  'platform.count-jobs': {
    params: undefined;
    row: { task: string | null; waiting: number; seconds: number | null; given_up: number };
  };
  // 874e1e220e
  'platform.count-nodes': {
    params: undefined;
    row: { nodes: number };
  };
  // 05b23705f2
  'platform.delete-member-results': {
    params: { memberId: MemberId };
    row: never;
  };
  // 298764823a
  'platform.delete-old-results': {
    params: { before: Date };
    row: never;
  };
  // 8c9c5e610c
  'platform.find-results': {
    params: { memberIds: readonly (MemberId | null)[]; keys: readonly (string | null)[] };
    row: { member_id: MemberId; key: string; body_hash: string | null; answer: unknown };
  };
  // e8da263943
  'platform.hold-job': {
    params: { attempts: number; jobId: number; workerId: string | null; ran: number | null };
    row: never;
  };
  // 7aeddf421c
  'platform.insert-results': {
    params: {
      now: Date;
      results: readonly {
        member_id: MemberId | null;
        key: string | null;
        operation: string | null;
        body_hash: string | null;
        answer: Json | null;
      }[];
    };
    row: never;
  };
  // fc66083cf0
  'platform.is-taken-over': {
    params: { jobId: number; workerId: string; attempts: number };
    row: { id: number };
  };
  // 8ee2b22c51
  'platform.list-zones': {
    params: { zones: readonly (string | null)[] };
    row: { name: string; minutes: string | null };
  };
  // 0e190f4d71
  'platform.lock-running-job': {
    params: { jobId: number; workerId: string; attempts: number };
    row: { id: number };
  };
  // 2f79fc0732
  'platform.purge-rate-limits': {
    params: { now: number };
    row: never;
  };
  // ae294226b2
  'platform.read-clock': {
    params: undefined;
    row: { now: string | null };
  };
  // 02c543ef99
  'platform.read-durability': {
    params: { names: readonly (string | null)[] };
    row: { name: string; setting: string | null };
  };
  // 37519cd490
  'platform.read-heartbeat': {
    params: undefined;
    row: { in_recovery: boolean; at: Date };
  };
  // ef400dafd0
  'platform.release-jobs-of-dead-workers': {
    params: { graceSeconds: number; lockNumber: number };
    row: { force_unlock_workers: string | null };
  };
  // e03d009a87
  'platform.release-orphaned-jobs': {
    params: { workerId: string; runningJobs: readonly (string | null)[]; graceSeconds: number };
    row: never;
  };
  // 9b714ab4c2
  'platform.resume-jobs': {
    params: { error: string; name: string };
    row: never;
  };
  // c332e5db54
  'platform.sort-on-disk': {
    params: undefined;
    row: { set_config: string };
  };
  // 27024714dd
  'platform.write-heartbeat': {
    params: undefined;
    row: { now: Date };
  };
  // 0007a34c1c
  'platform.write-temporary-file': {
    params: undefined;
    row: { count: number };
  };
  // d286ef3b1d
  'settings.delete-future-price': {
    params: { scope: string; bundle: string; country: string; validFrom: Date; now: Date };
    row: never;
  };
  // 4dfff8633e
  'settings.find-demo-cast': {
    params: undefined;
    row: { found: boolean };
  };
  // fda0eaf08c
  'settings.find-order': {
    params: undefined;
    row: { found: boolean };
  };
  // 2d1b78eced
  'settings.find-scope': {
    params: { scope: string };
    row: { values: unknown };
  };
  // ce1cadc6f0
  'settings.forget-secret': {
    params: undefined;
    row: never;
  };
  // 2206dbc761
  'settings.inherit-bundle': {
    params: { scope: string; bundle: string };
    row: never;
  };
  // 96f634a7e2
  'settings.insert-domain': {
    params: { host: string; niche: number };
    row: never;
  };
  // 6ba5d6da25
  'settings.insert-price': {
    params: {
      country: string;
      amount: number;
      currency: string;
      validFrom: Date;
      scope: string;
      bundle: string;
    };
    row: never;
  };
  // 6fb74e5521
  'settings.list-current-prices': {
    params: { now: Date };
    row: {
      scope: string;
      bundle_id: string;
      country: Country;
      amount: number;
      currency: Currency;
      valid_from: Date;
      credits: number;
    };
  };
  // 136f595ef6
  'settings.list-domains': {
    params: undefined;
    row: { host: string; niche: number };
  };
  // 72ffd405b5
  'settings.list-prices-of-scopes': {
    params: { now: Date };
    row: { scope: string; country: Country; currency: Currency; amount: number; credits: number };
  };
  // fd6bb6cd6a
  'settings.list-scopes': {
    params: undefined;
    row: { scope: string; values: unknown };
  };
  // 1f183ffdb5
  'settings.lock-default-scope': {
    params: undefined;
    row: { scope: string };
  };
  // 7d2941b754
  'settings.lock-installation': {
    params: undefined;
    row: {
      production_since: Date | null;
      secret_hash: string | null;
      folder_id: string | null;
      payments_test: boolean | null;
    };
  };
  // 46b4170a60
  'settings.set-folder-id': {
    params: { folderId: string };
    row: never;
  };
  // 55997a0627
  'settings.set-scope': {
    params: { scope: string; values: Json };
    row: never;
  };
  // ba29f8dc1e
  'settings.update-installation': {
    params: { now: Date; secretHash: string; folderId: string; isTest: boolean };
    row: never;
  };
  // b3bc3b186f
  'sources.add-bounce': {
    params: { network: string; ref: string; site: string; day: string };
    row: never;
  };
  // f287862015
  'sources.add-measured': {
    params: { network: string; ref: string; site: string; day: string };
    row: never;
  };
  // ad5447572c
  'sources.add-network': {
    params: { name: string; signUpUrl: string | null; firstPurchaseUrl: string | null; now: Date };
    row: never;
  };
  // 2cf5174e7b
  'sources.add-visit': {
    params: { times: number; network: string; ref: string; site: string; day: string };
    row: never;
  };
  // 5e7c30941d
  'sources.count-postbacks': {
    params: undefined;
    row: { network: string; state: 'waiting' | 'sent' | 'given-up'; count: number };
  };
  // 5e99564be0
  'sources.count-refs': {
    params: { network: string; day: string };
    row: { refs: number };
  };
  // dfe5be9dc0
  'sources.count-sign-ups': {
    params: { from: Date; until: Date };
    row: { network: string; ref: string; sign_ups: number; confirmed: number };
  };
  // 141c351fb0
  'sources.delete-postbacks': {
    params: { memberId: MemberId };
    row: never;
  };
  // ce80af16a9
  'sources.end-network': {
    params: { now: Date; name: string };
    row: never;
  };
  // 8191f88ca9
  'sources.end-postback': {
    params: { state: string; now: Date; memberId: MemberId; act: string };
    row: never;
  };
  // b794c53497
  'sources.find-named': {
    params: { name: string };
    row: { name: string };
  };
  // eb7a917c20
  'sources.find-network': {
    params: { name: string };
    row: {
      name: string;
      sign_up_url: string | null;
      first_purchase_url: string | null;
      added_at: Date;
      ended_at: Date | null;
    };
  };
  // dbdf31f531
  'sources.find-postback': {
    params: { memberId: MemberId; act: string };
    row: {
      postback_id: string;
      network: string;
      amount: number | null;
      currency: string | null;
      state: 'waiting' | 'sent' | 'given-up';
    };
  };
  // 913e3e287e
  'sources.find-source': {
    params: { memberId: MemberId };
    row: { tracking: Tracking | null; signup_at: Date };
  };
  // a965147277
  'sources.insert-postback': {
    params: {
      memberId: MemberId;
      act: string;
      postbackId: string;
      network: string;
      amount: number | null;
      currency: string | null;
      now: Date;
    };
    row: never;
  };
  // ce8186e048
  'sources.insert-visit': {
    params: { network: string; ref: string; site: string; day: string; times: number };
    row: never;
  };
  // e915922ac6
  'sources.list-networks': {
    params: undefined;
    row: {
      name: string;
      sign_up_url: string | null;
      first_purchase_url: string | null;
      added_at: Date;
      ended_at: Date | null;
    };
  };
  // fcf2a66155
  'sources.purge-postbacks': {
    params: { before: Date };
    row: never;
  };
  // 96f40721bd
  'sources.sum-purchases': {
    params: { from: Date; until: Date };
    row: { network: string; ref: string; currency: Currency; buyers: number; minor: number | null };
  };
  // 14e9056b60
  'sources.sum-visits': {
    params: { from: string; until: string };
    row: {
      network: string;
      ref: string;
      visits: number | null;
      measured: number | null;
      bounces: number | null;
    };
  };
  // f8e09b1712
  'staff.find-decider': {
    params: { numbers: readonly (string | null)[]; who: string };
    row: { act_id: string };
  };
  // cf3b7e460b
  'staff.insert-act': {
    params: {
      actId: string;
      who: string;
      account: string;
      act: string;
      about: string | null;
      detail: string;
      contests: string | null;
      now: Date;
    };
    row: never;
  };
  // 4bf5a0097b
  'support.close-complaint': {
    params: { outcome: string; action: string | null; now: Date; number: string };
    row: never;
  };
  // 66588164ec
  'support.count-open': {
    params: { urgent: boolean };
    row: { waiting: number; since: Date | null };
  };
  // 1ebf84cba1
  'support.end-moderation-action': {
    params: { now: Date; number: string };
    row: never;
  };
  // 0ce59365b6
  'support.find-complaint': {
    params: { number: string };
    row: {
      number: string;
      kind: 'illegal' | 'child-abuse' | 'rules' | 'decision' | 'payment' | 'privacy' | 'other' | 'report';
      reason: 'harassment' | 'sexual' | 'scam' | 'fake' | 'underage' | 'hate' | 'other' | null;
      reporter_id: MemberId | null;
      about_id: MemberId | null;
      site: string;
      language: string;
      name: string;
      email: string;
      receipt: boolean;
      text: string;
      url: string;
      contests: string | null;
      received_at: Date;
      outcome: 'acted' | 'no-breach' | 'changed' | 'unchanged' | 'solved' | null;
      closed_at: Date | null;
      reverted: boolean;
    };
  };
  // dba4f20b7d
  'support.find-lasting-ban': {
    params: { memberId: MemberId };
    row: { ends_at: Date | null };
  };
  // 4835a77848
  'support.find-moderation-action': {
    params: { number: string };
    row: {
      number: string;
      member_id: MemberId;
      kind: 'ban' | 'photo' | 'text' | 'message';
      reason: 'respect' | 'own' | 'selling' | 'harm' | 'robots' | 'adult' | 'law' | 'photo-not-you' | 'photo-sexual' | 'photo-contact' | 'photo-unclear';
      law: string;
      facts: string;
      about_at: Date | null;
      ends_at: Date | null;
      source: 'report' | 'own';
      decided_at: Date;
      ended_at: Date | null;
      reverted_at: Date | null;
      banned_otherwise: boolean;
    };
  };
  // fc8646364e
  'support.find-moderation-action-since': {
    params: { memberId: MemberId; since: Date };
    row: { number: string };
  };
  // b6e71b6196
  'support.insert-answer': {
    params: { number: string; position: number; text: string; now: Date };
    row: never;
  };
  // c701402ffb
  'support.insert-complaint': {
    params: {
      number: string;
      kind: string;
      reason: string | null;
      reporterId: MemberId | null;
      aboutId: MemberId | null;
      site: string;
      language: string;
      name: string;
      email: string;
      mailbox: string | null;
      receipt: boolean;
      text: string;
      url: string;
      contests: string | null;
      now: Date;
    };
    row: { number: string };
  };
  // 849ac51b4b
  'support.insert-evidence': {
    params: { number: string; position: number; kind: string; content: Json; pictureHash: string | null };
    row: never;
  };
  // 09899415bc
  'support.insert-file': {
    params: { number: string; position: number; kind: string; sha256: string; content: Buffer };
    row: never;
  };
  // aa38fec47d
  'support.insert-moderation-action': {
    params: {
      number: string;
      memberId: MemberId;
      kind: string;
      reason: string;
      law: string;
      facts: string;
      aboutAt: Date | null;
      endsAt: Date | null;
      source: string;
      now: Date;
      conversationId: ConversationId | null;
      messageId: MessageId | null;
    };
    row: never;
  };
  // 6fce32a659
  'support.keep-picture': {
    params: { pictureHash: string; picture: Buffer };
    row: never;
  };
  // 64de53e51c
  'support.list-answers': {
    params: { number: string };
    row: { position: number; text: string; answered_at: Date };
  };
  // 2132b8dc44
  'support.list-contested': {
    params: undefined;
    row: { number: string };
  };
  // 9f03db8448
  'support.list-contested-by': {
    params: { number: string };
    row: { number: string };
  };
  // 18457e3749
  'support.list-ending': {
    params: { now: Date; but: readonly (string | null)[]; limit: number };
    row: { number: string };
  };
  // 73704edfb8
  'support.list-evidence': {
    params: { number: string };
    row: {
      position: number;
      kind: 'profile' | 'photo' | 'message';
      content: JsonColumn<'complaint_evidence.content'>;
      picture: Buffer | null;
    };
  };
  // 921ee339c3
  'support.list-files': {
    params: { number: string };
    row: { position: number; kind: 'webp' | 'pdf'; sha256: string; size: number };
  };
  // dadca399d8
  'support.list-old-bans': {
    params: { before: Date };
    row: { number: string; member_id: MemberId };
  };
  // 4ac5ddc077
  'support.list-open': {
    params: { limit: number };
    row: {
      number: string;
      kind: 'illegal' | 'child-abuse' | 'rules' | 'decision' | 'payment' | 'privacy' | 'other' | 'report';
      reason: 'harassment' | 'sexual' | 'scam' | 'fake' | 'underage' | 'hate' | 'other' | null;
      reporter_id: MemberId | null;
      about_id: MemberId | null;
      site: string;
      language: string;
      name: string;
      email: string;
      receipt: boolean;
      text: string;
      url: string;
      contests: string | null;
      received_at: Date;
      outcome: 'acted' | 'no-breach' | 'changed' | 'unchanged' | 'solved' | null;
      closed_at: Date | null;
    };
  };
  // 80e250b2fd
  'support.list-waiting': {
    params: { before: Date; limit: number };
    row: {
      number: string;
      kind: 'illegal' | 'child-abuse' | 'rules' | 'decision' | 'payment' | 'privacy' | 'other' | 'report';
      received_at: Date;
    };
  };
  // 95acdd64e8
  'support.load-file': {
    params: { number: string; position: number };
    row: { content: Buffer };
  };
  // 9df78a0d19
  'support.lock-complaint': {
    params: { number: string };
    row: {
      number: string;
      kind: 'illegal' | 'child-abuse' | 'rules' | 'decision' | 'payment' | 'privacy' | 'other' | 'report';
      reason: 'harassment' | 'sexual' | 'scam' | 'fake' | 'underage' | 'hate' | 'other' | null;
      reporter_id: MemberId | null;
      about_id: MemberId | null;
      site: string;
      language: string;
      name: string;
      email: string;
      receipt: boolean;
      text: string;
      url: string;
      contests: string | null;
      received_at: Date;
      outcome: 'acted' | 'no-breach' | 'changed' | 'unchanged' | 'solved' | null;
      closed_at: Date | null;
    };
  };
  // 78b0f3fd82
  'support.lock-moderation-action': {
    params: { number: string };
    row: {
      number: string;
      member_id: MemberId;
      kind: 'ban' | 'photo' | 'text' | 'message';
      ended_at: Date | null;
      reverted_at: Date | null;
      conversation_id: ConversationId | null;
      message_id: MessageId | null;
    };
  };
  // a8e3c7dfe5
  'support.mark-reverted': {
    params: { now: Date; number: string };
    row: never;
  };
  // bb42a182f0
  'support.purge-closed': {
    params: { before: Date; but: readonly (string | null)[] };
    row: never;
  };
  // 8ebbd81620
  'support.purge-moderation-actions': {
    params: { before: Date; but: readonly (string | null)[] };
    row: never;
  };
  // 1ee2e026d0
  'support.purge-pictures': {
    params: undefined;
    row: never;
  };
}
