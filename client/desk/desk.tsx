import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { isAdmitted } from '#client/address/guard.ts'
import { type Role, useSession } from '#client/session.ts'
import { deskSections } from '#contract/pages.ts'
import { deskPageOf } from './desk-page-of.ts'
import classes from './desk.module.css'

/** Frames the pages of the organiser's desk with their navigation. */
export function Desk({ children }: { readonly children: ReactNode }) {
  const { role } = useSession()
  const active = deskPageOf(useLocation({ select: ({ pathname }) => pathname }))
  const navigation = useRef<HTMLElement>(null)
  useEffect(() => scrollToActive(navigation.current), [])
  return (
    <div className={classes['desk']}>
      <nav ref={navigation} aria-label="Desk" className={classes['navigation']}>
        {sectionsFor(role).map(({ name, pages: inSection }) => (
          <div key={name} className={classes['section']}>
            <span className={classes['sectionName']}>{name}</span>
            {inSection.map((page) => (
              <Link
                key={page.path}
                to={page.href()}
                className={classes['page']}
                activeOptions={{ exact: true, includeSearch: false }}
                {...(page.path === active && { 'aria-current': 'page', 'data-status': 'active' })}
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

/** Lists the sections with pages that are open to a role. */
function sectionsFor(role: Role) {
  return deskSections
    .map(({ name, pages: all }) => ({ name, pages: all.filter(({ access }) => isAdmitted(role, access)) }))
    .filter(({ pages: open }) => open.length > 0)
}

/** Scrolls the navigation of narrow screens to the middle of the active link. */
function scrollToActive(navigation: HTMLElement | null): void {
  const active = navigation?.querySelector<HTMLElement>('[data-status="active"]')
  if (!navigation || !active) return
  navigation.scrollLeft = active.offsetLeft - navigation.offsetLeft - (navigation.clientWidth - active.clientWidth) / 2
}
