/** Tells whether `npm run prove` runs the journeys: at every width, by every device, under every policy. */
export const isProving = process.env['PROMISES'] === 'full'

/** Tags journeys that only `npm run prove` runs, because faster tests in `npm test` find nearly the same faults. */
export const FULL = '@full'

/** Returns all cases in `npm run prove`, and those of the gate in `npm test`. */
export function casesOf<T>({ gate, all }: { readonly gate: readonly T[]; readonly all: readonly T[] }): readonly T[] {
  return isProving ? all : gate
}
