import { Box, Skeleton, Text } from '@mantine/core'
import { IconArmchair } from '@tabler/icons-react'
import { FIRST_PICTURE_SIZES } from '#contract/images.ts'
import { pages } from '#contract/pages.ts'
import { euro } from '#domain/money.ts'
import { showTimeText } from '#domain/shows/programme-words.ts'
import { durationText } from '#domain/time/time-text.ts'
import { eventTypeNames } from '#client/names/event-type-names.ts'
import { Picture } from '#client/picture.tsx'
import { TextSkeleton } from '#client/ui/feedback/text-skeleton.tsx'
import { ButtonLink } from '#client/ui/links.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { PictureHeroSkeleton } from '#client/ui/picture-hero-skeleton.tsx'
import { PictureHero } from '#client/ui/picture-hero.tsx'
import type { EventDetail, Show } from './shows.queries.ts'
import { texts } from './shows.texts.ts'
import classes from './event-hero.module.css'

type Props = {
  readonly event: EventDetail | undefined
  /** The soonest show with places left; undefined while unknown. */
  readonly open: Show | undefined
}

/** Shows an event with its next show, and one button that leads to its seats. */
export function EventHero({ event, open }: Props) {
  if (!event) {
    return (
      <PictureHeroSkeleton lines={4}>
        <Skeleton className={classes['waitingButton']} />
        <Box w="100%">
          <TextSkeleton lines={3} />
        </Box>
      </PictureHeroSkeleton>
    )
  }
  const { title, type, imageName, description, coming } = event
  return (
    <PictureHero
      picture={
        <Picture name={imageName} alt="" ratio={16 / 9} sizes={FIRST_PICTURE_SIZES.event} title={title} isFirst />
      }
    >
      <PageHeading title={title} />
      <Text c="dimmed" className={classes['type']}>
        {eventTypeNames[type]}
        {coming && ` · ${durationText(secondsOf(coming.next))}`}
      </Text>
      {coming ? (
        <>
          <dl className={classes['facts']}>
            <div>
              <dt>{texts.nextShow}</dt>
              <dd>
                <time dateTime={coming.next.startTime}>
                  {showTimeText(coming.next.startTime, coming.next.timeZone)}
                </time>
              </dd>
            </div>
            <div>
              <dt>{texts.place}</dt>
              <dd>
                {coming.next.venue}, {coming.next.city}
              </dd>
            </div>
            <div>
              <dt>{texts.price}</dt>
              <dd>{texts.priceFrom(euro(coming.priceFrom))}</dd>
            </div>
          </dl>
          <ButtonLink
            to={pages.show.href(open ?? coming.next)}
            size="md"
            leftSection={<IconArmchair size={20} aria-hidden />}
            className={classes['button']}
          >
            {open && open.id !== coming.next.id
              ? texts.chooseSeatsFor(showTimeText(open.startTime, open.location.timeZone))
              : texts.chooseSeats}
          </ButtonLink>
        </>
      ) : (
        <Text fw={500}>{texts.noShowsToCome}</Text>
      )}
      <p>{description}</p>
    </PictureHero>
  )
}

function secondsOf({ startTime, endTime }: { readonly startTime: string; readonly endTime: string }): number {
  return (Date.parse(endTime) - Date.parse(startTime)) / 1000
}
