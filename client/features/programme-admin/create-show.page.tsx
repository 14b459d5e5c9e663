import { Button, Skeleton, Stack, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { Suspense, useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { pages } from '#contract/pages.ts'
import type { EventType } from '#domain/shows/event-types.ts'
import type { EventId, ShowId } from '#domain/ids.ts'
import { isWallTime } from '#domain/time/typed-time.ts'
import { Desk } from '#client/desk/desk.tsx'
import { DeskRecord } from '#client/desk/desk-record.tsx'
import {
  publishAtOnce,
  publishFields,
  type PublishValues,
  splitPublishing,
  timeOfPublishing,
} from '#client/desk/publish-choice.ts'
import {
  saleStartFields,
  saleStartIn,
  saleStartOf,
  type SaleStartValues,
  timeOfSaleStart,
} from '#client/desk/sale-start.ts'
import { LazySeatPreview as SeatPreview } from '#client/desk/lazy-seat-preview.tsx'
import { ApiError } from '#client/calls/api-error.ts'
import { newKey } from '#client/calls/new-key.ts'
import { lazyPart } from '#client/shell/lazy-part.tsx'
import { momentAt } from '#client/forms/wall-time.ts'
import { useKeptForm } from '#client/forms/kept-form.ts'
import { useCreation } from '#client/forms/use-creation.ts'
import { Card } from '#client/ui/cards/card.tsx'
import { Dialog } from '#client/ui/feedback/dialog.tsx'
import { CreationForm } from '#client/ui/forms/creation-form.tsx'
import type { ChosenEvent } from './event-choice.queries.ts'
import { eventQuery } from './events.queries.ts'
import { showQuery, findOddShows, sendShow, sendShows } from './shows.queries.ts'
import { noSeries, objectionToSeries, seriesForm, type SeriesValues, timesOfSeries } from './series-form.ts'
import { texts as seriesTexts } from './series.texts.ts'
import { LazyShowWarnings as ShowWarnings } from './lazy-show-warnings.tsx'
import type { Warning } from './show-warnings.tsx'
import { useWarnings } from './use-warnings.ts'
import { texts } from './programme-admin.texts.ts'
import { ShowFields } from './show-fields.tsx'
import { emptyShow, showForm, showPrice, showIn, showValuesOf, type ShowValues } from './show-form.ts'

const SeriesFields = lazyPart<{ form: UseFormReturnType<Values> }>(
  async () => (await import('./series-fields.tsx')).SeriesFields,
)
const PublishFields = lazyPart<{ form: UseFormReturnType<Values> }>(
  async () => (await import('#client/desk/publish-fields.tsx')).PublishFields,
)
const SaleStartFields = lazyPart<{ form: UseFormReturnType<Values> }>(
  async () => (await import('#client/desk/sale-start-fields.tsx')).SaleStartFields,
)
const PlanRevenue = lazyPart(async () => (await import('./plan-revenue.tsx')).PlanRevenue)

/** Words the preview before an event is chosen. */
const ANY_TYPE: EventType = 'THEATRE'

type Search = { event?: unknown; copy?: unknown }

/** Creates a show (specification, section 2.17), of the event or like the show that the address names. */
export function CreateShowPage() {
  const { event, copy }: Search = useSearch({ strict: false })
  const eventId = pages.editEvent.readId(String(event ?? ''))
  const showId = pages.editShow.readId(String(copy ?? ''))
  if (showId !== undefined) return <CopyShow id={showId} />
  if (eventId !== undefined) return <CreateShowOfEvent id={eventId} />
  return (
    <Desk>
      <CreateShow initialValues={emptyShow} />
    </Desk>
  )
}

function CreateShowOfEvent({ id }: { readonly id: EventId }) {
  const query = useQuery(eventQuery(id))
  return (
    <DeskRecord title={texts.createShow} query={query} list={eventList}>
      {(event) => <CreateShow key={event.id} initialValues={{ ...emptyShow, event }} source={`event=${id}`} />}
    </DeskRecord>
  )
}

function CopyShow({ id }: { readonly id: ShowId }) {
  const query = useQuery(showQuery(id))
  return (
    <DeskRecord title={texts.createShow} query={query} list={showList}>
      {(show) => (
        <CreateShow
          key={show.id}
          initialValues={showValuesOf(show)}
          source={`copy=${id}`}
          saleStartsAt={show.saleStartsAt}
        />
      )}
    </DeskRecord>
  )
}

const eventList = { to: pages.adminEvents.href(), title: pages.adminEvents.title }
const showList = { to: pages.adminShows.href(), title: pages.adminShows.title }
const schema = z.intersection(
  z.intersection(showForm, seriesForm),
  z.object({ ...publishFields, ...saleStartFields, attempt: z.string() }).check(timeOfPublishing, timeOfSaleStart),
)
type Values = ShowValues &
  SeriesValues &
  PublishValues &
  SaleStartValues & {
    /** The Idempotency-Key of the form. Survives a reload with the other values. */
    attempt: string
  }

type Props = {
  readonly initialValues: ShowValues
  readonly source?: string
  /** The start of the sale of the show that is copied, null for none. */
  readonly saleStartsAt?: string | null
}

function CreateShow({ initialValues, source, saleStartsAt = null }: Props) {
  const navigate = useNavigate()
  const form = useKeptForm<Values>({
    path: pages.createShow.href(),
    source,
    schema,
    initialValues: { ...initialValues, ...noSeries, ...publishAtOnce, ...saleStartOf(saleStartsAt), attempt: newKey() },
  })
  const client = useQueryClient()
  const isPublic = async (id: ShowId | undefined) => {
    if (id === undefined || form.values.publish !== 'NOW') return false
    const { publication } = await client.fetchQuery(showQuery(id))
    return publication === 'PUBLISHED' || publication === 'OFF_SALE'
  }
  const creation = useCreation({
    form,
    create: (values) =>
      createFrom(values).catch((error: unknown) => {
        if (!wasMadeBefore(error)) throw error
        // Sent again, the changed input makes more shows.
        form.setFieldValue('attempt', newKey())
        throw new ApiError(seriesTexts.createdBefore, error.status, { code: 'idempotency_key_reused' })
      }),
    success: ({ count }) => (count === 1 ? texts.showCreated : seriesTexts.created(count)),
    failure: texts.showNotCreated,
    onMade: async ({ eventId, showId: made }) =>
      // Visitors do not see the show on the event's page as long as it or its event is hidden.
      (await isPublic(made))
        ? navigate({ to: pages.event.href({ id: eventId }) })
        : navigate({ to: pages.adminShows.href(), search: { eventId } }),
  })
  const times = timesIn(form.values)
  const { submit, isAsking, warnings } = useWarnings({ form, find: findOdd, save: creation.onSubmit })
  const submitValid = (values: Values) => {
    if (values.isSeries && objectionToSeries(times.length)) return creation.onInvalid()
    return submit(values)
  }
  const isAsked = warnings.length > 0
  const { seatingPlan } = form.values
  const price = z.safeParse(showPrice, form.values.price)
  const [isPreviewed, setPreviewed] = useState(false)
  return (
    <>
      <CreationForm
        {...creation}
        onSubmit={(values) => void submitValid(values)}
        isPending={isAsking || creation.isPending}
        title={texts.createShow}
        lead={texts.showLead}
        action={
          isAsked ? seriesTexts.anyway : form.values.isSeries ? seriesTexts.create(times.length) : texts.createShow
        }
        cancelTo={pages.admin.href()}
        isWide
      >
        <ShowFields form={form} isNew />
        {seatingPlan && price.success && (
          <Suspense>
            <PlanRevenue
              planId={seatingPlan.id}
              price={price.data}
              shows={Math.max(1, times.length)}
              onPreview={() => setPreviewed(true)}
            />
          </Suspense>
        )}
        <Card as="section">
          <Text size="sm">{seriesTexts.isSeriesHint}</Text>
          <Button
            variant="default"
            my="sm"
            aria-expanded={form.values.isSeries}
            onClick={() => form.setFieldValue('isSeries', !form.values.isSeries)}
          >
            {form.values.isSeries ? seriesTexts.noSeries : seriesTexts.isSeries}
          </Button>
          {form.values.isSeries && (
            <Suspense>
              <SeriesFields form={form} />
            </Suspense>
          )}
        </Card>
        <Card>
          <Suspense>
            <Stack gap="sm">
              <PublishFields form={form} />
              <SaleStartFields form={form} />
            </Stack>
          </Suspense>
        </Card>
        {isAsked && (
          <Suspense>
            <ShowWarnings warnings={warnings} times={times} zone={form.values.location?.timeZone ?? 'UTC'} />
          </Suspense>
        )}
      </CreationForm>
      {/* Outside of the form, because the picker has a form of its own. */}
      {seatingPlan && price.success && (
        <Dialog opened={isPreviewed} onClose={() => setPreviewed(false)} title={seatingPlan.name} fullScreen>
          <Suspense fallback={<Skeleton h="24rem" radius="lg" />}>
            <SeatPreview planId={seatingPlan.id} price={price.data} eventType={form.values.event?.type ?? ANY_TYPE} />
          </Suspense>
        </Dialog>
      )}
    </>
  )
}

/** Lists the times of the show, or of each show of a series. */
function timesIn(values: Values) {
  if (values.isSeries) return timesOfSeries(values)
  const { startTime, endTime, location } = values
  if (!isWallTime(startTime) || !isWallTime(endTime) || !location) return []
  const zone = location.timeZone
  return [{ startTime: momentAt(startTime, zone), endTime: momentAt(endTime, zone) }]
}

/** Lists what the server finds odd about the show or the series. */
function findOdd(values: Values): Promise<readonly Warning[]> {
  const { price, eventId, locationId, artistId, seatingPlanId } = showIn(values)
  return findOddShows({ price, eventId, locationId, artistId, seatingPlanId, times: timesIn(values) })
}

type Made = { readonly eventId: EventId; readonly showId: ShowId | undefined; readonly count: number }

/** Creates the show, or all shows of the series. Returns the ids of their event and of the first show, and how many. */
async function createFrom(values: Values): Promise<Made> {
  const { attempt } = values
  const { publishing } = splitPublishing(values)
  const show = { ...showIn(values), ...publishing, ...saleStartIn(values) }
  if (!values.isSeries) {
    const { id, event } = await sendShow(show, attempt)
    return { eventId: event.id, showId: id, count: 1 }
  }
  const { startTime: _start, endTime: _end, ...shared } = show
  const { elements, total } = await sendShows({ ...shared, times: timesIn(values), isConfirmed: true }, attempt)
  return { eventId: (values.event as ChosenEvent).id, showId: elements[0]?.id, count: total }
}

/** Tells whether the shows of the form were created before its input changed. */
function wasMadeBefore(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'idempotency_key_reused'
}
