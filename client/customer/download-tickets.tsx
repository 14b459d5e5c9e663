import { Group } from '@mantine/core'
import { IconDeviceMobile, IconPrinter } from '@tabler/icons-react'
import { SHEET_FORMATS, type SheetFormat } from '#domain/ticket-sheet/sheet.ts'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { type TicketsToPrint, useDownloadTickets } from './ticket-downloads.ts'

const labels: Record<SheetFormat, (isOne: boolean) => string> = {
  A4: (isOne) => `${isOne ? 'Ticket' : 'Tickets'} to print (PDF)`,
  PHONE: (isOne) => `${isOne ? 'Ticket' : 'Tickets'} for the phone (PDF)`,
}
const icons = { A4: IconPrinter, PHONE: IconDeviceMobile }

/** Downloads tickets as a PDF file: on A4 to fold, or in pages of a phone's size. */
export function DownloadTickets(filter: TicketsToPrint) {
  return (
    <Group gap="sm">
      {SHEET_FORMATS.map((format) => (
        <DownloadButton key={format} format={format} filter={filter} />
      ))}
    </Group>
  )
}

type Props = { readonly format: SheetFormat; readonly filter: TicketsToPrint }

function DownloadButton({ format, filter }: Props) {
  const { act, isPending } = useDownloadTickets(filter)
  const Icon = icons[format]
  return (
    <ActionButton
      variant="default"
      leftSection={<Icon size={18} aria-hidden />}
      isBusy={isPending}
      onClick={() => act(format)}
    >
      {labels[format](filter.ticketId !== undefined)}
    </ActionButton>
  )
}
