import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { listOwnCancelledShows } from '#contract/cancelled-shows.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { pages } from '#contract/pages.ts'
import { euro } from '#domain/money.ts'
import { showTimeText } from '#domain/shows/programme-words.ts'
import { showNameOf } from '#domain/shows/show-name.ts'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { TextLink } from '#client/ui/links.tsx'
import { cancelledShowsQuery } from './cancelled-shows.queries.ts'
import { texts } from './cancelled-shows.texts.ts'

type CancelledShow = ReplyOf<typeof listOwnCancelledShows>['elements'][number]

/** Lists cancelled shows of the customer's tickets and reservations, with the refund invoices. */
export function CancelledShows() {
  const { data } = useQuery(cancelledShowsQuery)
  if (!data?.total) return null
  return (
    <Stack gap="sm" component="section" aria-label={texts.cancelledShows}>
      {data.elements.map((show) => (
        <Notice key={show.id} kind="info">
          <Cancelled show={show} />
        </Notice>
      ))}
    </Stack>
  )
}

function Cancelled({ show }: { readonly show: CancelledShow }) {
  const { refunds, wasBought } = show
  return (
    <>
      <Text fw={600}>{texts.cancelled(`${showNameOf(show)}, ${showTimeText(show.startTime, show.timeZone)}`)}</Text>
      <Text>{show.reason}</Text>
      {!wasBought && <Text>{texts.nothingPaid}</Text>}
      {wasBought && refunds.length === 0 && <Text>{texts.refundComing}</Text>}
      {refunds.map((refund) => (
        <Text key={refund.id}>
          <TextLink to={pages.invoice.href(refund)}>
            {texts.refunded(euro(refund.total), refund.invoiceNumber)}
          </TextLink>
        </Text>
      ))}
    </>
  )
}
