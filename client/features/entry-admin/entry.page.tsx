import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { pages } from '#contract/pages.ts'
import type { ShowId } from '#domain/ids.ts'
import { showNameOf } from '#domain/shows/show-name.ts'
import { useIdParam } from '#client/address/id-param.ts'
import { DeskRecord } from '#client/desk/desk-record.tsx'
import { NotFoundPage } from '#client/shell/not-found-page.tsx'
import { ShowMoment } from '#client/ui/moment.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { type ShowEntry, showEntryQuery } from './entry-admin.queries.ts'
import { texts } from './entry-admin.texts.ts'
import { EntryFigures } from './entry-figures.tsx'
import { EntryRules } from './entry-rules.tsx'
import { Gates } from './gates.tsx'
import { Scanners } from './scanners.tsx'

/** Shows the entry of a show: live figures, scanners, gates and rules. */
export function EntryPage() {
  const id = useIdParam(pages.showEntry)
  return id === undefined ? <NotFoundPage /> : <KnownShow id={id} />
}

function KnownShow({ id }: { readonly id: ShowId }) {
  const query = useQuery(showEntryQuery(id))
  return (
    <DeskRecord title={texts.entry} query={query} list={{ to: pages.boxOffice.href(), title: texts.boxOffice }}>
      {(entry) => <Entry entry={entry} onReload={query.refetch} />}
    </DeskRecord>
  )
}

type Props = { readonly entry: ShowEntry; readonly onReload: Parameters<typeof EntryRules>[0]['onReload'] }

function Entry({ entry, onReload }: Props) {
  const { show } = entry
  return (
    <Stack gap="xl">
      <header>
        <PageHeading title={`${texts.entry}: ${showNameOf(show)}`} />
        <Text c="dimmed">
          <ShowMoment at={show.startTime} zone={show.timeZone} /> · {show.locationName}
        </Text>
        {show.isCancelled && <Text>{texts.isCancelled}</Text>}
      </header>
      <EntryFigures entry={entry} />
      <Scanners entry={entry} />
      <Gates entry={entry} />
      <EntryRules key={show.id} show={show} sold={entry.counters.expected} onReload={onReload} />
    </Stack>
  )
}
