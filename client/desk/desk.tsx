import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { deskSections, pages } from '#contract/pages.ts'
import classes from './desk.module.css'

/** Frames the pages of the organiser's desk with their navigation. */
export function Desk({ children }: { readonly children: ReactNode }) {
  return (
    <div className={classes['desk']}>
      <nav aria-label="Desk" className={classes['navigation']}>
        {deskSections.map(({ name, pages: inSection }) => (
          <div key={name} className={classes['section']}>
            <span className={classes['sectionName']}>{name}</span>
            {inSection.map((page) => (
              <Link
                key={page.path}
                to={page.href()}
                className={classes['page']}
                activeOptions={{ exact: page === pages.admin, includeSearch: false }}
              >
                {page.desk.name}
              </Link>
            ))}
          </div>
        ))}
      </nav>
      <div className={classes['content']}>{children}</div>
    </div>
  )
}
