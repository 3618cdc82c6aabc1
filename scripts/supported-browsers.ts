/** The oldest browsers in which the whole site works, named as in the published data. The README lists them. */
export const supportedBrowsers = {
  chrome: '111',
  chrome_android: '111',
  firefox: '121',
  firefox_android: '121',
  safari: '16.4',
  safari_ios: '16.4',
} as const;

const { chrome, firefox, safari, safari_ios } = supportedBrowsers;

export const buildTargets = [`chrome${chrome}`, `firefox${firefox}`, `safari${safari}`, `ios${safari_ios}`];
