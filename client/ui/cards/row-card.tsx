import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { PageAddress } from '../links.tsx'
import classes from './row-card.module.css'

type Props = {
  readonly to: PageAddress
  readonly title: ReactNode
  /** What stands at its left: a date. */
  readonly lead?: ReactNode
  /** Fills its left edge, or its top where it is narrow. */
  readonly picture?: ReactNode
  /** Stands above the title. */
  readonly overline?: ReactNode
  /** What stands at its right, or below where it is narrow. */
  readonly end?: ReactNode
  readonly children?: ReactNode
}

/** A row of a list that is one link as a whole, named by its title. */
export function RowCard({ to, title, lead, picture, overline, end, children }: Props) {
  return (
    <article className={classes['card']}>
      {picture && <div className={classes['picture']}>{picture}</div>}
      {lead && <div className={classes['lead']}>{lead}</div>}
      <div className={classes['body']}>
        {overline && <span className={classes['overline']}>{overline}</span>}
        <h2 className={classes['title']}>
          <Link to={to} className={classes['link']}>
            {title}
          </Link>
        </h2>
        {children}
      </div>
      {!picture && (
        <div className={classes['end']} data-has-words={end !== undefined || undefined}>
          {end}
          <IconChevronRight size={20} className={classes['go']} aria-hidden />
        </div>
      )}
    </article>
  )
}
