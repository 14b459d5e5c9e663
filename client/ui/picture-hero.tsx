import type { ReactNode } from 'react'
import classes from './picture-hero.module.css'

type Props = {
  /** Shown beside the text, on narrow screens above it. */
  readonly picture?: ReactNode
  readonly children: ReactNode
}

/** Shows the top of a page: a picture, and beside it the heading with its facts. */
export function PictureHero({ picture, children }: Props) {
  return (
    <div className={classes['hero']}>
      {picture && <div>{picture}</div>}
      <div className={classes['words']}>{children}</div>
    </div>
  )
}
