import { useRef, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import type { SeatAvailability } from '../seat-availability.ts'
import { texts } from '../seating.texts.ts'
import classes from './finder-answer.module.css'
import { areFiltersOn, freeMatches } from './matching-places.ts'
import { ANSWER_ID } from './seat-finder.tsx'
import type { SeatFinder } from './use-seat-finder.ts'

type Props = {
  readonly availability: SeatAvailability
  readonly finder: Pick<SeatFinder, 'answer' | 'undo' | 'canSearch' | 'shown' | 'kinds'>
  /** Whether the stream of changes is interrupted. */
  readonly isInterrupted: boolean
  /** Whether the answer is hidden, because a placeholder already says that the plan is loading. */
  readonly isSilent?: boolean
  /** Whether it stays visible while the content below it is scrolled. */
  readonly isSticky?: boolean
}

/**
 * The answer of the finder, or else that its filters leave nothing; a button to undo its choice, and a notice while the
 * availability may be outdated.
 */
export function FinderAnswer({ availability, finder, isInterrupted, isSilent = false, isSticky }: Props) {
  useSyncExternalStore(availability.subscribe, () => availability.version)
  const { answer, undo, canSearch } = finder
  const isEmpty = areFiltersOn(finder) && freeMatches(availability, finder) === 0
  const line = useRef<HTMLDivElement>(null)
  return (
    <div ref={line} tabIndex={-1} className={classes['line']} data-sticky={isSticky}>
      <output id={ANSWER_ID}>{!isSilent && (answer ?? (isEmpty && texts.noMatch))}</output>
      {undo && (
        <ActionButton
          variant="default"
          size="compact-sm"
          disabled={!canSearch}
          aria-describedby={canSearch ? undefined : ANSWER_ID}
          onClick={() => {
            // The button disappears with the focus, which moves to the updated line.
            flushSync(undo)
            line.current?.focus()
          }}
        >
          {texts.undo}
        </ActionButton>
      )}
      <output>{isInterrupted && texts.asksAgain}</output>
    </div>
  )
}
