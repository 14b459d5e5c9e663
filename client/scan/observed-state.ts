import type { Outcome } from './outcomes.ts'
import { type ScannerState, unpaired } from './scanner-state.ts'

/** Keeps the state that the page shows, and tells the page of changes. */
export class ObservedState {
  #current: ScannerState = { ...unpaired, phase: 'opening', direction: 'IN' }
  readonly #listeners = new Set<() => void>()

  readonly read = (): ScannerState => this.#current

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  set(change: Partial<ScannerState>): void {
    this.#current = { ...this.#current, ...change }
    for (const listener of this.#listeners) listener()
  }

  show(outcome: Outcome): void {
    this.set({ outcome })
  }

  /** Shows the result of a scan unless the next ticket has been scanned. */
  showIfCurrent(outcome: Outcome): void {
    if (this.#current.outcome?.key === outcome.key) this.show(outcome)
  }
}
