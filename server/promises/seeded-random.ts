import { type Random, randomFrom } from '#server/demo/random.ts'

/** Chance for a promise, and for each of its actors. Prints the seed; `SEED=…` makes everyone choose the same again. */
export function seededRandomFor(promise: string): (actor: string | number) => Random {
  const seed = process.env['SEED'] ?? String(Date.now() % 1_000_000)
  process.stdout.write(`${promise}: SEED=${seed}\n`)
  return (actor) => randomFrom(`${seed} ${actor}`)
}
