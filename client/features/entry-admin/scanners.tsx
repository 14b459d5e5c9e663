import { Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { placesOf } from './scanner-words.ts'
import { Card } from '#client/ui/cards/card.tsx'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { confirmed } from '#client/ui/feedback/confirm.tsx'
import { Moment } from '#client/ui/moment.tsx'
import rows from '#client/ui/lists/rows.module.css'
import { type ShowEntry, useRevoke } from './entry-admin.queries.ts'
import { texts } from './entry-admin.texts.ts'
import { PairPhone } from './pair-phone.tsx'

/** Lists the scanners of a show, pairs phones, and revokes lost ones. */
export function Scanners({ entry }: { readonly entry: ShowEntry }) {
  const [isPairing, setPairing] = useState(false)
  return (
    <Stack component="section" gap="md" aria-labelledby="entry-scanners">
      <Title order={2} id="entry-scanners">
        {texts.scanners}
      </Title>
      {entry.scanners.length === 0 ? (
        <Text>{texts.noScanners}</Text>
      ) : (
        <ul className={rows['list']}>
          {entry.scanners.map((scanner) => (
            <li key={scanner.id}>
              <Scanner scanner={scanner} zone={entry.show.timeZone} />
            </li>
          ))}
        </ul>
      )}
      {isPairing ? (
        <PairPhone entry={entry} onClose={() => setPairing(false)} />
      ) : (
        <div>
          <ActionButton onClick={() => setPairing(true)}>{texts.pair}</ActionButton>
        </div>
      )}
    </Stack>
  )
}

type ScannerProps = { readonly scanner: ShowEntry['scanners'][number]; readonly zone: string }

function Scanner({ scanner, zone }: ScannerProps) {
  const revoke = useRevoke(scanner.id)
  const ask = async () => {
    const question = { title: texts.revokeQuestion, details: texts.revokeDetails, confirm: texts.revoke }
    if (await confirmed(question)) revoke.act()
  }
  return (
    <Card as="article">
      <div className={rows['row']}>
        <div>
          <Text fw={600}>{scanner.name}</Text>
          <Text size="sm">{placesOf(scanner)}</Text>
          <Text size="sm" c="dimmed">
            {texts.lastSeen} <Moment at={scanner.lastSeenAt} zone={zone} />
          </Text>
          {scanner.missing > 0 && <Text fw={600}>⚠ {texts.missing(scanner.missing)}</Text>}
        </div>
        {scanner.revokedAt === null ? (
          <ActionButton
            variant="default"
            size="xs"
            isBusy={revoke.isPending}
            aria-label={texts.revokeLabel(scanner.name)}
            onClick={() => void ask()}
          >
            {texts.revoke}
          </ActionButton>
        ) : (
          <Text>{texts.revoked}</Text>
        )}
      </div>
    </Card>
  )
}
