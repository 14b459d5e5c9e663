/** Returns the address of the service worker below the base path. */
export const serviceWorkerUrl = (): string => new URL('sw.js', document.baseURI).href
