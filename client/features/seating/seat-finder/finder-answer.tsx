import { Button } from '@mantine/core'
import { useRef } from 'react'
import { texts } from '../seating.texts.ts'
import classes from './finder-answer.module.css'
import { ANSWER } from './seat-finder.tsx'
import type { SeatFinder } from './use-seat-finder.ts'

type Props = {
  readonly finder: Pick<SeatFinder, 'answer' | 'undo' | 'canAsk'>
  /** Whether it goes by what was free a while ago. */
  readonly isCut: boolean
  /** Whether others say why nothing can be chosen: that the plan is on its way. */
  readonly isSilent?: boolean
}

/** What the finder has to say, the way back from what it chose, and whether it knows how the places stand. */
export function FinderAnswer({ finder: { answer, undo, canAsk }, isCut, isSilent = false }: Props) {
  const line = useRef<HTMLDivElement>(null)
  return (
    <div ref={line} tabIndex={-1} className={classes['line']}>
      <output id={ANSWER}>{!isSilent && answer}</output>
      {undo && (
        <Button
          variant="default"
          size="compact-sm"
          // Not `disabled`: whoever is there keeps the focus, and hears why.
          aria-disabled={!canAsk}
          aria-describedby={canAsk ? undefined : ANSWER}
          mod={{ disabled: !canAsk }}
          onClick={() => {
            if (!canAsk) return
            undo()
            // The button goes, and the focus with it.
            line.current?.focus()
          }}
        >
          {texts.undo}
        </Button>
      )}
      <output>{isCut && texts.asksAgain}</output>
    </div>
  )
}
