import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { pages, searchTabs } from '#contract/pages.ts'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { texts } from './search.texts.ts'
import classes from './search.module.css'

const tabs = searchTabs.map((key) => pages[key])

/** Frames the searches with their tabs (specification, section 2.9). */
export function SearchPage() {
  const { pathname } = useLocation()
  const tab = tabs.find((page) => page.href() === pathname)
  return (
    <>
      <PageHeading title={(tab ?? pages.search).title} />
      <nav aria-label={texts.tabs} className={classes['tabs']}>
        {tabs.map((page) => (
          <Link
            key={page.path}
            to={page.href()}
            className={classes['tab']}
            activeOptions={{ exact: true, includeSearch: false }}
          >
            {page.tab}
          </Link>
        ))}
      </nav>
      <Outlet />
    </>
  )
}
