import type { ReactNode } from 'react'
import type { PageAddress } from '../links.tsx'
import { CardTitle } from './card-title.tsx'
import classes from './picture-card.module.css'

type Props = {
  readonly to: PageAddress
  readonly title: string
  readonly picture: ReactNode
  /** Shown on a corner of the picture. */
  readonly badge?: ReactNode
  /** Shown above the title. */
  readonly overline?: ReactNode
  /** Shown at the bottom, aligned with neighbouring cards. */
  readonly foot?: ReactNode
  /** Whether the picture is beside the text on phones. */
  readonly isBeside?: boolean
  readonly children?: ReactNode
}

/** Shows a card of a grid. The whole card is one link, named by its title. */
export function PictureCard({ to, title, picture, badge, overline, foot, isBeside = false, children }: Props) {
  return (
    <article className={classes['card']} data-is-beside={isBeside || undefined}>
      <div className={classes['picture']}>
        {picture}
        {badge && <div className={classes['badge']}>{badge}</div>}
      </div>
      <div className={classes['body']}>
        {overline}
        <CardTitle to={to} level={2}>
          {title}
        </CardTitle>
        {children}
        {foot && <div className={classes['foot']}>{foot}</div>}
      </div>
    </article>
  )
}
