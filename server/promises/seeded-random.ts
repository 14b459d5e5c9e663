import { type Random, randomFrom } from '#server/demo/random.ts'

/** Creates a random generator per actor of a promise. Prints the seed; `SEED=…` repeats the same choices. */
export function seededRandomFor(promise: string): (actor: string | number) => Random {
  const seed = process.env['SEED'] ?? String(Date.now() % 1_000_000)
  process.stdout.write(`${promise}: SEED=${seed}\n`)
  return (actor) => randomFrom(`${seed} ${actor}`)
}
