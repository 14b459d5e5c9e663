import { Button } from '@mantine/core'
import classes from './seat-offer.module.css'
import { useSeatOffer, type OfferOptions } from './use-seat-offer.ts'

type Props = OfferOptions & {
  /** Whether nothing can be chosen now. */
  readonly isClosed: boolean
  /** Called with the places of the offer. The button disappears with the focus. */
  readonly onTake: (places: readonly number[]) => void
}

/** Offers a better choice, if there is one, for one tap. */
export function SeatOffer({ isClosed, onTake, ...options }: Props) {
  const offer = useSeatOffer(options)
  return (
    <div className={classes['offer']}>
      <output>{offer?.why}</output>
      {offer && (
        <Button
          variant="default"
          size="compact-md"
          classNames={{ label: classes['label'] ?? '' }}
          // Not `disabled`, which would lose the focus.
          aria-disabled={isClosed}
          mod={{ disabled: isClosed }}
          onClick={() => !isClosed && onTake(offer.places)}
        >
          {offer.label}
        </Button>
      )}
    </div>
  )
}
