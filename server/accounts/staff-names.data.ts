/** Words that are refused as a whole name and as a word of a name. */
export const staffWords: readonly string[] =
  `admin admins administrator administrators administratie administracja administrador administratör administrateur
  amministratore administrasjon moderator moderators moderatorin moderateur moderatore moderador mod mods sysadmin root
  superuser superadmin webmaster hostmaster postmaster owner staff team official officieel offiziell officiel oficial
  ufficiale offisiell officiell virallinen system systeem support supportteam helpdesk help service servicedesk
  customerservice customersupport customercare klantenservice kundenservice kundendienst kundeservice kundtjänst
  kundeservicen asiakaspalvelu serviceclient servicioalcliente servizioclienti atencionalcliente obsługaklienta
  biuroobslugi security safety abuse billing payments noreply no-reply mailerdaemon chatbot ceo founder`
    .split(/\s+/)
    .map((word) => word.replaceAll('-', ''));

/** Words that are refused anywhere in a name. */
export const brandWords: readonly string[] = [
  'tealight',
  'administrator',
  'moderator',
  'sysadmin',
  'customerservice',
  'customersupport',
  'klantenservice',
  'kundenservice',
  'kundeservice',
  'kundtjänst',
  'asiakaspalvelu',
];
