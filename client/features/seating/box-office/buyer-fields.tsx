import { Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Buyer } from '#contract/box-office.ts'
import { buyersQuery } from './box-office.queries.ts'
import { texts } from './box-office.texts.ts'
import classes from './box-office.module.css'

const TYPING_MS = 300

type Props = {
  readonly chosen: Buyer | undefined
  readonly error: string | undefined
  readonly onChoose: (buyer: Buyer) => void
}

/** Finds a customer by name or email. */
export function BuyerFields({ chosen, error, onChoose }: Props) {
  const [text, setText] = useState('')
  const [wanted] = useDebouncedValue(text, TYPING_MS)
  const { data } = useQuery(buyersQuery(wanted))
  return (
    <Stack gap="xs">
      <TextInput
        label={texts.findBuyer}
        type="search"
        value={text}
        error={error}
        onChange={({ currentTarget: { value } }) => setText(value)}
      />
      {wanted !== '' && data?.total === 0 && <Text size="sm">{texts.nobody}</Text>}
      {data && data.total > 0 && (
        <ul className={classes['buyers']}>
          {data.elements.map((buyer) => (
            <li key={buyer.id}>
              <UnstyledButton
                className={classes['buyer']}
                aria-pressed={buyer.id === chosen?.id}
                onClick={() => onChoose(buyer)}
              >
                {buyer.firstName} {buyer.lastName}
                <Text span size="sm" c="dimmed" display="block">
                  {buyer.email}
                </Text>
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
    </Stack>
  )
}
