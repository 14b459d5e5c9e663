import { Stack } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { pages } from '#contract/pages.ts'
import { EVENT_TYPES, type EventType } from '#domain/shows/event-types.ts'
import { Hero } from './hero.tsx'
import { LatestNews } from './latest-news.tsx'
import { TopSellers } from './top-sellers.tsx'

/** Shows the home page (specification, section 2.4). */
export function HomePage() {
  const navigate = useNavigate()
  const search = useSearch({ strict: false })
  const searchEvents = (title: string) => void navigate({ to: pages.searchEvents.href(), search: { title } })
  const choose = (type: string) => void navigate({ to: '.', search: { type: readType(type) }, resetScroll: false })
  return (
    <Stack gap="clamp(2.5rem, 6vw, 4rem)">
      <Hero onSearch={searchEvents} />
      <LatestNews />
      <TopSellers type={readType(search.type)} onChoose={choose} />
    </Stack>
  )
}

function readType(value: unknown): EventType | undefined {
  return EVENT_TYPES.find((known) => known === value)
}
