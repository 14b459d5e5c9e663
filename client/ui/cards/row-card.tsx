import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { PageAddress } from '../links.tsx'
import { CardTitle } from './card-title.tsx'
import classes from './row-card.module.css'

type Props = {
  readonly to: PageAddress
  readonly title: ReactNode
  /** Shown on the left, such as a date. */
  readonly lead?: ReactNode
  /** A small picture on the left. */
  readonly thumb?: ReactNode
  /** Fills the left edge, on narrow cards the top. */
  readonly picture?: ReactNode
  /** Shown above the title. */
  readonly overline?: ReactNode
  /** Shown on the right, on narrow cards below. */
  readonly end?: ReactNode
  readonly children?: ReactNode
}

/** Shows a row of a list. The whole row is one link, named by its title. */
export function RowCard({ to, title, lead, thumb, picture, overline, end, children }: Props) {
  return (
    <article className={classes['card']}>
      {picture && <div className={classes['picture']}>{picture}</div>}
      {thumb && <div className={classes['thumb']}>{thumb}</div>}
      {lead && <div className={classes['lead']}>{lead}</div>}
      <div className={classes['body']}>
        {overline && <span className={classes['overline']}>{overline}</span>}
        <CardTitle to={to} level={2} className={classes['title']}>
          {title}
        </CardTitle>
        {children}
      </div>
      {!picture && (
        <div className={classes['end']} data-has-words={Boolean(end) || undefined}>
          {end}
          <IconChevronRight size={20} className={classes['go']} aria-hidden />
        </div>
      )}
    </article>
  )
}
