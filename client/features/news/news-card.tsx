import { Badge, Text } from '@mantine/core'
import '@mantine/core/styles/Badge.layer.css'
import { FIRST_PICTURE_SIZES } from '#contract/images.ts'
import { pages } from '#contract/pages.ts'
import { Picture } from '#client/picture.tsx'
import { Moment, ownZone } from '#client/ui/moment.tsx'
import { PictureCard } from '#client/ui/cards/picture-card.tsx'
import type { NewsArticle } from './news.queries.ts'
import { texts } from './news.texts.ts'

export const NEWS_PICTURE_RATIO = 16 / 9

/** Shows a news article in a list. */
export function NewsCard({ article, isFirst }: { readonly article: NewsArticle; readonly isFirst: boolean }) {
  return (
    <PictureCard
      to={pages.newsArticle.href(article)}
      title={article.title}
      picture={
        <Picture
          name={article.imageName}
          alt=""
          ratio={NEWS_PICTURE_RATIO}
          sizes={FIRST_PICTURE_SIZES.newsInList}
          title={article.title}
          isFirst={isFirst}
        />
      }
      badge={article.read === false && <Badge tt="none">{texts.unread}</Badge>}
      overline={
        <Text size="sm" c="dimmed">
          <Moment at={article.published} zone={ownZone()} isDateOnly />
        </Text>
      }
    >
      <Text size="sm" lineClamp={3}>
        {article.summary}
      </Text>
    </PictureCard>
  )
}
