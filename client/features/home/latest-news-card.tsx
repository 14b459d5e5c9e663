import { Text } from '@mantine/core'
import { CardTitle } from '#client/ui/cards/card-title.tsx'
import { pages } from '#contract/pages.ts'
import { Picture } from '#client/picture.tsx'
import { Moment, ownZone } from '#client/ui/moment.tsx'
import type { NewsArticle } from './home.queries.ts'
import classes from './latest-news-card.module.css'

type Props = { readonly article: NewsArticle }

/** Shows a news article on the home page. */
export function LatestNewsCard({ article }: Props) {
  return (
    <article className={classes['card']}>
      <div>
        <Picture
          name={article.imageName}
          alt=""
          ratio={16 / 9}
          sizes="(min-width: 76em) 24rem, (min-width: 48em) 32vw, 7rem"
          title={article.title}
        />
      </div>
      <div className={classes['words']}>
        <Text size="sm" c="dimmed">
          <Moment at={article.published} zone={ownZone()} isDateOnly />
        </Text>
        <CardTitle to={pages.newsArticle.href(article)} level={3} className={classes['title']}>
          {article.title}
        </CardTitle>
        <Text size="sm" lineClamp={3}>
          {article.summary}
        </Text>
      </div>
    </article>
  )
}
