import { Skeleton } from '@mantine/core'
import { TextSkeleton } from '../feedback/text-skeleton.tsx'
import classes from './picture-card.module.css'

type Props = {
  /** The picture's width ÷ height. */
  readonly ratio: number
  readonly lines: number
  readonly isBeside?: boolean
}

/** Shown while a card of a grid loads. */
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
