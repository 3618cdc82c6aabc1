export function hasApplePay(): boolean {
  return document.documentElement.dataset['applePay'] !== undefined;
}

/** Head script: marks the root element if Apple Pay is available. Otherwise `app.css` hides it before first paint. */
export const markApplePay = `try{if(window.ApplePaySession&&ApplePaySession.canMakePayments())document.documentElement.dataset.applePay=''}catch{}`;
