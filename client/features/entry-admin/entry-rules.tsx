import { Checkbox, Stack, Text, Title } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { useState } from 'react'
import * as z from 'zod/mini'
import { OFFLINE_UNKNOWN } from '#domain/entry/entry.ts'
import { useEdit } from '#client/desk/use-edit.ts'
import { wallTimeField } from '#client/forms/time-fields.ts'
import { momentAt, wallTimeAt } from '#client/forms/wall-time.ts'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { WallTimeField } from '#client/ui/forms/date-time-field.tsx'
import { Form, useCheckedForm } from '#client/ui/forms/form.tsx'
import { SelectField } from '#client/ui/forms/select-field.tsx'
import { saveRules, type ShowEntry } from './entry-admin.queries.ts'
import { texts } from './entry-admin.texts.ts'
import classes from './entry-admin.module.css'

type Show = ShowEntry['show']
type Props = {
  readonly show: Show
  /** The bought tickets of the show. */
  readonly sold: number
  readonly onReload: () => Promise<{ readonly data: ShowEntry | undefined }>
}

const schema = z.object({
  reEntry: z.boolean(),
  offlineUnknown: z.enum(OFFLINE_UNKNOWN),
  liveCodes: z.boolean(),
  doorsOpenAt: wallTimeField(),
})

const valuesOf = ({ reEntry, offlineUnknown, liveCodes, doorsOpenAt, timeZone }: Show) => ({
  ...{ reEntry, offlineUnknown, liveCodes },
  doorsOpenAt: doorsOpenAt === null ? '' : wallTimeAt(doorsOpenAt, timeZone),
})

/** Edits the rules of a show's entry. The page loads them every few seconds; the form keeps those it began with. */
export function EntryRules({ show, sold, onReload }: Props) {
  const { id, timeZone } = show
  const [version, setVersion] = useState(show.version)
  const form = useCheckedForm({ schema, initialValues: valuesOf(show) })
  const reload = async () => {
    const { data } = await onReload()
    if (data) setVersion(data.show.version)
    return { data: data?.show }
  }
  const { onSubmit, onInvalid, isPending } = useEdit({
    form,
    save: ({ doorsOpenAt: wall, ...rules }) =>
      saveRules(id, { ...rules, version, ...(wall !== '' && { doorsOpenAt: momentAt(wall, timeZone) }) }),
    onReload: reload,
    valuesOf,
    success: texts.rulesSaved,
    failure: texts.rulesNotSaved,
    onSaved: reload,
  })
  return (
    <Stack component="section" gap="md" aria-labelledby="entry-rules">
      <Title order={2} id="entry-rules">
        {texts.rules}
      </Title>
      <Form
        form={form}
        label={texts.rules}
        className={classes['pairing']}
        onSubmit={(values) => onSubmit(values)}
        onInvalid={onInvalid}
      >
        <WallTimeField label={texts.doorsOpenAt} description={texts.venueTime} {...form.getInputProps('doorsOpenAt')} />
        <Checkbox label={texts.reEntry} {...form.getInputProps('reEntry', { type: 'checkbox' })} />
        <SelectField
          label={texts.offlineUnknown}
          data={OFFLINE_UNKNOWN.map((value) => ({ value, label: texts.unknowns[value] }))}
          {...form.getInputProps('offlineUnknown')}
        />
        <Checkbox
          label={texts.liveCodes}
          description={texts.liveCodesHelp}
          {...form.getInputProps('liveCodes', { type: 'checkbox' })}
        />
        <Text component="output" fw={600}>
          {form.values.liveCodes && !show.liveCodes && sold > 0 ? texts.liveCodesSold(sold) : ''}
        </Text>
        <div>
          <ActionButton type="submit" isBusy={isPending}>
            {texts.saveRules}
          </ActionButton>
        </div>
      </Form>
    </Stack>
  )
}
