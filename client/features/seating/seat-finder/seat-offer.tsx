import { Button } from '@mantine/core'
import type { EventType } from '#domain/event-types.ts'
import type { SeatAvailability } from '../seat-availability.ts'
import type { Choice } from '../use-seat-choice.ts'
import classes from './seat-offer.module.css'
import { useSeatOffer } from './use-seat-offer.ts'

type Props = {
  readonly availability: SeatAvailability
  readonly choice: Choice
  readonly eventType: EventType
  /** The button is gone then, and the focus with it. */
  readonly onTaken: () => void
}

/** Another choice, if there is a better one, taken with one tap; whoever passes it over loses nothing. */
export function SeatOffer({ onTaken, ...asked }: Props) {
  const offer = useSeatOffer(asked)
  const isClosed = asked.choice.closed !== undefined
  return (
    <div className={classes['offer']}>
      <output>{offer?.why}</output>
      {offer && (
        <Button
          variant="default"
          size="compact-md"
          classNames={{ label: classes['label'] ?? '' }}
          // Not `disabled`: whoever is there keeps the focus.
          aria-disabled={isClosed}
          mod={{ disabled: isClosed }}
          onClick={() => {
            if (isClosed) return
            asked.choice.choose(offer.places)
            onTaken()
          }}
        >
          {offer.label}
        </Button>
      )}
    </div>
  )
}
