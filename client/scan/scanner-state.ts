import type { EntryCounters } from '#contract/entry.ts'
import type { ScanDirection } from '#domain/entry/entry.ts'
import type { EntryDevice, EntryShow } from './entry-types.ts'
import type { Outcome } from './outcomes.ts'

/** The state that the page shows. */
export type ScannerState = {
  /** `elsewhere`: another page of this phone is the scanner now. */
  readonly phase: 'opening' | 'refused' | 'unpaired' | 'paired' | 'elsewhere'
  /** Why the phone is not paired any more, or could not be paired. */
  readonly notice: string | null
  readonly isPairing: boolean
  readonly device: EntryDevice | null
  readonly show: EntryShow | null
  readonly direction: ScanDirection
  /** Whether changes of tickets arrive at once. */
  readonly isLive: boolean
  /** When the list was last known to be complete, by the phone's clock; null without a list. */
  readonly syncedAt: number | null
  readonly counters: EntryCounters | null
  /** Stored scans that the server has not confirmed. */
  readonly unsent: number
  /** People who came in without a connection, whom the shop would have refused. */
  readonly surprises: number
  readonly outcome: Outcome | null
}

/** The state of a phone that is not paired. */
export const unpaired = {
  phase: 'unpaired',
  notice: null,
  isPairing: false,
  device: null,
  show: null,
  isLive: false,
  syncedAt: null,
  counters: null,
  unsent: 0,
  surprises: 0,
  outcome: null,
} as const
