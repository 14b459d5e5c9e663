import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listAdminEvents } from '#contract/admin-events.ts'
import { pages } from '#contract/pages.ts'
import type { EventType } from '#domain/shows/event-types.ts'
import { useUrlQuery } from '#client/address/url-query.ts'
import { DeskList } from '#client/desk/desk-list.tsx'
import { PublicationBadge } from '#client/desk/publication-badge.tsx'
import { PublicationFilter } from '#client/desk/publication-filter.tsx'
import { publicationFilterChoices } from '#client/desk/publication.texts.ts'
import { eventTypeChoices, eventTypeNames } from '#client/names/event-type-names.ts'
import { RowCard } from '#client/ui/cards/row-card.tsx'
import { SelectField } from '#client/ui/forms/select-field.tsx'
import { ShowMoment } from '#client/ui/moment.tsx'
import { type AdminEvent, eventsQuery } from './events.queries.ts'
import { texts } from './desk.texts.ts'

/** Lists the events at the desk. */
export function EventsPage() {
  const { query, filterBy, refineBy, goToPage } = useUrlQuery(listAdminEvents.query)
  const { title, type, publication } = query
  return (
    <DeskList
      title={pages.adminEvents.title}
      csv={{ list: 'events', filters: query }}
      creation={{ to: pages.createEvent.href(), title: pages.createEvent.title }}
      search={{ label: texts.searchEvents, text: title }}
      onSearch={(wanted) => refineBy({ type, publication, title: wanted })}
      list={useQuery(eventsQuery(query))}
      pageIndex={query.pageIndex}
      onGo={goToPage}
      empty={texts.noEvents}
      filters={
        <>
          <SelectField
            label={texts.eventType}
            data={eventTypeChoices}
            value={type ?? ''}
            onChange={({ currentTarget: { value } }) =>
              filterBy({ title, publication, type: value === '' ? undefined : (value as EventType) })
            }
          />
          <PublicationFilter
            choices={publicationFilterChoices}
            value={publication}
            onFilter={(wanted) => filterBy({ title, type, publication: wanted })}
          />
        </>
      }
    >
      {(event) => <EventRow event={event} />}
    </DeskList>
  )
}

function EventRow({ event }: { readonly event: AdminEvent }) {
  const { nextShow } = event
  return (
    <RowCard
      to={pages.editEvent.href(event)}
      title={event.title}
      overline={eventTypeNames[event.type]}
      end={event.publication !== 'PUBLISHED' && <PublicationBadge state={event.publication} />}
    >
      <Text size="sm" c="dimmed">
        {texts.shows(event.shows)}
        {nextShow && (
          <>
            {texts.next}
            <ShowMoment at={nextShow.startTime} zone={nextShow.timeZone} />
          </>
        )}
      </Text>
    </RowCard>
  )
}
