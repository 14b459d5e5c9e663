import { FIRST_PICTURE_SIZES } from '#contract/images.ts'
import { artistName } from '#domain/artist-name.ts'
import { Picture } from '#client/picture.tsx'
import { ComingLine } from '#client/programme/coming-line.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { PictureHeroSkeleton } from '#client/ui/picture-hero-skeleton.tsx'
import { PictureHero } from '#client/ui/picture-hero.tsx'
import type { ArtistDetail } from './events.queries.ts'

/** Shows an artist: picture, name, the next show, and a text. */
export function ArtistHero({ artist }: { readonly artist: ArtistDetail | undefined }) {
  if (!artist) return <PictureHeroSkeleton lines={4} />
  const { imageName, description, coming } = artist
  const name = artistName(artist)
  return (
    <PictureHero
      picture={
        imageName && (
          <Picture name={imageName} alt="" ratio={16 / 9} sizes={FIRST_PICTURE_SIZES.event} title={name} isFirst />
        )
      }
    >
      <PageHeading title={name} />
      <ComingLine coming={coming} />
      {description && <p>{description}</p>}
    </PictureHero>
  )
}
