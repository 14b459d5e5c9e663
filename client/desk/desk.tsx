import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { deskSections, pages } from '#contract/pages.ts'
import classes from './desk.module.css'

/** Frames the pages of the organiser's desk with their navigation. */
export function Desk({ children }: { readonly children: ReactNode }) {
  const navigation = useRef<HTMLElement>(null)
  useEffect(() => scrollToActive(navigation.current), [])
  return (
    <div className={classes['desk']}>
      <nav ref={navigation} aria-label="Desk" className={classes['navigation']}>
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

/** Scrolls the navigation of narrow screens to the middle of the active link. */
function scrollToActive(navigation: HTMLElement | null): void {
  const active = navigation?.querySelector<HTMLElement>('[data-status="active"]')
  if (!navigation || !active) return
  navigation.scrollLeft = active.offsetLeft - navigation.offsetLeft - (navigation.clientWidth - active.clientWidth) / 2
}
