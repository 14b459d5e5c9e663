import { afterEach, expect, test, vi } from 'vitest'
import { PROBLEM_DOCUMENT } from '#contract/problem-document.ts'
import { documentOf, sentenceOf } from '#contract/problems.ts'
import { createUser } from '#contract/users.ts'
import { problem } from '#domain/problem.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
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

test('records answers by method, path with query and hash, and presence of a token', async () => {
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

test('keeps the code and the fields of a refusal', async () => {
  const found = problem('email_taken')
  const { status, ...document } = documentOf(found)
  const refused = { status, type: PROBLEM_DOCUMENT, text: JSON.stringify({ status, ...document }) }
  await openPage(() => Response.json({ 'POST api/v1/users': refused }))
  vi.stubEnv('RESPONSE_CACHE', '1')
  const { call } = await import('#client/api.ts')
  const body = { email: 'a@b.example', password: 'correct horse', firstName: 'Ada', lastName: 'Guest', address: '' }
  await expect(call(createUser, { body })).rejects.toMatchObject({
    message: sentenceOf(found),
    status: 409,
    code: 'email_taken',
    fields: [{ field: 'email', message: sentenceOf(found) }],
  })
})

test('answers 404 with one word for an unrecorded call', async () => {
  const fetchWithCache = await openPage(() => Response.json({}))
  const answer = await fetchWithCache('api/v1/news')
  expect([answer.status, await answer.text()]).toEqual([404, 'Unsupported.'])
})

test('logs a warning if the recording cannot be loaded', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const fetchWithCache = await openPage(() => new Response('of the server', { status: 404 }))
  expect(warn).toHaveBeenCalledOnce()
  expect(await (await fetchWithCache('api/v1/news')).text()).toBe('of the server')
  warn.mockRestore()
})
