import { randomUUID } from 'node:crypto';

import sharp from 'sharp';

import { townById } from '../../server/geo/towns.ts';
import { savePhoto } from '../../server/photos/add-photo.ts';
import { giveCredits, quickMember, sendText } from './chat.ts';
import { addPaymentRow } from './owned.ts';
import type { TestApp, TestClient } from './test-app.ts';

/** A member with a marked value in every private column, and the ids of her objects. */
export interface Marked {
  member: TestClient;
  secretsIn(text: string): string[];
  conversation: string;
  payment: string;
  photos: { locked: string; rejected: string };
}

const town = 'nl-haarlem';
const lastActive = new Date('2026-03-04T05:06:07.089Z');
const signedUp = new Date('2025-02-03T04:05:06.078Z');
const odd = { balance: 777_123, amount: 987_654, lotPrice: 876_543 };

/** Creates the member, with a chat, a like and a block with a hidden member whom nobody else sees. */
export async function plantCanaries(test: TestApp): Promise<Marked> {
  const member = await test.member({ name: 'Berta', date_of_birth: '1977-03-14', town });
  const { id } = member;
  const hidden = await quickMember(test);
  await giveCredits(test, id, odd.balance);
  const sent = await sendText(member, { profile: hidden.id }, 'canary-words');
  const { conversation, id: message } = sent.body.message;
  await member.call('addLike', { profile: hidden.id });
  await member.call('blockMember', { profile: (await quickMember(test)).id });
  await test.sql(`update profiles set status = 'disabled' where member_id = $1`, [hidden.id]);
  const pixels = sharp({ create: { width: 30, height: 40, channels: 3, background: '#357' } });
  const picture = await pixels.png().toBuffer();
  const photos = [];
  for (let count = 0; count < 3; count++) photos.push(await savePhoto(test.context, id, picture));
  const [, locked = '', rejected = ''] = photos;
  await test.sql(`update photos set status = 'rejected' where member_id = $1 and photo_id = $2`, [id, rejected]);
  const payment = await addPaymentRow(test, id);
  await markColumns(test, id, payment);
  const stored = await storedSecrets(test, id);
  const place = townById(town);
  const moments = [lastActive.toISOString(), signedUp.toISOString()];
  const numbers = [...Object.values(odd), place?.lat, place?.lon].map(String);
  const ids = [hidden.id, conversation, message, payment, rejected];
  const secrets = ['canary', '1977', '03-14', ...moments, ...numbers, ...ids, ...stored, ...member.cookies.values()];
  return {
    member,
    secretsIn: (text) => secrets.filter((secret) => holds(text, secret)),
    conversation,
    payment,
    photos: { locked, rejected },
  };
}

/** True if a text contains a secret; a short one as a whole word, since ids contain any four digits by chance. */
function holds(text: string, secret: string): boolean {
  if (!text.includes(secret)) return false;
  const words = text.replaceAll(/[\w+/=-]{20,}/g, '');
  return secret.length > 6 || new RegExp(`(?<!\\w)${secret}(?!\\w)`).test(words);
}

async function markColumns(test: TestApp, id: MemberId, payment: string): Promise<void> {
  await test.sql(
    `update members set email = 'canary-mail@example.org', tracking = '{"ref": "canary-ref", "sub1": "canary-sub"}', language = 'fi',
            terms_version = 'canary-terms', sensitive_consent_version = 'canary-consent', notifications_off = '{"like": "canary-notice"}',
            signup_at = $2, paid_at = $2, terms_accepted_at = $2, sensitive_consent_at = $2 where member_id = $1`,
    [id, signedUp],
  );
  await test.sql('update profiles set last_active_at = $2 where member_id = $1', [id, lastActive]);
  await test.sql(
    `insert into payments (member_id, payment_id, bundle_id, credits, amount, currency, method, provider, provider_payment_id,
                           redirect_url, return_origin, description, status, created_at)
     values ($1, $2, 'canary-bundle', 50, ${odd.amount}, 'EUR', 'ideal', 'canary-provider', 'tr_canary', 'https://canary.example/pay',
             'https://canary.example', 'canary-order', 'pending', $3)`,
    [id, randomUUID(), signedUp],
  );
  await test.sql(
    `insert into lots (member_id, lot_id, free, payment_id, credits, credits_left, price_minor, currency, created_at)
     values ($1, $2, false, $3, 50, 50, ${odd.lotPrice}, 'EUR', $4)`,
    [id, randomUUID(), payment, signedUp],
  );
  await test.sql(
    `insert into tokens (token_hash, member_id, purpose, created_at, expires_at) values ('canary-token-hash', $1, 'reset', $2, $2)`,
    [id, signedUp],
  );
}

/** Lists all values in her rows that identify a row or grant access. */
async function storedSecrets(test: TestApp, id: MemberId): Promise<string[]> {
  const rows = await test.sql<{ secret: string }>(
    `select password_hash as secret from members where member_id = $1
     union all select encode(token_hash, 'hex') from sessions where member_id = $1
     union all select encode(token_hash, 'base64') from sessions where member_id = $1
     union all select entry_id::text from ledger_entries where member_id = $1
     union all select lot_id::text from lots where member_id = $1
     union all select payment_id::text from payments where member_id = $1
     union all select key::text from idempotency_keys where member_id = $1 and key is not null`,
    [id],
  );
  return rows.map(({ secret }) => secret);
}
