import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { paths } from '#client/paths.ts'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { texts } from './search.texts.ts'
import classes from './search.module.css'

const tabs = [
  { to: paths.searchEvents, name: texts.event, title: texts.searchEvents },
  { to: paths.searchLocations, name: texts.location, title: texts.searchLocations },
  { to: paths.searchShows, name: texts.show, title: texts.searchShows },
  { to: paths.searchArtists, name: texts.artist, title: texts.searchArtists },
]

/** The frame of the four searches (specification, section 2.9). */
export function SearchPage() {
  const { pathname } = useLocation()
  const tab = tabs.find(({ to }) => to === pathname)
  return (
    <>
      <PageHeading title={tab?.title ?? texts.search} />
      <nav aria-label={texts.tabs} className={classes['tabs']}>
        {tabs.map(({ to, name }) => (
          <Link key={to} to={to} className={classes['tab']} activeOptions={{ exact: true, includeSearch: false }}>
            {name}
          </Link>
        ))}
      </nav>
      <Outlet />
    </>
  )
}
