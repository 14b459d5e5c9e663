import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { pages } from '#contract/pages.ts'
import type { ShowId } from '#domain/ids.ts'
import { showNameOf } from '#domain/shows/show-name.ts'
import { dateTimeText } from '#domain/time/time-text.ts'
import { warningsAbout } from '#domain/shows/show-warnings.ts'
import { placeCountsText, takenOf } from '#domain/tickets/place-counts.ts'
import { useIdParam } from '#client/address/id-param.ts'
import { DeleteRecord } from '#client/desk/delete-record.tsx'
import { DeskRecord } from '#client/desk/desk-record.tsx'
import { LazyPublication } from '#client/desk/lazy-publication.tsx'
import { saveAfterQuestion } from '#client/desk/save-after-question.tsx'
import { type Reload, useEdit } from '#client/desk/use-edit.ts'
import { useKeptForm } from '#client/forms/kept-form.ts'
import { NotFoundPage } from '#client/shell/not-found-page.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { CreationForm } from '#client/ui/forms/creation-form.tsx'
import { ButtonLink, TextLink } from '#client/ui/links.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import {
  type AdminShow,
  findOddShows,
  sendShowChange,
  sendShowPublication,
  showQuery,
  useDeleteShow,
} from './shows.queries.ts'
import { texts } from './desk.texts.ts'
import { LazyWaitingRoomCard } from './lazy-waiting-room-card.tsx'
import { LazyShowWarnings as ShowWarnings } from './lazy-show-warnings.tsx'
import { texts as seriesTexts } from './series.texts.ts'
import { ShowFields } from './show-fields.tsx'
import { RefundOffer } from './refund-offer.tsx'
import {
  changedFields,
  changedShowForm,
  changedShowIn,
  changedShowValuesOf,
  isTold,
  refundsUntilIn,
  type ShowValues,
} from './show-form.ts'
import type { Warning } from './show-warnings.tsx'
import { useWarnings } from './use-warnings.ts'

/** Edits or deletes a show. */
export function EditShowPage() {
  const id = useIdParam(pages.editShow)
  return id === undefined ? <NotFoundPage /> : <KnownShow id={id} />
}

function KnownShow({ id }: { readonly id: ShowId }) {
  const query = useQuery(showQuery(id))
  const list = { to: pages.adminShows.href(), title: pages.adminShows.title }
  return (
    <DeskRecord record={{ kind: 'SHOW', id }} title={texts.editShow} query={query} list={list}>
      {(show) =>
        show.isCancelled ? (
          <CancelledShow show={show} />
        ) : (
          <EditShow key={show.id} show={show} onReload={query.refetch} />
        )
      }
    </DeskRecord>
  )
}

type Props = { readonly show: AdminShow; readonly onReload: Reload<AdminShow> }

function CancelledShow({ show }: Pick<Props, 'show'>) {
  return (
    <Stack gap="lg">
      <PageHeading title={showNameOf({ eventTitle: show.event.title, name: show.name })} />
      <EmptyState text={texts.cancelledShow}>
        <ButtonLink to={pages.cancelShow.href(show)}>{texts.cancellation}</ButtonLink>
        <ButtonLink to={pages.showFigures.href(show)} variant="default">
          {texts.figures}
        </ButtonLink>
      </EmptyState>
    </Stack>
  )
}

