import type { Language } from '../../contract/languages.ts';

/** The texts of an email in the member's language, not yet escaped. */
export interface EmailParts {
  language: Language;
  site: string;
  title: string;
  /** What programs for email show beside the subject, instead of how the email begins. */
  preview?: string;
  hello: string;
  paragraphs: readonly string[];
  facts: readonly (readonly [name: string, value: string])[];
  button: { text: string; link: string } | null;
  notes: readonly string[];
  enclosures: readonly { title: string; lines: readonly string[] }[];
  /** Introduces the link behind the button, for those who cannot use it. */
  linkHelp: string;
  footer: readonly string[];
  /** Ends e-mails of this kind. */
  stop?: { text: string; link: string };
}

const font = "font-family:Manrope,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Dark colours; mail programs that drop style sheets show the light ones in the attributes. */
const dark = `@media (prefers-color-scheme:dark){
.page{background:#0b1b1c!important}.card{background:#132829!important;border-color:#274342!important}
.ink{color:#f1f5f0!important}.soft{color:#bfceca!important}.brand{color:#7bd3c7!important}
.button{background:#62c9bc!important;color:#05211f!important}.line{border-color:#274342!important}}
@media (max-width:480px){.pad{padding:28px 22px!important}.button{display:block!important}
.long tr,.long th,.long td{display:block!important;padding:0!important;text-align:left!important}.long td{padding-bottom:10px!important}}`;

/** Letters of a name and its value together that find room beside each other on a phone. */
const factMax = 30;

const ink = 'font-size:16px;line-height:1.6;color:#12292b';
const soft = 'font-size:14px;line-height:1.6;color:#42585a';
const line =
  '<div class="line" style="border-top:1px solid #d9e0d9;margin:24px 0 16px;font-size:0;line-height:0">&nbsp;</div>';

/** The HTML of an email: tables and inline styles, for mail programs. Every text is escaped. */
export function emailHtml(parts: EmailParts): string {
  return `<!doctype html>
<html lang="${parts.language}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(parts.preview ?? parts.title)}</title>
<style>${dark}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f5f6f1">
${parts.preview === undefined ? '' : `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(parts.preview)}</div>`}
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f5f6f1">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px">
<tr><td align="center" style="padding:0 0 20px">${wordmark(parts.site)}</td></tr>
<tr><td class="card pad" style="background:#ffffff;border:1px solid #d9e0d9;border-radius:20px;padding:40px 40px 28px">
<h1 class="ink" style="margin:0 0 20px;font-family:Vollkorn,Georgia,'Times New Roman',serif;font-weight:500;font-size:28px;line-height:1.25;text-wrap:balance;color:#12292b">${escapeHtml(parts.title)}</h1>
${contentOf(parts).join('\n')}
</td></tr>
<tr><td align="center" style="padding:20px 24px 0">
${parts.footer.map((text) => paragraph(text, 'font-size:12px;line-height:1.5;color:#42585a;margin-bottom:6px', 'soft')).join('\n')}
${parts.stop ? stopLink(parts.stop) : ''}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function contentOf({ hello, paragraphs, facts, button, notes, enclosures, linkHelp }: EmailParts): string[] {
  const link = escapeHtml(button?.link ?? '');
  return [
    ...[hello, ...paragraphs].map((text) => paragraph(text, ink, 'ink')),
    ...(facts.length > 0 ? [factsTable(facts)] : []),
    ...(button
      ? [
          `<p style="margin:28px 0"><a class="button" href="${link}" style="display:inline-block;background:#126a64;color:#ffffff;${font};font-size:16px;font-weight:700;line-height:1.2;text-align:center;text-decoration:none;padding:16px 28px;border-radius:999px">${escapeHtml(button.text)}</a></p>`,
        ]
      : []),
    ...notes.map((text) => paragraph(text, soft, 'soft')),
    ...enclosures.map(
      ({ title, lines }) =>
        `${line}\n<h2 class="ink" style="margin:0 0 12px;${font};font-size:16px;color:#12292b">${escapeHtml(title)}</h2>
${lines.map((text) => paragraph(text, `${soft};margin-bottom:8px`, 'soft')).join('\n')}`,
    ),
    ...(button
      ? [
          line,
          paragraph(linkHelp, 'font-size:13px;line-height:1.5;color:#42585a;margin-bottom:4px', 'soft'),
          `<p style="margin:0 0 12px;${font};font-size:13px;line-height:1.5;word-break:break-all"><a class="brand" href="${link}" style="color:#126a64">${link}</a></p>`,
        ]
      : []),
  ];
}

function paragraph(text: string, style: string, name: string): string {
  return `<p class="${name}" style="margin:0 0 16px;${font};${style}">${escapeHtml(text)}</p>`;
}

function stopLink({ text, link }: NonNullable<EmailParts['stop']>): string {
  return `<p style="margin:0;${font};font-size:12px;line-height:1.5"><a class="brand" href="${escapeHtml(link)}" style="color:#126a64">${escapeHtml(text)}</a></p>`;
}

function factsTable(facts: EmailParts['facts']): string {
  const rows = facts.map(
    ([name, value]) =>
      `<tr><th scope="row" class="soft" align="left" valign="top" style="padding:6px 16px 6px 0;${font};font-size:14px;line-height:1.5;font-weight:400;color:#42585a">${escapeHtml(name)}</th><td class="ink" align="right" valign="top" style="padding:6px 0;${font};font-size:14px;line-height:1.5;font-weight:600;color:#12292b;overflow-wrap:anywhere;word-break:break-word">${escapeHtml(value)}</td></tr>`,
  );
  const isLong = facts.some(([name, value]) => name.length + value.length > factMax);
  return `<table${isLong ? ' class="long"' : ''} width="100%" cellpadding="0" cellspacing="0" style="margin:8px 0 16px">\n${rows.join('\n')}\n</table>`;
}

/** The site's name with a flame drawn in CSS: a remote picture would reveal that the email was opened. */
function wordmark(site: string): string {
  return `<span class="brand" style="font-family:Vollkorn,Georgia,'Times New Roman',serif;font-size:24px;font-weight:500;color:#126a64"><span aria-hidden="true" style="display:inline-block;width:11px;height:15px;margin-right:8px;background:#f39a43;border-radius:60% 60% 50% 50%/75% 75% 40% 40%"></span>${escapeHtml(site)}</span>`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes a text so that HTML shows it literally. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}
