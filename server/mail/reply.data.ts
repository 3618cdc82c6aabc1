/**
 * - `hard`: the mailbox does not exist, or no server takes mail for its domain;
 * - `refused`: the server refuses the content or the sender, which says nothing about the address;
 * - `soft`: the mail did not arrive, for a reason that may pass or is not given.
 */
export type ReplyMeaning = 'hard' | 'refused' | 'soft';

/** Conclusive status codes of RFC 3463 and of Microsoft. */
export const statusMeanings: readonly (readonly [RegExp, ReplyMeaning])[] = [
  [/^5\.(?:1\.(?:[1236]|10|351)|4\.310)$/, 'hard'],
  [/^[45]\.(?:1\.[78]|2\.3|3\.4|6\.\d+)$/, 'refused'],
];
/** Security and policy. Servers also send this status for unknown addresses, so words decide before it. */
export const policyStatus = /^[45]\.7\.\d+$/;

/**
 * Words about us and our mail. They decide before any code, because servers send every code with them. Word beginnings
 * have their own pattern: with `\w*` among whole words, the check of regular expressions takes seconds for one.
 */
export const refusedWords: readonly RegExp[] = [
  /\b(?:spam|spammers?|unsolicited|junk|phishing|virus|viruses|malware)\b/i,
  /\b(?:black-?list|block-?list|deny-?list|spoof|sender verif\w|rate ?limit|throttl|content filter)/i,
  /\b(?:spamhaus|spamcop|sorbs|barracudacentral|reputation|DNSBL|RBL|SPF|DKIM|DMARC|reverse dns|rdns|ptr|forged)\b/i,
  /\b(?:authentication|authenticated|encryption|TLS)\b/i,
  /\b(?:sender|from address|return[- ]path|helo|ehlo)\b[^\n]{0,40}\b(?:reject|den|invalid|verif|not exist|block|unknown|not (?:allow|accept)|refus)/i,
  /\b(?:verification failed for|verify sender|valid from:|from: domain|for sending mail|of sender|your (?:mail ?server|ip|host|server|domain|network))\b/i,
  /\b(?:too (?:big|large|long)|size limit|message size|maximum size|size exceeds|exceed(?:s|ed) (?:the )?(?:maximum|message|size))\b/i,
  /\b(?:too many|has sent|hourly limit)\b/i,
  /\b(?:policy|policies|prohibited|content rejected|message content|not authori[sz]ed|not permitted|relaying|relay access)\b/i,
];

/** Words of a passing problem, which also decide before the code. */
export const passingWords: readonly RegExp[] = [
  /\b(?:over ?quota|quota|(?:mailbox|inbox) full|is full|full mailbox|mailbox size|storage|disk space|insufficient|postbox voll|(?:mailbox|buz[oó]n) lleno)\b/i,
  /\b(?:exceed|temporar\w|grey-?list)/i,
  /\b(?:suspended|recipient preferences)\b/i,
  /\b(?:try again (?:later|in)|found, try again|(?:will|trying to) (?:try again|retry|be retried)|later|timed? ?out|deferred|delayed|connection refused|not responding)\b/i,
];

/** The mailbox may be closed for a while, so a more specific code decides before these. */
export const closedWords = /\b(?:disabled|deactivated|inactive|locked|blocked|expired)\b/i;

export const unknownWords: readonly RegExp[] = [
  /\b(?:unknown|invalid|bad|non-?existent|no such|unrecogni[sz]ed|no|illegal) (?:local |virtual |e-?mail |destination |final delivery |rcpt )?(?:user ?(?:id|name)?|recipient|mailbox|address|addressee|account|alias|person|local[- ]part|domain|host)\b(?! error)/i,
  /\bmailbox (?:is )?unavailable\b(?! or access denied)/i,
  /\bnot (?:a valid|our) (?:mailbox|user|recipient|address|customer)\b/i,
  /\brecipient ?not ?found\b/i,
  /\baddress rejected(?:: access denied|\.?\s*$)/i,
  /\bdoes(?:n['’]t| not) have an? \S+ account\b/i,
  /\b(?:unroutt?e?able address|couldn['’]t find (?:any host|a mail exchanger)|indicated no smtp service|does not accept mail|nullmx|null mx|no mx record|no valid recipients?|domain is not reachable)\b/i,
  /\b(?:empfänger|benutzer|adressat) (?:ist )?unbekannt\b|\bunbekannter (?:empfänger|benutzer)\b|\b(?:destinataire|utilisateur) inconnu\b/i,
  /\b(?:usuario|destinatario) (?:desconocido|sconosciuto)\b|\butente sconosciuto\b|\bonbekende (?:gebruiker|geadresseerde)\b/i,
];

/** One of `absentWords` within `absentWithin` characters after an address word says that there is no such address. */
export const addressWords =
  /\b(?:users?|recipients?|mailbox|address|addressee|account|alias|person|domain|host|userid|name|local[- ]part)\b/gi;
export const absentWords =
  /\b(?:unknown|not (?:be )?found|couldn['’]t be found|not known|not exist|doesn['’]t exist|no longer|not recogni[sz]ed|not listed|not valid|invalid)\b/i;
export const absentWithin = 80;