function EditShow({ show, onReload }: Props) {
  const navigate = useNavigate()
  const goToList = () => navigate({ to: pages.adminShows.href() })
  const form = useKeptForm({
    path: pages.editShow.href(show),
    schema: changedShowForm((values) => show.sold > 0 && isTold(show, values)),
    initialValues: changedShowValuesOf(show),
  })
  const isOfferable = (values: ShowValues) => show.sold > 0 && isTold(show, values)
  const edit = useEdit({
    form,
    save: (values) => {
      const refundsUntil = isOfferable(values) ? refundsUntilIn(values) : undefined
      const change = { ...changedShowIn(values), ...(refundsUntil && { refundsUntil }), version: show.version }
      const zone = values.location?.timeZone ?? show.location.timeZone
      return saveAfterQuestion(
        (confirmation) => sendShowChange(show.id, { ...change, ...confirmation }),
        refundsUntil && texts.refundableUntil(dateTimeText(refundsUntil, zone)),
      )
    },
    onReload,
    valuesOf: changedShowValuesOf,
    success: texts.showSaved,
    failure: texts.showNotSaved,
    onSaved: goToList,
  })
  const deletion = useDeleteShow(show, goToList)
  const { submit, isAsking, warnings } = useWarnings({
    form,
    find: (values) => findOddInChange(show, values),
    save: edit.onSubmit,
  })
  const [now] = useState(Date.now)
  const isHeld = takenOf(show) > 0
  const hasStarted = Date.parse(show.startTime) <= now
  const hasEnded = Date.parse(show.endTime) <= now
  return (
    <CreationForm
      {...edit}
      onSubmit={(values) => void submit(values)}
      isPending={isAsking || edit.isPending}
      title={texts.editShow}
      lead={
        <>
          {showNameOf({ eventTitle: show.event.title, name: show.name })}
          <br />
          <TextLink to={pages.showFigures.href(show)}>{placeCountsText(show)}</TextLink>
          <br />
          {!hasStarted && isHeld && texts.concerned}
        </>
      }
      action={warnings.length > 0 ? seriesTexts.saveAnyway : texts.save}
      cancelTo={pages.adminShows.href()}
      isWide
      extra={
        <>
          <ButtonLink to={pages.createShow.href()} search={{ copy: show.id }} variant="default" size="md">
            {texts.duplicate}
          </ButtonLink>
          {show.isDeletable ? (
            <DeleteRecord
              label={texts.deleteShow}
              question={texts.deleteShowQuestion}
              name={show.name}
              deletion={deletion}
            />
          ) : hasEnded ? null : (
            <ButtonLink to={pages.cancelShow.href(show)} variant="outline" color="red" size="md">
              {texts.cancelShow}
            </ButtonLink>
          )}
        </>
      }
      below={
        <>
          <LazyPublication
            key={show.version}
            record={show}
            note={isHiddenByEvent(show) && texts.hiddenByEvent}
            preview={pages.show.href(show)}
            save={(choice) => sendShowPublication(show.id, { ...choice, version: show.version })}
            onSaved={onReload}
          />
          {!hasStarted && <LazyWaitingRoomCard showId={show.id} />}
        </>
      }
    >
      <ShowFields form={form} hasStarted={hasStarted} />
      {isOfferable(form.values) && <RefundOffer form={form} />}
      {warnings.length > 0 && (
        <Suspense>
          <ShowWarnings
            warnings={warnings}
            times={[changedShowIn(form.values)]}
            zone={form.values.location?.timeZone ?? show.location.timeZone}
          />
        </Suspense>
      )}
    </CreationForm>
  )
}

/** Lists what the server finds odd about the changed fields of a show. Asks nothing if none of these changed. */
async function findOddInChange(show: AdminShow, values: ShowValues): Promise<readonly Warning[]> {
  const { name: _, startTime, endTime, ...wanted } = changedShowIn(values)
  const changed = changedFields(show, values).filter((field) => field !== 'name')
  if (changed.length === 0) return []
  const times = [{ startTime, endTime }]
  return warningsAbout(changed, await findOddShows({ ...wanted, eventId: show.event.id, times, showId: show.id }))
}

/** Tells whether a show is hidden by its event alone. */
function isHiddenByEvent({ publication, publishedFrom }: AdminShow): boolean {
  return (
    publication !== 'PUBLISHED' &&
    publication !== 'OFF_SALE' &&
    publishedFrom !== null &&
    Date.parse(publishedFrom) <= Date.now()
  )
}
