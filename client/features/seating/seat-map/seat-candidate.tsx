import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { placeNameAt } from '../place-names.ts'
import type { SeatAvailability } from '../seat-availability.ts'
import { sectorAt } from '../seat-model.ts'
import { texts } from '../seating.texts.ts'
import classes from './seat-map.module.css'

type Props = {
  readonly availability: SeatAvailability
  readonly index: number
  readonly isChosen: boolean
  readonly onToggle: () => void
}

/** The seat that the map shows as a candidate, and the button that chooses it: it has the focus when it comes. */
export function SeatCandidate({ availability: { model }, index, isChosen, onToggle }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus({ preventScroll: true }), [])
  const name = texts.atPrice(texts.place(placeNameAt(model, index)), sectorAt(model, index).price)
  const action = isChosen ? texts.unselect : texts.select
  return (
    <div className={classes['candidate']}>
      <span aria-hidden>{name}</span>
      <Button ref={button} size="compact-md" aria-label={`${action} ${name}`} onClick={onToggle}>
        {action}
      </Button>
    </div>
  )
}
