import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** The cache of a page that was just opened, beside which these answers lie. */
async function openPage(responses: () => Response) {
  vi.stubGlobal('fetch', async () => responses())
  const cache = await import('./response-cache.ts')
  await cache.loadResponseCache()
  return (path: string, headers = {}) => cache.fetchWithCache(new URL(path, document.baseURI), { headers })
}

const kept = (text: string) => ({ status: 200, type: 'text/plain', text })

test('an answer is kept by its method, its path with query and hash, and whether somebody was logged in', async () => {
  const fetchWithCache = await openPage(() =>
    Response.json({
      'GET api/v1/news?pageIndex=0#top': kept('all'),
      'GET api/v1/news?pageIndex=0#top authorized': kept('one’s own'),
    }),
  )
  expect(await (await fetchWithCache('api/v1/news?pageIndex=0#top')).text()).toBe('all')
  const own = await fetchWithCache('api/v1/news?pageIndex=0#top', { authorization: 'Bearer x' })
  expect(await own.text()).toBe('one’s own')
})

test('what was not kept is 404, in one word', async () => {
  const fetchWithCache = await openPage(() => Response.json({}))
  const answer = await fetchWithCache('api/v1/news')
  expect([answer.status, await answer.text()]).toEqual([404, 'Unsupported.'])
})

test('kept answers that cannot be loaded are a warning, no more', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const fetchWithCache = await openPage(() => new Response('of the server', { status: 404 }))
  expect(warn).toHaveBeenCalledOnce()
  expect(await (await fetchWithCache('api/v1/news')).text()).toBe('of the server')
  warn.mockRestore()
})
