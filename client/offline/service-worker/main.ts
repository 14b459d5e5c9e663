import { addPlugins, addRoute, cleanupOutdatedCaches, matchPrecache, precache } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'

type KeptPage = {
  readonly address: string
  /** The script that the page starts. */
  readonly script: string
  readonly files: readonly string[]
  readonly revision: string
}

/** The pages that start without a network, by scope below the base path. Filled in by the build. */
declare const KEPT_PAGES: Readonly<Record<string, KeptPage>>
declare const registration: ServiceWorkerRegistration
declare const skipWaiting: () => Promise<void>

/** Limits the wait for a page from the network before the kept one is shown. */
const NETWORK_TIMEOUT_MS = 3_000

// The worker is registered once for each kept page, and each registration has its own cache.
const scope = registration.scope.slice(new URL('./', location.href).href.length)
const page = KEPT_PAGES[scope]
if (page) keep(page)

/** Keeps a page with its files. Prefers the network for the page, and the cache for the files with hashed names. */
function keep({ address, script, files, revision }: KeptPage): void {
  void skipWaiting()
  cleanupOutdatedCaches()
  addPlugins([
    {
      // During a deployment another server may answer with the page of another version, which needs other files.
      cacheWillUpdate: async ({ response }) => {
        if (!response.ok) return null
        const isPage = response.headers.get('content-type')?.startsWith('text/html')
        if (!isPage) return response
        const html = await response.clone().text()
        return html.includes(script) ? response : null
      },
    },
  ])
  registerRoute(
    ({ request }) => request.mode === 'navigate',
    async ({ request }) => (await fromNetwork(request)) ?? (await matchPrecache(address)) ?? Response.error(),
  )
  precache([{ url: address, revision }, ...files.map((url) => ({ url, revision: null }))])
  addRoute()
}

/** Returns the server's answer; undefined if there is none in time, or only a fault. */
async function fromNetwork(request: Request): Promise<Response | undefined> {
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, NETWORK_TIMEOUT_MS, undefined))
  const answer = fetch(request).then(
    (response) => (response.status < 500 ? response : undefined),
    () => undefined,
  )
  return Promise.race([answer, timeout])
}
