import { hasFullCounts } from '#server/testing/proving.ts'

/** Repetitions of each promise in `npm test` (minutes) and, below, in `npm run prove` (hours). */
const gate = {
  seatAttempts: 640,
  standingRounds: 1,
  ordersOverCutLines: 160,
  paymentsOverCutLines: 2_000,
  serverKills: 1,
  workerKills: 1,
  databaseKills: 1,
  invoiceNumbers: 100,
  pointsRounds: 1,
  endedSessions: 30,
  passwordGuesses: 160,
  guessingNetworks: 8,
  restores: 1,
  hostileRequestsPerCall: 14,
  modelRuns: 2,
  paymentModelRuns: 2,
  interleavedPairs: 2,
  interleavedTriples: 1,
  interleavedPayments: 2,
  interleavedPaymentTriples: 0,
  interleavings: 3,
  paymentInterleavings: 3,
  seatOperations: 240,
  rollingRestarts: 2,
  migratedCustomers: 10_000,
  newestMigrations: 2,
  hoardingRounds: 1,
  accountPairs: 500,
  overloadSeconds: 300,
  botSeconds: 60,
  soakMinutes: 120,
  fullDiskRounds: 1,
  cancelledOrders: 40,
  cancellationKills: 1,
  paymentKills: 1,
  paymentKillPoints: 2,
  paymentRandomKills: 1,
  paymentRaces: 1,
  silentSeconds: 60,
  peopleInLine: 40,
}

const full: typeof gate = {
  seatAttempts: 1_000_000,
  standingRounds: 200,
  ordersOverCutLines: 100_000,
  paymentsOverCutLines: 2_000,
  serverKills: 200,
  workerKills: 200,
  databaseKills: 200,
  invoiceNumbers: 1_000_000,
  pointsRounds: 500,
  endedSessions: 1_000,
  passwordGuesses: 10_000,
  guessingNetworks: 50,
  restores: 100,
  hostileRequestsPerCall: 2_000,
  modelRuns: 100_000,
  paymentModelRuns: 300,
  interleavedPairs: Infinity,
  interleavedTriples: 100,
  interleavedPayments: Infinity,
  interleavedPaymentTriples: 12,
  interleavings: 500,
  paymentInterleavings: 12,
  seatOperations: 50_000,
  rollingRestarts: 200,
  migratedCustomers: 200_000,
  newestMigrations: Infinity,
  hoardingRounds: 100,
  accountPairs: 500,
  overloadSeconds: 300,
  botSeconds: 60,
  soakMinutes: 120,
  fullDiskRounds: 1,
  cancelledOrders: 5_000,
  cancellationKills: 40,
  paymentKills: 200,
  paymentKillPoints: Infinity,
  paymentRandomKills: 200,
  paymentRaces: 32,
  silentSeconds: 60,
  peopleInLine: 5_000,
}

export const counts = { ...(hasFullCounts ? full : gate), ...countsOf(process.env['PROMISE_COUNTS'] ?? '') }

/** Parses counts such as `serverKills=50,databaseKills=20`. Throws if a name or a number is unknown. */
function countsOf(list: string): Partial<typeof gate> {
  const pairs = list.split(',').filter(Boolean)
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', count] = pair.split('=')
      if (!(name in gate) || !(Number(count) > 0)) {
        throw new Error(`No count "${pair}". The names are ${Object.keys(gate).join(', ')}.`)
      }
      return [name, Number(count)]
    }),
  )
}

/** Limits hanging tests; not a performance goal. */
export const TIMEOUT_MS = hasFullCounts ? 24 * 60 * 60 * 1_000 : 600_000
