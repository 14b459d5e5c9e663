import { Anchor, Text } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { FIRST_PICTURE_SIZES } from '#contract/images.ts'
import { PostalCode } from '#client/ui/postal-code.tsx'
import { Picture } from '#client/picture.tsx'
import { ComingLine } from '#client/programme/coming-line.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { PictureHeroSkeleton } from '#client/ui/picture-hero-skeleton.tsx'
import { PictureHero } from '#client/ui/picture-hero.tsx'
import type { LocationDetail } from './shows.queries.ts'
import { texts } from './shows.texts.ts'
import classes from './location-hero.module.css'

/** Shows a location: picture, address with a link to a map, the next show, and how to get there. */
export function LocationHero({ location }: { readonly location: LocationDetail | undefined }) {
  if (!location) return <PictureHeroSkeleton lines={8} />
  const { name, imageName, address, postalCode, city, country, travelText, coming } = location
  const place = `${address}, ${postalCode} ${city}, ${country}`
  return (
    <PictureHero
      picture={
        imageName && (
          <Picture name={imageName} alt="" ratio={16 / 9} sizes={FIRST_PICTURE_SIZES.event} title={name} isFirst />
        )
      }
    >
      <PageHeading title={name} />
      <Text c="dimmed">
        {address}, <PostalCode>{postalCode}</PostalCode> {city}, {country}
      </Text>
      <Anchor
        href={`https://www.openstreetmap.org/search?query=${encodeURIComponent(place)}`}
        target="_blank"
        rel="noreferrer"
        className={classes['map']}
      >
        <IconMapPin size={18} aria-hidden />
        {texts.openMap}
      </Anchor>
      <ComingLine coming={coming} isPlaceKnown />
      {travelText && (
        <div className={classes['travel']}>
          <h2 className={classes['travelHead']}>{texts.travel}</h2>
          <p>{travelText}</p>
        </div>
      )}
    </PictureHero>
  )
}
