import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { pages } from '#contract/pages.ts'
import type { ShowId } from '#domain/ids.ts'
import { showNameOf } from '#domain/shows/show-name.ts'
import { useIdParam } from '#client/address/id-param.ts'
import { DeskRecord } from '#client/desk/desk-record.tsx'
import { NotFoundPage } from '#client/shell/not-found-page.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ButtonLink } from '#client/ui/links.tsx'
import { ShowMoment } from '#client/ui/moment.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { CancellationForm } from './cancellation-form.tsx'
import { CancellationProgress } from './cancellation-progress.tsx'
import { type Cancellation, cancellationQuery } from './cancellations.queries.ts'
import { texts } from './cancellations.texts.ts'

/** Cancels a show after a preview of what it takes, and follows the refunds. */
export function CancelShowPage() {
  const id = useIdParam(pages.cancelShow)
  return id === undefined ? <NotFoundPage /> : <KnownShow id={id} />
}

function KnownShow({ id }: { readonly id: ShowId }) {
  const query = useQuery(cancellationQuery(id))
  return (
    <DeskRecord
      record={{ kind: 'SHOW', id }}
      title={texts.title}
      query={query}
      list={{ to: pages.admin.href(), title: texts.back }}
    >
      {(cancellation) => (
        <Stack gap="lg" maw="46rem">
          <PageHeading title={texts.title} />
          <Show show={cancellation.show} />
          {cancellation.cancelledAt ? (
            <CancellationProgress cancellation={cancellation} />
          ) : cancellation.hasEnded ? (
            <EmptyState text={texts.over}>
              <ButtonLink to={pages.editShow.href(cancellation.show)}>{texts.toShow}</ButtonLink>
            </EmptyState>
          ) : (
            <CancellationForm cancellation={cancellation} />
          )}
        </Stack>
      )}
    </DeskRecord>
  )
}

function Show({ show }: { readonly show: Cancellation['show'] }) {
  return (
    <div>
      <Text fw={600} size="lg">
        {showNameOf(show)}
      </Text>
      <Text c="dimmed">
        <ShowMoment at={show.startTime} zone={show.timeZone} /> · {show.locationName}
      </Text>
    </div>
  )
}
