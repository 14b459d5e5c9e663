import { expect, test } from 'vitest'
import { cheapHashOf } from '#server/testing/cheap-password.ts'
import { provedTest } from '#server/testing/proving.ts'
import { givenUser } from '#server/testing/test-data.ts'
import { counts, TIMEOUT_MS } from './counts.ts'
import { httpClientAt } from './http-client.ts'
import { type TwoServerRig, startTwoServerRig } from './two-server-rig.ts'

const EMAIL = 'famous@foyer.example'
const PASSWORD = 'the right password'
const GUESSES_PER_NETWORK = 10
const SECONDS_PER_GUESS = 90

/** Sends a login from an address of the loopback network and returns the status. */
async function logIn(url: string, from: string, password: string): Promise<number> {
  const body = { email: EMAIL, password }
  const { status } = await httpClientAt(from)(`${url}/authentication`, { method: 'POST', body })
  return status
}

type Attack = { networks: number; guesses: number; rig: TwoServerRig }

/** Guesses at one account from several networks at both servers, twenty at a time. Counts the wrong passwords tried. */
async function attack({ networks, guesses, rig }: Attack): Promise<Map<string, number>> {
  const tried = new Map<string, number>()
  let next = 0
  const guess = async () => {
    while (next < guesses) {
      const index = next++
      const from = `127.0.1.${1 + (index % networks)}`
      let status: number
      // A server that is busy refuses requests, and the attacker tries again.
      do status = await logIn(rig.urls[index % 2] ?? '', from, `wrong password ${index}`)
      while (status === 503)
      if (status === 401) tried.set(from, (tried.get(from) ?? 0) + 1)
      else expect(status).toBe(429)
    }
  }
  await Promise.all(Array.from({ length: 20 }, guess))
  return tried
}

async function givenOwner({ db }: TwoServerRig): Promise<void> {
  await givenUser(db, { email: EMAIL, passwordHash: await cheapHashOf(PASSWORD) })
}

provedTest(
  'limits guesses of a password over both servers and admits the owner meanwhile',
  { timeout: TIMEOUT_MS },
  async () => {
    const rig = await startTwoServerRig()
    await givenOwner(rig)
    const started = performance.now()
    const attacking = attack({ rig, networks: counts.guessingNetworks, guesses: counts.passwordGuesses })
    const owner: number[] = []
    for (const url of rig.urls) owner.push(await logIn(url, '127.0.2.1', PASSWORD))
    const tried = await attacking
    for (const url of rig.urls) owner.push(await logIn(url, '127.0.2.1', PASSWORD))
    expect(owner).toEqual([200, 200, 200, 200])
    const leaked = Math.ceil((performance.now() - started) / 1_000 / SECONDS_PER_GUESS)
    expect(Math.max(...tried.values())).toBeLessThanOrEqual(GUESSES_PER_NETWORK + leaked)
  },
)

// Control: the check above detects a shop without the safeguard.

test('control: attempts counted per server admit more guesses', { timeout: TIMEOUT_MS }, async () => {
  const rig = await startTwoServerRig({ mutant: 'attempts counted per server' })
  await givenOwner(rig)
  const tried = await attack({ rig, networks: 1, guesses: 40 })
  expect(Math.max(...tried.values())).toBeGreaterThan(GUESSES_PER_NETWORK + 1)
})
