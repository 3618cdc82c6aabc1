/** Whether this browser can pay by Apple Pay. */
export function hasApplePay(): boolean {
  return document.documentElement.dataset['applePay'] !== undefined;
}

/**
 * Script for the head of a page: marks the root element where the browser can pay by Apple Pay. Elsewhere `app.css` hides
 * that method, before anything is painted.
 */
export const markApplePay = `try{if(window.ApplePaySession&&ApplePaySession.canMakePayments())document.documentElement.dataset.applePay=''}catch{}`;
