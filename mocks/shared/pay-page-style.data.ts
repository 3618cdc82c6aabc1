/** The stylesheet of the pay page, for light and dark mode, without external fonts or pictures. */
export const payPageStyle = `
:root{color-scheme:light dark;
--page:light-dark(#f5f6f1,#0b1b1c);--surface:light-dark(#fff,#132829);--sunken:light-dark(#e8ece5,#1b3334);
--line:light-dark(#d9e0d9,#274342);--line-strong:light-dark(#718a86,#6c8c88);
--ink:light-dark(#12292b,#f1f5f0);--ink-2:light-dark(#42585a,#bfceca);
--primary:light-dark(#126a64,#62c9bc);--primary-hover:light-dark(#0d5752,#7fd7cb);--on-primary:light-dark(#fff,#05211f);
--primary-ink:light-dark(#0f605a,#7bd3c7);--primary-soft:light-dark(#d9ece8,#17403e);--on-primary-soft:light-dark(#0c4d49,#abe5dc);
--lit:light-dark(#ffefdc,#38291a);--on-lit:light-dark(#613406,#ffddb8);
--good:light-dark(#ddf1e5,#153726);--on-good:light-dark(#14532f,#b0ebc8);
--bad:light-dark(#fbe6e2,#43221f);--on-bad:light-dark(#7f2420,#fccfc9);--danger:light-dark(#b93d38,#f6a199);
--focus:light-dark(#0d5752,#ffc68d);
--shadow:0 2px 6px light-dark(#0b2e2c12,#00000040),0 10px 28px light-dark(#0b2e2c14,#00000059);
--speak:Vollkorn,"Iowan Old Style","Palatino Linotype",Palatino,Georgia,serif;
--work:Manrope,system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;min-height:100vh;min-height:100dvh;display:flex;flex-direction:column;background:var(--page);color:var(--ink);
font:500 .9375rem/1.5 var(--work)}
.notice{margin:0;padding:12px 20px;background:var(--lit);color:var(--on-lit);text-align:center;font-weight:650;text-wrap:balance}
main{flex:1;width:100%;max-width:480px;margin:0 auto;padding:24px 16px 32px;display:flex;flex-direction:column;gap:24px}
.brand{display:flex;align-items:center;gap:8px;font:500 1.25rem/1.2 var(--speak);padding-inline:4px}
.card{background:var(--surface);border:1px solid var(--line);border-radius:20px;box-shadow:var(--shadow);padding:24px}
.what{margin:0;color:var(--ink-2);font-size:1.0625rem;overflow-wrap:anywhere}
h1{margin:4px 0 0;font:500 2.125rem/1.2 var(--speak);font-variant-numeric:lining-nums tabular-nums;text-wrap:balance;overflow-wrap:anywhere}
.state{display:inline-block;margin:16px 0 0;padding:4px 12px;border-radius:999px;font-size:.8125rem;font-weight:650;
background:var(--primary-soft);color:var(--on-primary-soft)}
.state.paid{background:var(--good);color:var(--on-good)}
.state.failed,.state.canceled,.state.expired,.state.back{background:var(--bad);color:var(--on-bad)}
dl{margin:20px 0 0;padding-top:16px;border-top:1px solid var(--line);display:grid;gap:12px}
dl div{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:center;gap:2px 16px}
dt{color:var(--ink-2)}
dd{margin:0;display:flex;align-items:center;gap:8px;font-weight:650;min-width:0;overflow-wrap:anywhere}
dd.id{font:500 .8125rem/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
label{display:block;margin:20px 0 6px;color:var(--ink-2)}
select{width:100%;min-height:44px;padding:0 12px;border:1px solid var(--line-strong);border-radius:12px;background:var(--surface);
color:var(--ink);font:600 1rem/1.4 var(--work)}
.lead{margin:0 4px -8px;color:var(--ink-2);text-wrap:balance}
.moves{display:grid;gap:12px}
.others{display:grid;gap:8px}
button,.go{display:flex;width:100%;min-height:48px;align-items:center;justify-content:center;padding:8px 20px;border-radius:999px;
border:1px solid var(--line-strong);background:var(--surface);color:var(--primary-ink);font:650 1rem/1.3 var(--work);
text-align:center;text-decoration:none;cursor:pointer;transition:background-color 120ms}
button:hover,.go:hover{background:var(--sunken)}
.main{min-height:56px;border-color:transparent;background:var(--primary);color:var(--on-primary);font-size:1.0625rem;
font-variant-numeric:lining-nums tabular-nums}
.main:hover{background:var(--primary-hover)}
.danger{color:var(--danger)}
:focus-visible{outline:3px solid var(--focus);outline-offset:3px}
@media (min-width:576px){main{justify-content:center;padding-block:48px}.others{grid-template-columns:1fr 1fr}
.others :last-child:nth-child(odd){grid-column:1/-1}.card{padding:32px}}
@media (prefers-reduced-motion:reduce){*{transition:none!important}}
@media (forced-colors:active){button,.go,.card{border:1px solid}}
`;

export const payPageFlame =
  '<svg width="28" height="32" viewBox="0 0 28 32" aria-hidden="true"><path fill="#f0943f" d="M14 1c4 5 5.500 7.500 5.500 10.500a5.500 ' +
  '5.500 0 0 1-11 0C8.500 8.500 10 6 14 1z"/><path fill="#ffd9ae" d="M14 8c1.700 2.200 2.300 3.300 2.300 4.700a2.300 2.300 0 0 1-4.600 0c0-1.400.6-2.500 2.300-4.700z"/>' +
  '<path fill="#1d7d75" d="M3 18h22l-2.200 11.200A2.200 2.200 0 0 1 20.600 31H7.400a2.200 2.200 0 0 1-2.200-1.800z"/>' +
  '<path fill="#62c9bc" opacity=".55" d="M3 18h22l-.6 3H3.600z"/></svg>';
