import { Skeleton, Text } from '@mantine/core'
import type { getShow } from '#contract/shows.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { FIRST_PICTURE_SIZES } from '#contract/images.ts'
import { pages } from '#contract/pages.ts'
import { artistName } from '#domain/artist-name.ts'
import { showTitle } from '#domain/shows/show-title.ts'
import { PostalCode } from '#client/ui/postal-code.tsx'
import { Picture } from '#client/picture.tsx'
import { HeadingSkeleton } from '#client/ui/feedback/heading-skeleton.tsx'
import { TextSkeleton } from '#client/ui/feedback/text-skeleton.tsx'
import { TextLink } from '#client/ui/links.tsx'
import { ShowMoment } from '#client/ui/moment.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import type { ListedShow } from './seating.queries.ts'
import classes from './show-header.module.css'

/** A show as in the server's reply. */
export type Show = ReplyOf<typeof getShow>

/** The heading of a show: time, title, artist and venue. A second name of the show stands beside the artist. */
export function ShowHeader({ show }: { readonly show: ListedShow }) {
  const { event, artist, location } = show
  const title = showTitle(show)
  const otherName = title === event.title ? show.name : event.title
  return (
    <header className={classes['header']}>
      {event.imageName !== null && (
        <div className={classes['poster']}>
          <Picture
            name={event.imageName}
            alt=""
            sizes={FIRST_PICTURE_SIZES.show}
            ratio={16 / 9}
            title={event.title}
            isFirst
          />
        </div>
      )}
      <div className={classes['facts']}>
        <Text fw={600} className={classes['time']}>
          <ShowMoment at={show.startTime} zone={location.timeZone} />
        </Text>
        <PageHeading title={title} />
        <Text>
          <TextLink to={pages.artist.href(artist)} underline="always">
            {artistName(artist)}
          </TextLink>
          {otherName !== title && ` ·\u00A0${otherName}`}
        </Text>
        <Text c="dimmed" size="sm">
          <TextLink to={pages.location.href(location)} inherit underline="always">
            {location.name}
          </TextLink>
          , {location.address}, <PostalCode>{location.postalCode}</PostalCode> {location.city}
        </Text>
      </div>
    </header>
  )
}

/** Shown while the show loads. */
export function ShowHeaderSkeleton() {
  return (
    <div className={classes['header']}>
      <Skeleton className={classes['waitingPoster']} radius="md" />
      <div className={classes['waitingFacts']}>
        <TextSkeleton lines={1} />
        <HeadingSkeleton />
        <TextSkeleton lines={2} />
      </div>
    </div>
  )
}
