import { Button, CloseButton } from '@mantine/core'
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { placeNameAt } from '#client/features/seating/place-names.ts'
import type { SeatAvailability } from '#client/features/seating/seat-availability.ts'
import { sectorAt } from '#client/features/seating/seat-model.ts'
import { texts } from '#client/features/seating/seating.texts.ts'
import classes from '../seat-map.module.css'

type Props = {
  readonly availability: SeatAvailability
  readonly index: number
  /** Whether the seat is in the lower half of the map. */
  readonly isLow: boolean
  readonly onSelect: () => void
  readonly onDismiss: () => void
}

/** A card for the candidate seat. Its button takes the focus, and gives it back when the card closes. */
export function SeatCandidate({ availability: { model }, index, isLow, onSelect, onDismiss }: Props) {
  const card = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const dismiss = useEffectEvent(onDismiss)
  // A layout effect, so that the focus is back before the next key arrives.
  useLayoutEffect(() => {
    const opened = card.current
    const previous = document.activeElement
    button.current?.focus({ preventScroll: true })
    return () => {
      const isInside = opened?.contains(document.activeElement)
      if (isInside && previous instanceof HTMLElement) previous.focus({ preventScroll: true })
    }
  }, [])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) dismiss()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
  const name = texts.atPrice(texts.place(placeNameAt(model, index)), sectorAt(model, index).price)
  return (
    <div ref={card} className={classes['candidate']} data-low={isLow || undefined}>
      <span aria-hidden>{name}</span>
      <Button ref={button} size="compact-md" aria-label={`${texts.select} ${name}`} onClick={onSelect}>
        {texts.select}
      </Button>
      <CloseButton aria-label={texts.closeCandidate} title={texts.closeCandidate} onClick={onDismiss} />
    </div>
  )
}
