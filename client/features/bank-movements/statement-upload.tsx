import { Checkbox, Group, Stack, Text, Title } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { useState } from 'react'
import { MAX_STATEMENT_BYTES } from '#contract/admin-bank-statements.ts'
import { Card } from '#client/ui/cards/card.tsx'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { FileField } from '#client/ui/forms/file-field.tsx'
import { type CheckedStatement, useBook, useCheck } from './bank-movements.queries.ts'
import { texts } from './bank-movements.texts.ts'
import { MovementFacts } from './movement-facts.tsx'

/** Reads a statement as soon as it is chosen, shows what it says, and books it on request. */
export function StatementUpload() {
  const [file, setFile] = useState<File>()
  const [error, setError] = useState<string>()
  const [statement, setStatement] = useState<CheckedStatement>()
  const [uploads, setUploads] = useState(0)
  const { act: check } = useCheck(setStatement)
  const clear = () => {
    setFile(undefined)
    setStatement(undefined)
  }
  const finish = () => {
    clear()
    setUploads(uploads + 1)
  }
  const take = (chosen: File | undefined) => {
    clear()
    const isTooLarge = chosen !== undefined && chosen.size > MAX_STATEMENT_BYTES
    setError(isTooLarge ? texts.fileTooLarge : undefined)
    if (!chosen || isTooLarge) return
    setFile(chosen)
    check(chosen)
  }
  return (
    <Card as="section" aria-label={texts.upload}>
      <Stack gap="md">
        <FileField
          // A new field names no file, and takes the same one again.
          key={uploads}
          label={texts.file}
          description={texts.fileHint}
          accept=".xml,.csv,application/xml,text/xml,text/csv"
          error={error}
          maw="40rem"
          onChange={({ currentTarget }) => take(currentTarget.files?.[0])}
        />
        {file && statement && <Preview file={file} statement={statement} onBooked={finish} />}
      </Stack>
    </Card>
  )
}

type Props = { readonly file: File; readonly statement: CheckedStatement; readonly onBooked: () => void }

function Preview({ file, statement: { movements, refunds, skipped }, onBooked }: Props) {
  const { act: book, isPending } = useBook(onBooked)
  const [others, setOthers] = useState<readonly string[]>([])
  const fresh = movements.filter(({ isKnown, otherKey }) => !isKnown || others.includes(otherKey ?? ''))
  const fitting = fresh.filter(({ finding }) => finding === 'EXACT').length
  return (
    <Stack gap="sm">
      <Title order={2} size="h3">
        {texts.preview}
      </Title>
      <Text>
        {texts.summary({
          ...{ fitting, refunds, skipped },
          left: fresh.length - fitting,
          known: movements.length - fresh.length,
        })}
      </Text>
      {fresh.length < movements.length && (
        <Text size="sm" c="dimmed">
          {texts.knownHint}
        </Text>
      )}
      {movements.map((movement, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the movements of a file never change
        <div key={index}>
          <MovementFacts
            order={3}
            movement={movement}
            note={movement.isKnown ? texts.known : texts.meaning(movement)}
          />
          <OtherChoice otherKey={movement.otherKey} others={others} onChange={setOthers} />
        </div>
      ))}
      <Group>
        <ActionButton isBusy={isPending} onClick={() => book({ file, others })}>
          {texts.book}
        </ActionButton>
      </Group>
    </Stack>
  )
}

type OtherProps = {
  readonly otherKey: string | null
  readonly others: readonly string[]
  readonly onChange: (others: readonly string[]) => void
}

/** Lets an administrator say that a movement is another one than the stored one that it equals. */
function OtherChoice({ otherKey, others, onChange }: OtherProps) {
  if (otherKey === null) return null
  return (
    <Checkbox
      mt="xs"
      label={texts.isOther}
      checked={others.includes(otherKey)}
      onChange={({ currentTarget: { checked } }) =>
        onChange(checked ? [...others, otherKey] : others.filter((key) => key !== otherKey))
      }
    />
  )
}
