import { expect, it } from 'vitest';

import { countryCodes } from '../../../contract/platform/countries.ts';
import { providersByCountry, providersByEnding, providersElsewhere, uniqueProviders } from './mail-providers.data.ts';
import { suggestEmail } from './suggest-email.ts';

const suggested = async (domain: string): Promise<string | undefined> =>
  (await suggestEmail(`vera@${domain}`))?.replace('vera@', '');

it('never corrects a real provider, and every country has providers of its own', async () => {
  const real = `mac.com gmx.net mailbox.org email.de libero.it email.it poczta.fm email.cz lyse.net getmail.no c2i.net
    fastmail.fm email.com orange.com hotmail.es yahoo.com.au GMX.de gmx.de gmx.at gmx.ch gmx.com web.de web.at mail.de
    mail.it mail.pt mail.pl email.pl mailo.de mailo.fr live.nl live.be hotmail.fr hotmail.nl msn.nl orange.fr orange.nl
    wanadoo.fr wanadoo.nl wanadoo.es wanadoo.co.uk ziggo.nl kpnmail.nl kpn.nl kpnplanet.nl home.nl home.pl hetnet.nl
    12move.nl hccnet.nl dds.nl delta.nl seznam.cz centrum.cz o2.pl op.pl wp.pl wp.eu tlen.pl vp.pl hot.pl tenbit.pl
    netia.pl online.no online.nl online.de online.fr epost.no altibox.no telia.com telia.se telia.fi telia.dk telenor.no
    telenor.dk post.dk tdc.dk netcabo.pt iol.pt in.gr net.hr vip.hr uol.com bol.com nate.com sina.cn yeah.net tuta.de
    tmo.at zoho.eu strato.de ionos.de me.com pm.me`.split(/\s+/);
  const listed = [providersElsewhere, ...Object.values(providersByCountry)].join(' ').split(/\s+/);
  const branches = Object.entries(providersByEnding).flatMap(([name, endings]) =>
    endings.split(/\s+/).map((ending) => `${name}.${ending}`),
  );
  for (const domain of [...real, ...listed, ...branches, ...uniqueProviders.split(' ')])
    expect([domain, await suggested(domain)]).toEqual([domain, undefined]);
  expect(countryCodes.filter((country) => !providersByCountry[country])).toEqual([]);
});

it.each([
  [
    'gmail.com',
    'gmial.con gmial.com gmai.com gmail.co gmail.cm gmal.com gamil.com gnail.com gmail.de gmail.co.uk gmail.c',
  ],
  ['hotmail.com', 'hotmial.con hotmail.con hotmai.com hotmail.co hotmail.cim'],
  ['hotmail.co.uk', 'hotmail.co.k hotmail.couk'],
  ['web.de', 'wbe.de web.ed'],
  ['gmx.de', 'gnx.de gmx.ed gmx.dee'],
  ['gmx.net', 'gmx.ent gmx.nte'],
  ['t-online.de', 't-onlin.de tonline.de t-onlie.de'],
  ['freenet.de', 'freent.de'],
  ['mailbox.org', 'mailbox.og'],
  ['orange.fr', 'orang.fr ornage.fr'],
  ['free.fr', 'fre.fr'],
  ['laposte.net', 'laposte.com'],
  ['bbox.fr', 'bbx.fr'],
  ['libero.it', 'liberoo.it libro.it'],
  ['tiscali.it', 'tiscal.it'],
  ['o2.pl', 'oo2.pl o2.lp'],
  ['wp.pl', 'wp.lp'],
  ['onet.pl', 'ont.pl onet.lp'],
  ['interia.pl', 'intera.pl'],
  ['jubii.dk', 'jubi.dk'],
  ['mail.dk', 'mail.kd'],
  ['yousee.dk', 'youse.dk'],
  ['online.no', 'onlin.no onlne.no'],
  ['luukku.com', 'luuku.com luukku.con'],
  ['kolumbus.fi', 'kolumbs.fi'],
  ['telia.com', 'teli.com telia.con'],
  ['bredband.net', 'bredand.net'],
  ['ziggo.nl', 'zigo.nl ziggo.ln'],
  ['kpnmail.nl', 'kpnmai.nl'],
  ['telenet.be', 'telent.be'],
  ['bluewin.ch', 'bluwin.ch blewin.ch'],
  ['seznam.cz', 'senzam.cz seznm.cz'],
  ['optusnet.com.au', 'optusnet.com'],
  ['xtra.co.nz', 'xtra.conz'],
])('suggests %s for %s', async (meant, typed) => {
  for (const domain of typed.split(' ')) expect([domain, await suggested(domain)]).toEqual([domain, meant]);
});

it('corrects an unknown domain only if it ends in .con, and suggests nothing for a malformed address', async () => {
  expect(await suggested('example.con')).toBe('example.com');
  for (const domain of [
    'example.co',
    'example.com',
    'hotelmail.com',
    'mail.example.com',
    'wdr.de',
    'yahoo.xx',
    'post.ch',
    '',
  ])
    expect([domain, await suggested(domain)]).toEqual([domain, undefined]);
  for (const text of ['', 'vera', '@', 'gmial.com', `vera@${'gmail.com'.repeat(500)}`])
    expect(await suggestEmail(text)).toBeUndefined();
  expect(await suggestEmail('"a@b"@gmial.com')).toBe('"a@b"@gmail.com');
});
