import { Button } from '@mantine/core'
import { useRef } from 'react'
import { texts } from '../seating.texts.ts'
import classes from './finder-answer.module.css'
import { ANSWER } from './seat-finder.tsx'
import type { SeatFinder } from './use-seat-finder.ts'

/** What the finder has to say, and the way back from what it chose. */
export function FinderAnswer({ finder: { answer, undo } }: { readonly finder: SeatFinder }) {
  const line = useRef<HTMLDivElement>(null)
  return (
    <div ref={line} tabIndex={-1} className={classes['line']}>
      <output id={ANSWER}>{answer}</output>
      {undo && (
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => {
            undo()
            // The button goes, and the focus with it.
            line.current?.focus()
          }}
        >
          {texts.undo}
        </Button>
      )}
    </div>
  )
}
