import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listBankMovements } from '#contract/admin-bank-statements.ts'
import { pages } from '#contract/pages.ts'
import { isAssignable } from '#domain/payments/bank-movements.ts'
import { useUrlQuery } from '#client/address/url-query.ts'
import { DeskList } from '#client/desk/desk-list.tsx'
import { Card } from '#client/ui/cards/card.tsx'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { SelectField } from '#client/ui/forms/select-field.tsx'
import { type BankMovement, type Ending, movementsQuery } from './bank-movements.queries.ts'
import { texts } from './bank-movements.texts.ts'
import { EndMovementForm } from './end-movement-form.tsx'
import { MovementFacts } from './movement-facts.tsx'
import { RefundFiles } from './refund-files.tsx'
import { StatementUpload } from './statement-upload.tsx'

const choices = [
  { value: '', label: texts.shows.all },
  { value: 'needed', label: texts.shows.needed },
]

/** Books account statements, and lists their movements with what to do about those that do not fit. */
export function BankMovementsPage() {
  const { query, filterBy, refineBy, goToPage } = useUrlQuery(listBankMovements.query)
  const { text, needsSomebody } = query
  return (
    <DeskList
      title={pages.bankMovements.title}
      above={
        <Stack gap="md">
          <StatementUpload />
          <RefundFiles />
        </Stack>
      }
      search={{ label: texts.search, text }}
      onSearch={(wanted) => refineBy({ needsSomebody, text: wanted })}
      list={useQuery(movementsQuery(query))}
      pageIndex={query.pageIndex}
      onGo={goToPage}
      empty={texts.none}
      none={texts.noneYet}
      filters={
        <SelectField
          label={texts.show}
          data={choices}
          value={needsSomebody ? 'needed' : ''}
          onChange={({ currentTarget: { value } }) =>
            filterBy({ text, needsSomebody: value === 'needed' ? true : undefined })
          }
        />
      }
    >
      {(movement) => <MovementOfList movement={movement} />}
    </DeskList>
  )
}

function MovementOfList({ movement }: { readonly movement: BankMovement }) {
  const { amount, state, openAmount, note } = movement
  const [how, setHow] = useState<Ending['how']>()
  const isOpen = state === 'OPEN'
  return (
    <Card as="article">
      <Stack gap="xs">
        <MovementFacts order={2} movement={movement} note={isOpen ? texts.meaning(movement) : texts.states[state]} />
        {note !== null && <Text size="sm">{note}</Text>}
        {isOpen && openAmount < Math.abs(amount) && <Text size="sm">{texts.open(openAmount)}</Text>}
        {how && <EndMovementForm movement={movement} how={how} onClose={() => setHow(undefined)} />}
        {isOpen && (
          <Group gap="sm" display={how && 'none'}>
            {isAssignable(movement) && (
              <ActionButton variant="default" onClick={() => setHow('assign')}>
                {texts.assign}
              </ActionButton>
            )}
            {amount > 0 && (
              <ActionButton variant="default" onClick={() => setHow('payBack')}>
                {texts.payBack}
              </ActionButton>
            )}
            <ActionButton variant="default" onClick={() => setHow('ignore')}>
              {texts.ignore}
            </ActionButton>
          </Group>
        )}
      </Stack>
    </Card>
  )
}
