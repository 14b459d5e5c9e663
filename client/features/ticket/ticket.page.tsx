import { Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/endpoint.ts'
import { pages } from '#contract/pages.ts'
import type { getOwnTicket } from '#contract/ticket-codes.ts'
import type { TicketId } from '#domain/ids.ts'
import { showNameOf } from '#domain/show-name.ts'
import { useIdParam } from '#client/address/id-param.ts'
import { ApiError, isNotFound } from '#client/calls/api-error.ts'
import { placeOf } from '#client/names/ticket-name.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { LoadFailed } from '#client/ui/feedback/load-failed.tsx'
import { ButtonLink, TextLink } from '#client/ui/links.tsx'
import { Moment } from '#client/ui/moment.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { QrCode } from '#client/ui/qr-code.tsx'
import { ownTicketQuery } from './ticket.queries.ts'
import { texts } from './ticket.texts.ts'
import classes from './ticket.module.css'

/** Shows one of the customer's tickets with the code that opens the door. */
export function TicketPage() {
  const id = useIdParam(pages.ticket)
  return id === undefined ? <Invalid text={texts.notFound} /> : <KnownTicket id={id} />
}

function KnownTicket({ id }: { readonly id: TicketId }) {
  const { data, error, refetch } = useQuery(ownTicketQuery(id))
  if (isNotFound(error)) return <Invalid text={texts.notFound} />
  if (error instanceof ApiError && error.status === 410) return <Invalid text={error.message} />
  if (data) return <Ticket found={data} />
  if (error) return <LoadFailed text={error.message} onRetry={() => void refetch()} />
  return <Skeleton height="30rem" maw="26rem" />
}

function Invalid({ text }: { readonly text: string }) {
  return (
    <Stack gap="lg">
      <PageHeading title={texts.title} />
      <EmptyState text={text}>
        <ButtonLink to={pages.ownTickets.href()}>{texts.toTickets}</ButtonLink>
      </EmptyState>
    </Stack>
  )
}

type Props = { readonly found: ReplyOf<typeof getOwnTicket> }

function Ticket({ found: { ticket, code, doorCode, boughtIds } }: Props) {
  const { eventShow } = ticket
  return (
    <Stack gap="lg">
      <PageHeading title={showNameOf(eventShow)} />
      <article className={classes['ticket']}>
        {code === null ? (
          <Stack gap="sm" align="flex-start">
            <Text>{texts.reserved}</Text>
            <ButtonLink to={pages.checkout.href()}>{texts.toCheckout}</ButtonLink>
          </Stack>
        ) : (
          <div className={classes['code']}>
            <QrCode text={code} label={texts.qrCode} />
          </div>
        )}
        <Stack gap="0.25rem">
          <Text fw={600} size="lg">
            {placeOf(ticket)}
          </Text>
          <Text>
            <Moment at={eventShow.startTime} zone={eventShow.timeZone} />
          </Text>
          <Text>{eventShow.locationName}</Text>
        </Stack>
        {doorCode !== null && (
          <div>
            <Text size="sm" c="dimmed">
              {texts.doorCode}
            </Text>
            <span className={classes['typed']}>{inGroups(doorCode)}</span>
            <Text size="sm" c="dimmed" mt="xs">
              {texts.keepSecret}
            </Text>
          </div>
        )}
      </article>
      <Others id={ticket.id} boughtIds={boughtIds} />
      <TextLink to={pages.ownTickets.href()}>{texts.toTickets}</TextLink>
    </Stack>
  )
}

/** Leads to the customer's other tickets of the show. */
function Others({ id, boughtIds }: { readonly id: TicketId; readonly boughtIds: readonly TicketId[] }) {
  const position = boughtIds.indexOf(id)
  if (position < 0 || boughtIds.length < 2) return null
  const [previous, next] = [boughtIds[position - 1], boughtIds[position + 1]]
  return (
    <Group component="nav" gap="sm" aria-label={texts.others}>
      {previous !== undefined && (
        <ButtonLink variant="default" to={pages.ticket.href({ id: previous })}>
          {texts.previous}
        </ButtonLink>
      )}
      <Text>{texts.ofMany(position + 1, boughtIds.length)}</Text>
      {next !== undefined && (
        <ButtonLink variant="default" to={pages.ticket.href({ id: next })}>
          {texts.next}
        </ButtonLink>
      )}
    </Group>
  )
}

/** Writes a code in two groups of four characters. */
const inGroups = (doorCode: string) => `${doorCode.slice(0, 4)} ${doorCode.slice(4)}`
