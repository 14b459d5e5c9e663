import { serviceWorkerUrl } from './service-worker-url.ts'

/**
 * Keeps a page of the built shop for use without a network. `scope` is the beginning of its addresses below the base
 * path. Does nothing in browsers without service workers, in development, and in recordings for static demos.
 */
export async function keepPage(scope: 'ticket/' | 'scan'): Promise<void> {
  if (!import.meta.env.PROD || import.meta.env.RESPONSE_CACHE || !('serviceWorker' in navigator)) return
  try {
    const options = { scope: new URL(scope, document.baseURI).href, updateViaCache: 'none' } as const
    const kept = await navigator.serviceWorker.register(serviceWorkerUrl(), options)
    await kept.update()
  } catch {
    // Without a network, or where the browser refuses storage, what was kept before stays.
    return
  }
}
