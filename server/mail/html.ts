import type { Language } from '../../contract/platform/languages.ts';
import type { NicheSlug } from '../../contract/settings/niches.ts';
import { escapeHtml } from '../platform/text/escape-html.ts';
import { mailColors } from './colors.data.ts';

/** The parts of a mail. Texts are not escaped yet. */
export interface MailParts {
  language: Language;
  niche: NicheSlug;
  site: string;
  title: string;
  /** Mail programs show it beside the subject instead of the beginning of the mail. */
  preview?: string;
  hello: string;
  paragraphs: readonly string[];
  facts: readonly (readonly [name: string, value: string])[];
  button: { text: string; link: string } | null;
  notes: readonly string[];
  enclosures: readonly { title: string; lines: readonly string[] }[];
  linkHelp: string;
  footer: readonly string[];
  stop?: { text: string; link: string };
}

/** Keeps the body out of the preview: mail programs show some 150 characters, and these have no width. */
export const previewEnd = '\u034f\u200c\u00a0'.repeat(70);

const font = "font-family:Manrope,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

interface Look {
  page: string;
  card: string;
  edge: string;
  button: string;
  ink: string;
  soft: string;
  brand: string;
}

function deriveLook(niche: NicheSlug): Look {
  const day = Object.fromEntries(Object.entries(mailColors[niche]).map(([name, [color]]) => [name, color])) as Record<
    keyof (typeof mailColors)[NicheSlug],
    string
  >;
  return {
    page: `background:${day.page}`,
    card: `background:${day.surface};border:1px solid ${day.line}`,
    edge: `border-top:1px solid ${day.line}`,
    button: `background:${day.primary};color:${day['on-primary']}`,
    ink: `color:${day.ink}`,
    soft: `color:${day['ink-2']}`,
    brand: `color:${day['primary-ink']}`,
  };
}

/** Writes the styles of the dark color scheme. Mail programs that drop style sheets show the light one. */
function formatDarkStyles(niche: NicheSlug): string {
  const colors = mailColors[niche];
  const night = (name: keyof typeof colors): string => `${colors[name][1]}!important`;
  return `@media (prefers-color-scheme:dark){
.page{background:${night('page')}}.card{background:${night('surface')};border-color:${night('line')}}
.ink{color:${night('ink')}}.soft{color:${night('ink-2')}}.brand{color:${night('primary-ink')}}
.button{background:${night('primary')};color:${night('on-primary')}}.line{border-color:${night('line')}}}
@media (max-width:480px){.pad{padding:28px 22px!important}.wide{width:100%!important}.tap{display:block!important}
.long tr,.long th,.long td{display:block!important;padding:0!important;text-align:left!important}.long td{padding-bottom:10px!important}}`;
}

/** Longest name and value together, in characters, that fit side by side on a phone. */
const factMax = 30;

const body = 'font-size:16px;line-height:1.6';
const small = 'font-size:14px;line-height:1.6';

const lineIn = ({ edge }: Look): string =>
  `<div class="line" style="${edge};margin:24px 0 16px;font-size:0;line-height:0">&nbsp;</div>`;

