import { Button, Text } from '@mantine/core'
import classes from './seat-offer.module.css'
import type { Offer } from './use-seat-offer.ts'

type Props = { readonly offer: Offer; readonly onTake: () => void }

/** Another choice, taken with one tap; whoever passes it over loses nothing. */
export function SeatOffer({ offer: { why, label }, onTake }: Props) {
  return (
    <div className={classes['offer']}>
      {why && <Text size="sm">{why}</Text>}
      <Button variant="default" size="compact-md" classNames={{ label: classes['label'] ?? '' }} onClick={onTake}>
        {label}
      </Button>
    </div>
  )
}
