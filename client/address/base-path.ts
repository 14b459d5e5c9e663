/** The path the shop is served under, with a slash at both ends: `/`, or `/shop/`. */
export const basePath = new URL('.', document.baseURI).pathname