/** Builds tables with inline styles, for mail programs. Escapes every text. */
export function mailHtml(parts: MailParts): string {
  const look = deriveLook(parts.niche);
  return `<!doctype html>
<html lang="${parts.language}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(parts.preview ?? parts.title)}</title>
<style>${formatDarkStyles(parts.niche)}</style>
</head>
<body class="page" style="margin:0;padding:0;${look.page}">
${parts.preview === undefined ? '' : `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(parts.preview + previewEnd)}</div>`}
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="${look.page}">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px">
<tr><td align="center" style="padding:0 0 20px">${wordmark(parts.site, look)}</td></tr>
<tr><td class="card pad" style="${look.card};border-radius:20px;padding:40px 40px 28px">
<h1 class="ink" style="margin:0 0 20px;font-family:Vollkorn,Georgia,'Times New Roman',serif;font-weight:500;font-size:28px;line-height:1.25;text-wrap:balance;${look.ink}">${escapeHtml(parts.title)}</h1>
${buildContent(parts, look).join('\n')}
</td></tr>
<tr><td align="center" style="padding:20px 24px 0">
${parts.footer.map((text) => paragraph(text, `font-size:12px;line-height:1.5;${look.soft};margin-bottom:6px`, 'soft')).join('\n')}
${parts.stop ? stopLink(parts.stop, look) : ''}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function buildContent(
  { hello, paragraphs, facts, button, notes, enclosures, linkHelp }: MailParts,
  look: Look,
): string[] {
  const ink = `${body};${look.ink}`;
  const soft = `${small};${look.soft}`;
  const line = lineIn(look);
  const link = escapeHtml(button?.link ?? '');
  return [
    ...[hello, ...paragraphs].map((text) => paragraph(text, ink, 'ink')),
    ...(facts.length > 0 ? [factsTable(facts, look)] : []),
    ...(button
      ? [
          // Outlook's Word renderer applies color and padding to table cells only.
          `<table role="presentation" class="wide" cellpadding="0" cellspacing="0" style="margin:28px 0"><tr><td class="button" align="center" style="${look.button};border-radius:999px;mso-padding-alt:16px 28px"><a class="button tap" href="${link}" style="display:inline-block;${look.button};${font};font-size:16px;font-weight:700;line-height:1.2;text-align:center;text-decoration:none;padding:16px 28px;border-radius:999px">${escapeHtml(button.text)}</a></td></tr></table>`,
        ]
      : []),
    ...notes.map((text) => paragraph(text, soft, 'soft')),
    ...enclosures.map(
      ({ title, lines }) =>
        `${line}\n<h2 class="ink" style="margin:0 0 12px;${font};font-size:16px;${look.ink}">${escapeHtml(title)}</h2>
${lines.map((text) => paragraph(text, `${soft};margin-bottom:8px`, 'soft')).join('\n')}`,
    ),
    ...(button
      ? [
          line,
          paragraph(linkHelp, `font-size:13px;line-height:1.5;${look.soft};margin-bottom:4px`, 'soft'),
          `<p style="margin:0 0 12px;${font};font-size:13px;line-height:1.5;word-break:break-all"><a class="brand" href="${link}" style="${look.brand}">${link}</a></p>`,
        ]
      : []),
  ];
}

function paragraph(text: string, style: string, name: string): string {
  return `<p class="${name}" style="margin:0 0 16px;${font};${style}">${escapeHtml(text)}</p>`;
}

function stopLink({ text, link }: NonNullable<MailParts['stop']>, { brand }: Look): string {
  return `<p style="margin:0;${font};font-size:12px;line-height:1.5"><a class="brand" href="${escapeHtml(link)}" style="${brand}">${escapeHtml(text)}</a></p>`;
}

function factsTable(facts: MailParts['facts'], { ink, soft }: Look): string {
  const rows = facts.map(
    ([name, value]) =>
      `<tr><th scope="row" class="soft" align="left" valign="top" style="padding:6px 16px 6px 0;${font};font-size:14px;line-height:1.5;font-weight:400;${soft}">${escapeHtml(name)}</th><td class="ink" align="right" valign="top" style="padding:6px 0;${font};font-size:14px;line-height:1.5;font-weight:600;${ink};overflow-wrap:anywhere;word-break:break-word">${escapeHtml(value)}</td></tr>`,
  );
  const isLong = facts.some(([name, value]) => name.length + value.length > factMax);
  return `<table${isLong ? ' class="long"' : ''} width="100%" cellpadding="0" cellspacing="0" style="margin:8px 0 16px">\n${rows.join('\n')}\n</table>`;
}

/** Draws the wordmark. Its flame is drawn in CSS: a remote picture would reveal that the mail was opened. */
function wordmark(site: string, { brand }: Look): string {
  return `<span class="brand" style="font-family:Vollkorn,Georgia,'Times New Roman',serif;font-size:24px;font-weight:500;${brand}"><span aria-hidden="true" style="display:inline-block;width:11px;height:15px;margin-right:8px;background:#f39a43;border-radius:60% 60% 50% 50%/75% 75% 40% 40%"></span>${escapeHtml(site)}</span>`;
}
