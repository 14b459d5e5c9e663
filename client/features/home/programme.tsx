import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { PROGRAMME_PICTURE_SIZES } from '#contract/images.ts'
import { pages } from '#contract/pages.ts'
import { euro } from '#domain/money.ts'
import { onSaleFromText, programmePartName, showTimeText } from '#domain/shows/programme-words.ts'
import { showTitle } from '#domain/shows/show-title.ts'
import { timeText } from '#domain/time/time-text.ts'
import { availabilityNames } from '#client/names/availability-names.ts'
import { Picture } from '#client/picture.tsx'
import { PlainLink } from '#client/ui/links.tsx'
import { programmeQuery, type ProgrammePart } from './home.queries.ts'
import { texts } from './home.texts.ts'
import classes from './programme.module.css'

const COLUMNS = 3
const SHOWS_PER_COLUMN = 3

/** Shows the programme: shows of tonight, of the weekend, and after, each one tap from its seats. */
export function Programme() {
  const { data, isPending } = useQuery(programmeQuery())
  if (isPending) return <Waiting />
  if (!data || data.elements.length === 0) return null
  return (
    <div className={classes['programme']}>
      {data.elements.map((part) => (
        <Part key={part.name} part={part} />
      ))}
    </div>
  )
}

function Part({ part }: { readonly part: ProgrammePart }) {
  const id = `programme-${part.name.toLowerCase()}`
  const name = programmePartName(part)
  return (
    <section
      className={classes['part']}
      aria-labelledby={id}
      data-columns={Math.ceil(part.shows.length / SHOWS_PER_COLUMN)}
    >
      <div className={classes['head']}>
        <h2 id={id} className={classes['name']}>
          {name}
        </h2>
        <PlainLink
          to={pages.searchShows.href()}
          search={{ startDate: part.from, endDate: part.until ?? undefined }}
          className={classes['all']}
          aria-label={texts.allShows(name)}
        >
          {texts.all}
        </PlainLink>
      </div>
      <ul className={classes['shows']}>
        {part.shows.map((show) => (
          <Show key={show.id} show={show} isTonight={part.name === 'TONIGHT'} />
        ))}
      </ul>
    </section>
  )
}

type ShowProps = { readonly show: ProgrammePart['shows'][number]; readonly isTonight: boolean }

function Show({ show, isTonight }: ShowProps) {
  const { event, location, startTime, priceFrom, availability, saleStartsAt } = show
  const time = isTonight ? timeText(startTime, location.timeZone) : showTimeText(startTime, location.timeZone)
  return (
    <li className={classes['show']}>
      <div className={classes['poster']}>
        <Picture name={event.imageName} alt="" ratio={16 / 9} sizes={PROGRAMME_PICTURE_SIZES} title="" />
      </div>
      <div className={classes['facts']}>
        <PlainLink to={pages.show.href(show)} className={classes['link']}>
          {showTitle(show)}
        </PlainLink>
        <span className={classes['when']}>
          <time dateTime={startTime}>{time}</time>
          <span>
            {location.name}, {location.city}
          </span>
        </span>
        <span className={classes['price']}>
          {availability === 'SOLD_OUT' ? availabilityNames.SOLD_OUT : texts.priceFrom(euro(priceFrom))}
          {availability === 'FEW_LEFT' && <span className={classes['few']}>{availabilityNames.FEW_LEFT}</span>}
          {saleStartsAt && <span className={classes['few']}>{onSaleFromText(saleStartsAt, location.timeZone)}</span>}
        </span>
      </div>
    </li>
  )
}

function Waiting() {
  return (
    <div className={classes['programme']} aria-busy>
      {Array.from({ length: COLUMNS }, (_, part) => (
        <div key={part} className={classes['part']}>
          <div className={classes['head']}>
            <Skeleton h="1rem" my="0.25rem" w="40%" />
          </div>
          <ul className={classes['shows']}>
            {Array.from({ length: SHOWS_PER_COLUMN }, (_, row) => (
              <li key={row} className={classes['show']}>
                <Skeleton style={{ aspectRatio: 16 / 9 }} />
                <div className={classes['facts']}>
                  <Skeleton h="1rem" my="0.125rem" w="80%" />
                  <Skeleton h="0.875rem" my="0.1875rem" w="90%" />
                  <Skeleton h="0.875rem" my="0.1875rem" w="40%" />
                </div>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}
