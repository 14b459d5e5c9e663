import { Group, Stack, Text, TextInput } from '@mantine/core'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { pages } from '#contract/pages.ts'
import type { ShowId } from '#domain/ids.ts'
import { showNameOf } from '#domain/shows/show-name.ts'
import { readTicketCode } from '#domain/entry/ticket-code.ts'
import type { TicketVerdict } from '#domain/entry/ticket-verdicts.ts'
import { useIdParam } from '#client/address/id-param.ts'
import { DeskRecord } from '#client/desk/desk-record.tsx'
import { NotFoundPage } from '#client/shell/not-found-page.tsx'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { ButtonLink } from '#client/ui/links.tsx'
import { ShowMoment } from '#client/ui/moment.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { DoorTable, searchTextOf } from './door-table.tsx'
import { type DoorList, doorListQuery, ticketCheckQuery } from './orders-admin.queries.ts'
import { texts } from './orders-admin.texts.ts'
import classes from './orders-admin.module.css'

/** Shows the door list of a show, to search on a phone and to print on paper. */
export function DoorListPage() {
  const id = useIdParam(pages.doorList)
  return id === undefined ? <NotFoundPage /> : <KnownShow id={id} />
}

function KnownShow({ id }: { readonly id: ShowId }) {
  const query = useQuery(doorListQuery(id))
  return (
    <DeskRecord title={texts.doorList} query={query} list={{ to: pages.boxOffice.href(), title: texts.boxOffice }}>
      {(list) => <List list={list} />}
    </DeskRecord>
  )
}

function List({ list: { show, entries } }: { readonly list: DoorList }) {
  const [text, setText] = useState('')
  const searchable = useMemo(() => entries.map((entry) => ({ entry, text: searchTextOf(entry) })), [entries])
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const isScanned = readTicketCode(text) !== undefined
  const check = useQuery({ ...ticketCheckQuery(show.id, text), enabled: isScanned })
  const found = isScanned
    ? entries.filter((entry) => entry.id === check.data?.ticketId)
    : searchable.filter((one) => words.every((word) => one.text.includes(word))).map(({ entry }) => entry)
  const bought = entries.filter(({ state }) => state === 'BOUGHT').length
  return (
    <Stack gap="lg" className={classes['doorList'] ?? ''}>
      <header>
        <PageHeading title={`${texts.doorList}: ${showNameOf(show)}`} />
        <Text c="dimmed">
          <ShowMoment at={show.startTime} zone={show.timeZone} /> · {show.locationName}
        </Text>
        <Text>{show.isCancelled ? texts.isCancelled : texts.counts(bought, entries.length - bought)}</Text>
      </header>
      <Group align="flex-end" className={classes['notOnPaper'] ?? ''}>
        <TextInput
          label={texts.searchDoor}
          type="search"
          w="24rem"
          maw="100%"
          value={text}
          onChange={({ currentTarget: { value } }) => setText(value)}
        />
        <ActionButton variant="default" onClick={() => print()}>
          {texts.printList}
        </ActionButton>
        <ButtonLink to={pages.sellTickets.href(show)} variant="default">
          {texts.toSell}
        </ButtonLink>
      </Group>
      {isScanned && <Verdict of={check} />}
      {found.length === 0 ? (
        !isScanned && <Text>{entries.length === 0 ? texts.noEntries : texts.noneFound}</Text>
      ) : (
        <DoorTable label={texts.doorList} showId={show.id} entries={found} zone={show.timeZone} />
      )}
    </Stack>
  )
}

type Check = { readonly of: UseQueryResult<{ verdict: TicketVerdict }> }

/** Tells what a scanned code is. */
function Verdict({ of: { data, error } }: Check) {
  const isValid = data?.verdict === 'VALID'
  return (
    <output className={classes['verdict']} data-valid={data ? isValid : undefined}>
      {data ? `${isValid ? '✓' : '✗'} ${texts.verdicts[data.verdict]}` : (error?.message ?? texts.checking)}
    </output>
  )
}
