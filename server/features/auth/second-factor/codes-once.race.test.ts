import { expect, test } from 'vitest'
import { tokensWith } from '#server/features/auth/tokens.ts'
import { cheapHashOf } from '#server/testing/cheap-password.ts'
import { showsWithinTries } from '#server/promises/control.ts'
import { httpClientAt } from '#server/promises/http-client.ts'
import { type TwoServerRig, startTwoServerRig } from '#server/promises/two-server-rig.ts'
import { codeAt } from '#server/testing/authenticator-app.ts'
import { givenSecondFactor } from '#server/testing/given-second-factor.ts'
import { race } from '#server/testing/race.ts'
import { TOKEN_SECRET } from '#server/testing/shop.ts'
import { givenUser } from '#server/testing/test-data.ts'

const TIMEOUT_MS = 300_000
const PASSWORD = 'correct horse'
const ROUNDS = 12
const AT_ONCE = 6

type Login = { rig: TwoServerRig; email: string; code: string }

/** Sends one code at both servers at once, in logins that both got past the password. Returns the sessions created. */
async function logInAtBoth({ rig, email, code }: Login): Promise<number> {
  const send = httpClientAt('127.0.0.1')
  const tokens = await race(2, async (index) => {
    const body = { email, password: PASSWORD }
    const headers = { accept: 'application/problem+json' }
    const answer = await send(`${rig.urls[index]}/authentication`, { method: 'POST', body, headers })
    return (JSON.parse(answer.body) as { token: string }).token
  })
  const statuses = await race(AT_ONCE, async (index) => {
    const body = { token: tokens[index % 2], code }
    const answer = await send(`${rig.urls[index % 2]}/authentication/second-factor`, { method: 'POST', body })
    return answer.status
  })
  expect(statuses.every((status) => status === 200 || status === 422)).toBe(true)
  return statuses.filter((status) => status === 200).length
}

/** Uses codes of the app, or recovery codes, of several users. Returns the sessions that each code created. */
async function sessionsPerCode(rig: TwoServerRig, kind: 'app' | 'recovery', tries = 0): Promise<number[]> {
  const context = { db: rig.db, tokens: tokensWith(TOKEN_SECRET) }
  const passwordHash = await cheapHashOf(PASSWORD)
  const found: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const email = `${kind}-${tries}-${round}@foyer.example`
    const { secret, recoveryCodes } = await givenSecondFactor(context, await givenUser(rig.db, { email, passwordHash }))
    const code = kind === 'app' ? codeAt(secret, new Date()) : recoveryCodes[0]
    found.push(await logInAtBoth({ rig, email, code: code ?? '' }))
  }
  return found
}

test('accepts every code once, also at two servers at once', { timeout: TIMEOUT_MS }, async () => {
  const rig = await startTwoServerRig()
  expect(await sessionsPerCode(rig, 'app')).toEqual(Array(ROUNDS).fill(1))
  expect(await sessionsPerCode(rig, 'recovery')).toEqual(Array(ROUNDS).fill(1))
})

test('control: servers that look before they use a code accept one twice', { timeout: TIMEOUT_MS }, async () => {
  const rig = await startTwoServerRig({ mutant: 'look, then use the code' })
  let tries = 0
  const isUsedTwice = async () => {
    tries += 1
    return Math.max(...(await sessionsPerCode(rig, 'app', tries))) > 1
  }
  expect(await showsWithinTries(isUsedTwice)).toBe(true)
})
