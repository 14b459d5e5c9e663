import { useQuery } from '@tanstack/react-query'
import { pages } from '#contract/pages.ts'
import { Picture } from '#client/picture.tsx'
import { PlainLink } from '#client/ui/links.tsx'
import { topEventsQuery } from './home.queries.ts'
import classes from './hero-posters.module.css'

const POSTERS = 3

/** Shows posters of the top sellers on wide screens. */
export function HeroPosters() {
  const { data } = useQuery(topEventsQuery(undefined))
  const events = data?.elements.filter(({ imageName }) => imageName !== null).slice(0, POSTERS) ?? []
  return (
    <ul className={classes['posters']}>
      {events.map((event) => (
        <li key={event.id}>
          <PlainLink to={pages.event.href(event)} className={classes['poster']}>
            <Picture name={event.imageName} alt={event.title} ratio={3 / 4} sizes="17rem" title={event.title} />
          </PlainLink>
        </li>
      ))}
    </ul>
  )
}
