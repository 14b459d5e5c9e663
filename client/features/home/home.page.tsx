import { Stack } from '@mantine/core'
import { Hero } from './hero.tsx'
import { LatestNews } from './latest-news.tsx'
import { TopSellers } from './top-sellers.tsx'

/** Shows the home page (specification, section 2.4). */
export function HomePage() {
  return (
    <Stack gap="clamp(2.5rem, 6vw, 4rem)">
      <Hero />
      <LatestNews />
      <TopSellers />
    </Stack>
  )
}
