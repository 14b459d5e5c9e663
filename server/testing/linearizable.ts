/**
 * An operation of a history, from its request to its answer. `endedAt` is infinite if the answer never came: then it
 * may take effect at any later time, or never.
 */
export type Operation<State> = {
  startedAt: number
  endedAt: number
  /**
   * Returns the states that the operation may leave behind when it takes effect in a state. None if the recorded answer
   * is impossible there.
   */
  apply: (state: State) => readonly State[]
}

/**
 * Tells whether a history of one object is linearizable: whether every operation can take effect at one moment between
 * its request and its answer. Searches depth first for such an order, and remembers the combinations of done operations
 * and states that lead nowhere (Wing and Gong's algorithm with Lowe's memory). States must be equal as JSON.
 */
export function isLinearizable<State>(history: readonly Operation<State>[], initial: State): boolean {
  const operations = history.toSorted((one, other) => one.startedAt - other.startedAt)
  const deadEnds = new Set<string>()
  const done = operations.map(() => false)
  // All operations before this index are done.
  const firstOpen = () => {
    const index = done.indexOf(false)
    return index === -1 ? operations.length : index
  }

  function search(state: State): boolean {
    const first = firstOpen()
    const open = operations
      .slice(first)
      .flatMap((operation, at) => (done[first + at] ? [] : [{ operation, at: first + at }]))
    if (open.every(({ operation }) => operation.endedAt === Infinity)) return true
    const key = `${first} ${done.slice(first).map(Number).join('').replace(/0+$/, '')} ${JSON.stringify(state)}`
    if (deadEnds.has(key)) return false
    // An operation that began after another one had ended cannot come before it.
    const earliestEnd = Math.min(...open.map(({ operation }) => operation.endedAt))
    for (const { operation, at } of open) {
      if (operation.startedAt > earliestEnd) break
      done[at] = true
      const isUnknown = operation.endedAt === Infinity
      for (const next of operation.apply(state)) {
        // An unknown operation without an effect may as well never happen.
        const isPointless = isUnknown && JSON.stringify(next) === JSON.stringify(state)
        if (!isPointless && search(next)) return true
      }
      done[at] = false
    }
    deadEnds.add(key)
    return false
  }

  return search(initial)
}
