import { createPublicKey } from 'node:crypto';

import { type Installation, type Verdict, fault, good, warning } from '../checks.ts';
import { checkSmtpLogin } from './smtp.ts';

export async function checkMailServer({ config }: Installation): Promise<readonly Verdict[]> {
  if (config.smtpUrl === null) return [warning('SMTP_URL is missing: mails go to the outbox')];
  try {
    await checkSmtpLogin({ url: config.smtpUrl, from: config.mailFrom, ...config.mail });
    return [good('accepts our login')];
  } catch (error) {
    return [fault(`SMTP_URL: ${(error as Error).message}`)];
  }
}

/**
 * Checks the names in DNS on which the delivery of mail depends. SPF and MX concern the return address of mails, DKIM
 * the domain that signs, and DMARC that of the sender.
 */
export async function checkMailNames({ config, resolver }: Installation): Promise<readonly Verdict[]> {
  if (config.smtpUrl === null) return [];
  const [bounces = '', sender = ''] = [config.mail.bounces, config.mailFrom].map((one) => one.split('@').at(-1));
  const texts = async (name: string, start: string): Promise<string[]> => {
    const records = await resolver.resolveTxt(name).catch(() => []);
    return records.map((parts) => parts.join('')).filter((text) => text.startsWith(start));
  };
  const spf = await texts(bounces, 'v=spf1');
  const dmarc = await findDmarc(sender, texts);
  const mx = await resolver.resolveMx(bounces).catch(() => []);
  return [
    spf.length === 1
      ? good(`${bounces} says who may send for it`)
      : fault(`${bounces} has ${spf.length} records with v=spf1 instead of one: name there the servers that send`),
    mx.length > 0 ? good(`${bounces} takes returned mails`) : fault(`${bounces} has no MX record: returns are lost`),
    dmarc.length === 1
      ? good(`${sender} has a DMARC policy`)
      : warning(`_dmarc.${sender} has no single v=DMARC1 record: large mailboxes then refuse mail in bulk`),
    await checkDkim(config.mail.dkim, texts),
  ];
}

type FindTexts = (name: string, start: string) => Promise<string[]>;

/**
 * Finds the DMARC policy of a domain; a subdomain has that of the nearest domain above it. Records with `psd=y` are
 * those of registries.
 */
async function findDmarc(domain: string, texts: FindTexts): Promise<string[]> {
  const found = await texts(`_dmarc.${domain}`, 'v=DMARC1');
  const [, ...above] = domain.split('.');
  if (found.length === 0 && above.length > 1) return findDmarc(above.join('.'), texts);
  return found.filter((text) => !/;\s*psd\s*=\s*y/.test(text));
}

async function checkDkim(dkim: Installation['config']['mail']['dkim'], texts: FindTexts): Promise<Verdict> {
  if (dkim === null) return warning('DKIM_KEY is missing: mails are signed only if the mail server does so');
  const name = `${dkim.selector}._domainkey.${dkim.domain}`;
  const key = createPublicKey(dkim.key).export({ type: 'spki', format: 'der' }).toString('base64');
  const published = (await texts(name, '')).map((text) => /(?:^|;)\s*p=([^;]*)/.exec(text)?.[1]?.replaceAll(/\s/g, ''));
  if (published.includes(key)) return good(`${name} has our key`);
  const found = published.length > 0 ? 'another key' : 'no key';
  return fault(`${name} has ${found}: publish a TXT record with v=DKIM1; k=rsa; p=${key}`);
}
