import { expect, test } from 'vitest'
import type { Random } from '#server/demo/random.ts'
import { hashPassword } from '#server/gateways/passwords.ts'
import { race } from '#server/testing/race.ts'
import { givenUser } from '#server/testing/test-data.ts'
import { counts, TIMEOUT_MS } from './counts.ts'
import { type Answer, httpClientAt, nextAddress } from './http-client.ts'
import { seededRandomFor } from './seeded-random.ts'
import { type TwoServerRig, startTwoServerRig } from './two-server-rig.ts'

const GOAL_MS = 2
const PASSWORD = 'not the right password'

/** A request of a stranger about an email address. */
type Probe = (url: string, email: string) => Promise<Answer>

const post =
  (path: string, bodyOf: (email: string) => object): Probe =>
  (url, email) =>
    httpClientAt(nextAddress())(`${url}${path}`, { method: 'POST', body: bodyOf(email) })

const logIn = post('/authentication', (email) => ({ email, password: PASSWORD }))
const reset = post('/password-resets', (email) => ({ email }))
const register = post('/users', (email) => ({ firstName: 'Eve', lastName: 'Probe', email, password: PASSWORD }))

type Pairs = { name: string; probe: Probe; random: Random; pairs: number }
type Leak = { answers: string[]; provenMs: number }

/**
 * Probes known and unknown addresses alternately. Returns the answers, and the smallest median of the differences in
 * time that their 95 % confidence interval allows.
 */
async function compare(rig: TwoServerRig, { name, probe, random, pairs }: Pairs): Promise<Leak> {
  const passwordHash = await hashPassword('the owner knows')
  const address = (kind: string, index: number) => `${name}.${kind}.${index}@foyer.example`.replaceAll(' ', '-')
  await race(pairs, (index) => givenUser(rig.db, { email: address('known', index), passwordHash }))
  const answers = new Set<string>()
  const times: Record<string, number[]> = { known: [], unknown: [] }
  for (let index = 0; index < pairs; index += 1) {
    const url = random.pick(rig.urls)
    const kinds = random.share() < 0.5 ? ['known', 'unknown'] : ['unknown', 'known']
    for (const kind of kinds) {
      const startedAt = performance.now()
      const { status, body } = await probe(url, address(kind, index))
      times[kind]?.push(performance.now() - startedAt)
      answers.add(`${status} ${body}`)
    }
  }
  const { known = [], unknown = [] } = times
  const { low, median, high } = medianWithConfidence(known.map((time, index) => time - (unknown[index] ?? 0)))
  const text = (ms: number) => `${ms.toFixed(2)} ms`
  process.stdout.write(
    `hidden accounts, ${name}: ${pairs} pairs, known ${text(medianOf(known))}, unknown ${text(medianOf(unknown))}, difference ${text(median)} (95 % from ${text(low)} to ${text(high)})\n`,
  )
  return { answers: [...answers], provenMs: Math.max(0, low, -high) }
}

const medianOf = (values: readonly number[]) => medianWithConfidence(values).median

/** Returns the median of values and its 95 % confidence interval, by their ranks. */
function medianWithConfidence(values: readonly number[]) {
  const sorted = values.toSorted((one, other) => one - other)
  const at = (rank: number) => sorted[Math.min(sorted.length - 1, Math.max(0, Math.floor(rank)))] ?? Number.NaN
  const half = sorted.length / 2
  const margin = 0.98 * Math.sqrt(sorted.length)
  return { low: at(half - margin), median: at(half), high: at(half + margin) }
}

test('tells neither by login nor by reset who has an account', { timeout: TIMEOUT_MS }, async () => {
  const rig = await startTwoServerRig()
  const random = seededRandomFor('hidden accounts')('pairs')
  for (const [name, probe] of [
    ['login', logIn],
    ['reset', reset],
  ] as const) {
    const { answers, provenMs } = await compare(rig, { name, probe, random, pairs: counts.accountPairs })
    expect(answers, name).toHaveLength(1)
    expect(provenMs, name).toBeLessThanOrEqual(GOAL_MS)
  }
})

test('tells neither by registration nor by login, if it hides known addresses', { timeout: TIMEOUT_MS }, async () => {
  const rig = await startTwoServerRig({ settings: { VERIFY_EMAIL: 'on', REGISTER_HIDE_KNOWN: '1' } })
  const random = seededRandomFor('hidden addresses')('pairs')
  for (const [name, probe] of [
    ['registration', register],
    ['hidden login', logIn],
  ] as const) {
    const { answers, provenMs } = await compare(rig, { name, probe, random, pairs: counts.accountPairs })
    expect(answers, name).toHaveLength(1)
    expect(provenMs, name).toBeLessThanOrEqual(GOAL_MS)
  }
})

// Control: the check above detects a shop without the safeguard.

test('control: a login that skips the verification tells who has an account', { timeout: TIMEOUT_MS }, async () => {
  const rig = await startTwoServerRig({ sourceMutant: 'early return' })
  const random = seededRandomFor('hidden accounts, early return')('pairs')
  const { answers, provenMs } = await compare(rig, { name: 'early return', probe: logIn, random, pairs: 100 })
  expect(answers).toHaveLength(1)
  expect(provenMs).toBeGreaterThan(GOAL_MS)
})
