import { Skeleton } from '@mantine/core'
import { TextSkeleton } from '../feedback/text-skeleton.tsx'
import classes from './picture-card.module.css'

type Props = {
  /** Width ÷ height of its picture. */
  readonly ratio: number
  readonly lines: number
  readonly isBeside?: boolean
}

/** Stands where a card of a grid is about to be. */
export function PictureCardSkeleton({ ratio, lines, isBeside = false }: Props) {
  return (
    <div className={classes['card']} data-is-beside={isBeside || undefined}>
      <div className={classes['picture']}>
        <Skeleton style={{ aspectRatio: String(ratio) }} />
      </div>
      <div className={classes['body']}>
        <TextSkeleton lines={lines} />
      </div>
    </div>
  )
}
