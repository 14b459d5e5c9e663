import { expect, test } from 'vitest'
import { insertReset } from '#server/features/auth/password-resets.sql.ts'
import { hashOfToken, newToken } from '#server/gateways/random-tokens.ts'
import { cheapHashOf } from '#server/testing/cheap-password.ts'
import { givenUser } from '#server/testing/test-data.ts'
import { type Buyer, givenBuyer } from './buyers.ts'
import { counts, TIMEOUT_MS } from './counts.ts'
import type { Answer } from './http-client.ts'
import { type TwoServerRig, startTwoServerRig } from './two-server-rig.ts'

const PASSWORD = 'the old password'
const NEW_PASSWORD = 'the new password'

type Ending = { rig: TwoServerRig; url: string; admin: Buyer; session: Buyer }

/** The actions that end a session, and their status. */
const endings = {
  locked: ({ url, admin, session }) => admin.send(url, 'PATCH', `/users/${session.userId}/lock`, { body: true }),
  deleted: ({ url, admin, session }) => admin.send(url, 'DELETE', `/users/${session.userId}`),
  'logged out': ({ url, session }) => session.send(url, 'DELETE', '/authentication'),
  'password changed elsewhere': async ({ rig, url, session }) => {
    const other = await givenBuyer(rig.db, session.userId)
    const body = { password: PASSWORD, newPassword: NEW_PASSWORD }
    return other.send(url, 'PATCH', '/users/change-password', { body })
  },
  'password reset': async ({ rig, url, admin, session }) => {
    const token = newToken()
    await insertReset(rig.db, session.userId, hashOfToken(token))
    return admin.send(url, 'PUT', '/password-resets', { body: { token, email: '', password: NEW_PASSWORD } })
  },
} satisfies Record<string, (ending: Ending) => Promise<Answer>>

/**
 * Ends sessions in all ways, alternately at both servers, while both serve them without a pause. Returns the answers to
 * the first requests after each action, at both servers.
 */
async function endSessions(rig: TwoServerRig, times: number): Promise<string[]> {
  const passwordHash = await cheapHashOf(PASSWORD)
  const admin = await givenBuyer(rig.db, await givenUser(rig.db, { isAdmin: true }))
  const seen: string[] = []
  for (let time = 0; time < times;) {
    const round = Object.entries(endings).map(async ([name, end], index) => {
      const session = await givenBuyer(rig.db, await givenUser(rig.db, { passwordHash }))
      let endedAt = Infinity
      const firstAfterEnd = async (url: string): Promise<string> => {
        for (;;) {
          const startedAt = performance.now()
          const { status } = await session.send(url, 'GET', '/users/detail')
          if (startedAt > endedAt) return `${name}: ${status}`
        }
      }
      for (const url of rig.urls) expect((await session.send(url, 'GET', '/users/detail')).status).toBe(200)
      const watching = rig.urls.map(firstAfterEnd)
      const { status } = await end({ rig, url: rig.urls[(time + index) % 2] ?? '', admin, session })
      endedAt = performance.now()
      expect(status, name).toBe(204)
      seen.push(...(await Promise.all(watching)))
    })
    await Promise.all(round)
    time += round.length
  }
  return seen
}

test('rejects revoked sessions on the next request at both servers', { timeout: TIMEOUT_MS }, async () => {
  const rig = await startTwoServerRig()
  const seen = await endSessions(rig, counts.endedSessions)
  expect(seen).toHaveLength(counts.endedSessions * 2)
  expect(new Set(seen)).toEqual(new Set(Object.keys(endings).map((name) => `${name}: 401`)))
})

// Control: the check above detects a shop without the safeguard.

test('control: servers with cached sessions accept revoked ones', { timeout: TIMEOUT_MS }, async () => {
  const rig = await startTwoServerRig({ sourceMutant: 'sessions cached' })
  expect(await endSessions(rig, 5)).toContain('locked: 200')
})
