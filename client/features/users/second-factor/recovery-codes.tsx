import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { saveFile } from '#client/ui/save-file.ts'
import { texts } from './second-factor.texts.ts'
import classes from './second-factor.module.css'

type Props = { readonly codes: readonly string[]; readonly onDone: () => void }

/** Shows recovery codes once. */
export function RecoveryCodes({ codes, onDone }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const save = () => saveFile(texts.file, new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }))
  return (
    <Stack>
      <Title order={3} size="h4" ref={heading} tabIndex={-1}>
        {texts.recoveryCodes}
      </Title>
      <Text>{texts.recoveryLead}</Text>
      <ul className={classes['codes']} aria-label={texts.recoveryCodes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="sm">
        <Button variant="default" onClick={save}>
          {texts.save}
        </Button>
        <Button onClick={onDone}>{texts.kept}</Button>
      </Group>
    </Stack>
  )
}
