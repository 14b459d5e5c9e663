/** Repetitions of each promise in `npm test` (minutes) and, below, in `npm run prove` (hours). */
const gate = {
  seatAttempts: 1_500,
  standingRounds: 3,
  ordersOverCutLines: 200,
  serverKills: 2,
  databaseKills: 2,
  invoiceNumbers: 500,
  pointsRounds: 3,
  endedSessions: 30,
  passwordGuesses: 160,
  guessingNetworks: 8,
  restores: 1,
}

const full: typeof gate = {
  seatAttempts: 1_000_000,
  standingRounds: 200,
  ordersOverCutLines: 100_000,
  serverKills: 200,
  databaseKills: 200,
  invoiceNumbers: 1_000_000,
  pointsRounds: 500,
  endedSessions: 1_000,
  passwordGuesses: 10_000,
  guessingNetworks: 50,
  restores: 100,
}

const isFull = process.env['PROMISES'] === 'full'

export const counts = isFull ? full : gate

/** Limits hanging tests; not a performance goal. */
export const TIMEOUT_MS = isFull ? 24 * 60 * 60 * 1_000 : 600_000
