import { createPrivateKey } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

import { isOnThisMachine } from '../platform/limits/addresses.ts';

export interface MailSettings {
  /** The return address, without the plus sign and token that each mail adds. */
  bounces: string;
  dkim: { domain: string; selector: string; key: string } | null;
  /** The secrets that verify reports to `/api/mail-report.php`; if empty, every report is refused. */
  reportSecrets: readonly string[];
  requireTls: boolean;
  /** The folder into which a mail server moves reports. */
  reportFolder: string | null;
}

// A local part has at most 64 characters; the plus sign and token of a mail take 49.
const bouncesAddress = /^[a-z0-9._-]{1,15}@(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*$/;
const keyBitsMin = 2_048;
const secretLengthMin = 32;

export function readMail(
  env: Record<string, string | undefined>,
  { mailFrom, root, production }: { mailFrom: string; root: string; production: boolean },
  problems: string[],
): MailSettings {
  const domain = mailFrom.slice(mailFrom.lastIndexOf('@') + 1).toLowerCase();
  const bounces = env['MAIL_BOUNCES'] ?? `bounces@${domain}`;
  if (env['MAIL_BOUNCES'] !== undefined && !bouncesAddress.test(bounces))
    problems.push('MAIL_BOUNCES is not an address with at most 15 lowercase letters and digits before the @');
  const reportSecrets = (env['MAIL_REPORT_SECRETS'] ?? '').split(',').flatMap((secret) => secret.trim() || []);
  if (reportSecrets.length > 2 || reportSecrets.some((secret) => secret.length < secretLengthMin))
    problems.push('MAIL_REPORT_SECRETS must be one secret of at least 32 characters, or two separated by a comma');
  const folder = env['MAIL_REPORT_FOLDER'];
  // Only the worker reads it.
  const isRead = env['ROLE'] === undefined || env['ROLE'].includes('worker');
  if (folder !== undefined && isRead && !statSync(resolve(root, folder), { throwIfNoEntry: false })?.isDirectory())
    problems.push('MAIL_REPORT_FOLDER is not a folder');
  return {
    bounces,
    dkim: readDkim(env, { root, fromDomain: domain }, problems),
    reportSecrets,
    requireTls: production && !isOnThisMachine(env['SMTP_URL'] ?? ''),
    reportFolder: folder === undefined ? null : resolve(root, folder),
  };
}

function readDkim(
  env: Record<string, string | undefined>,
  { root, fromDomain }: { root: string; fromDomain: string },
  problems: string[],
): MailSettings['dkim'] {
  const { DKIM_SELECTOR: selector = '', DKIM_KEY: text, DKIM_DOMAIN: domain = fromDomain } = env;
  if (text === undefined) {
    for (const name of ['DKIM_SELECTOR', 'DKIM_DOMAIN'])
      if (env[name] !== undefined) problems.push(`${name} has no effect without DKIM_KEY`);
    return null;
  }
  const key = text.includes('-----BEGIN') ? text.replaceAll('\\n', '\n') : readKey(resolve(root, text), problems);
  if (key !== null && !isSigningKey(key))
    problems.push('DKIM_KEY must be a private RSA key of at least 2048 bits as PEM, or the path of a file with one');
  if (!/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/.test(selector)) problems.push('DKIM_SELECTOR is missing or not a selector');
  // Otherwise the signature says nothing about the sender that the reader sees.
  if (fromDomain !== domain && !fromDomain.endsWith(`.${domain}`))
    problems.push('DKIM_DOMAIN is neither the domain of MAIL_FROM nor one above it');
  return { domain, selector, key: key ?? '' };
}

/** Keeps the argument out of its messages, because it may be a key without its first line. */
function readKey(path: string, problems: string[]): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    problems.push(
      `DKIM_KEY is neither a PEM key nor a file that can be read (${(error as NodeJS.ErrnoException).code})`,
    );
    return null;
  }
}

function isSigningKey(pem: string): boolean {
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= keyBitsMin;
  } catch {
    // Not a key at all; its text must not get into the message.
    return false;
  }
}
