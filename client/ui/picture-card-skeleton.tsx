import { Skeleton } from '@mantine/core'
import classes from './picture-card.module.css'

/** Stands where a card of a grid is about to be. `ratio`: width ÷ height of its picture. */
export function PictureCardSkeleton({ ratio, lines }: { readonly ratio: number; readonly lines: number }) {
  return (
    <div className={classes['card']}>
      <div className={classes['picture']}>
        <Skeleton style={{ aspectRatio: String(ratio) }} />
      </div>
      <div className={classes['body']}>
        {Array.from({ length: lines }, (_, index) => (
          <Skeleton key={index} h="1.25rem" w={index === 0 ? '85%' : '60%'} />
        ))}
      </div>
    </div>
  )
}
