import { expect, it } from 'vitest';

import { classifyReply, readReply } from './reply.ts';

it.each([
  // Codes that say it all.
  ['550 5.1.1 <vera@example.org>: gone', 'hard'],
  ['550 5.1.2 bad destination', 'hard'],
  ['553 5.1.3 bad syntax', 'hard'],
  ['551 5.1.6 recipient no longer on server', 'hard'],
  ['550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup', 'hard'],
  ['550 5.1.351 Remote server returned unknown recipient', 'hard'],
  // Words of big providers, with codes that say nothing.
  ['550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302).', 'hard'],
  ['550 5.4.1 Recipient address rejected: Access denied. AS(201806281)', 'hard'],
  ["554 delivery error: dd This user doesn't have a yahoo.com account (vera@yahoo.com) [0]", 'hard'],
  ['550 Requested action not taken: mailbox unavailable', 'hard'],
  ['550-5.1.1 The email account that you tried to reach does not exist. Please try double-checking it', 'hard'],
  ['550 5.7.1 <vera@sfr.fr>: Recipient address rejected: User unknown', 'hard'],
  ['550 5.2.1 <vera@example.org>... User Unknown', 'hard'],
  ['550 #5.1.0 Address rejected.', 'hard'],
  ['550 5.1.1 <vera@icloud.com>: inactive email address', 'hard'],
  ['550 User unknown', 'hard'],
  ['550 : User unknown', 'hard'],
  ['550 No such user here', 'hard'],
  ['550 Recipient name is not recognized', 'hard'],
  ['550 Unknown Recipient', 'hard'],
  ['550 Invalid final delivery userid', 'hard'],
  ['550 User vera (vera@example.org) not listed in Domino Directory', 'hard'],
  ['Unrouteable address', 'hard'],
  ['550 Empfänger unbekannt', 'hard'],
  ['550 destinataire inconnu', 'hard'],
  // The domain is gone.
  ['5.4.4 Host or domain name not found. Name service error for name=example.org type=A: Host not found', 'hard'],
  ['550 Domain does not exist', 'hard'],
  ['550 unknown host', 'hard'],
  ["Sorry, I couldn't find any host named example.org. (#5.1.2)", 'hard'],
  ['an MX or SRV record indicated no SMTP service', 'hard'],
  ['No mx record found for domain=example.org', 'hard'],
  // About us and our mail, with any code.
  ['550 5.7.1 Message rejected as spam', 'refused'],
  ['550 5.7.23 SPF validation failed', 'refused'],
  ['550 5.7.26 This mail is unauthenticated', 'refused'],
  ['451 4.7.650 The mail server has been temporarily rate limited', 'refused'],
  ['552 5.3.4 Message too big for system', 'refused'],
  ['552 5.2.3 Message length exceeds administrative limit', 'refused'],
  ['554 5.6.0 not RFC 5322', 'refused'],
  ['553 5.1.8 <hello@tealight.example>... Domain of sender address does not exist', 'refused'],
  ['550 5.1.1 <vera@example.org> - 192.0.2.10 has sent to too many recipients this hour. IB607', 'refused'],
  ['550 5.1.1 <vera@example.org> max message size exceeded', 'refused'],
  ['550 Sender address rejected: Domain of sender address does not exist', 'refused'],
  ['550 Verification failed for <bounces@tealight.example>: unknown user', 'refused'],
  ['550 SPF: address 192.0.2.10 invalid for domain', 'refused'],
  ['554 Your mail server address 192.0.2.10 is not found in DNS', 'refused'],
  ['550 Your account has been disabled because of spam', 'refused'],
  ['550 no such message policy', 'refused'],
  ['553 http://www.spamhaus.org/query/bl?ip=192.0.2.10', 'refused'],
  ['Message from 5.1.1.7 rejected as spam', 'refused'],
  ['550 5.2.0 <hello@tealight.example> From: Domain is invalid. Please provide a valid From:', 'refused'],
  ['554 INVALID IP FOR SENDING MAIL OF DOMAIN tealight.example', 'refused'],
  // Failures that may pass or be undone, or give no reason.
  ['552 5.2.2 mailbox is full', 'soft'],
  ['552 sorry, mailbox vera is over quota temporarily (#5.1.1)', 'soft'],
  ['550 5.2.1 The email account that you tried to reach is disabled', 'soft'],
  ['550 This account has been disabled', 'soft'],
  ['450 Requested mail action not taken: mailbox unavailable', 'soft'],
  ['450 4.1.1 User unknown in local recipient table', 'soft'],
  ['451 4.1.1 mailbox unavailable, come back later', 'soft'],
  ['452 mailbox full', 'soft'],
  ['The recipient was unavailable to take delivery of the message', 'soft'],
  ['Failed to read /var/mail/vera: No such file or directory', 'soft'],
  ['Host or domain name not found. Name service error for name=example.org type=MX: Host not found, try again', 'soft'],
  ['4.4.1 connect to mx.example.org: Connection timed out', 'soft'],
  ['550 Postbox voll', 'soft'],
  // The address may be unknown, or not.
  ['550 <vera@latinmail.com>: Destinatario desconocido o mailbox lleno', 'soft'],
  ['550 Mailbox unavailable or access denied - <vera@cox.com>', 'soft'],
  ["5.1.0 - Unknown address error '5.7.1 <token@bounces.example.com>... Access denied'", 'soft'],
  // The mailbox exists, whatever the status.
  ['550 5.1.1 [SUSPEND] Mailbox currently suspended - Please contact correspondent directly', 'soft'],
  ['550 5.1.1 RCP-P2 Refused due to recipient preferences', 'soft'],
  ['554 5.0.0 Service unavailable', 'soft'],
  ['550 5.4.6 Routing loop', 'soft'],
  ['Error, code 421, host not reachable', 'soft'],
  ['', 'soft'],
])('%s means %s', (text, meaning) => {
  expect(classifyReply(readReply(text))).toBe(meaning);
});

it.each([
  ['host mx[198.5.1.1] said: 451 Greylisted', '451', ''],
  ['host mx[195.4.92.210]: 550 5.1.1 unknown user', '550', '5.1.1'],
  ['Message from 5.1.1.7 rejected', '', ''],
  ['Exim 4.92.3 gave up', '', ''],
  ['550-5.1.1 gone', '550', '5.1.1'],
  ['Sorry, no mailbox here by that name. (#5.1.1)', '', '5.1.1'],
  ['smtp;550 5.1.1. gone', '550', '5.1.1'],
  ['id 1455.550 of 4.550.1', '', ''],
])('the codes of %s are found, not its addresses or versions', (text, code, status) => {
  expect(readReply(text)).toEqual({ code, status, text });
});
