import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { texts } from '../seating.texts.ts'
import classes from './finder-answer.module.css'
import { ANSWER } from './seat-finder.tsx'
import type { SeatFinder } from './use-seat-finder.ts'

type Props = {
  readonly finder: Pick<SeatFinder, 'answer' | 'undo' | 'canAsk'>
  /** Whether it goes by what was free a while ago. */
  readonly isInterrupted: boolean
  /** Whether others say why nothing can be chosen: that the plan is on its way. */
  readonly isSilent?: boolean
  /** Whether it stays in sight, however far what is below it is read. */
  readonly isKept?: boolean
}

/** What the finder has to say, the way back from what it chose, and whether it knows how the places stand. */
export function FinderAnswer({ finder: { answer, undo, canAsk }, isInterrupted, isSilent = false, isKept }: Props) {
  const line = useRef<HTMLDivElement>(null)
  return (
    <div ref={line} tabIndex={-1} className={classes['line']} data-kept={isKept}>
      <output id={ANSWER}>{!isSilent && answer}</output>
      {undo && (
        <ActionButton
          variant="default"
          size="compact-sm"
          disabled={!canAsk}
          aria-describedby={canAsk ? undefined : ANSWER}
          onClick={() => {
            // The button goes, and the focus with it: to the line as it stands then.
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
