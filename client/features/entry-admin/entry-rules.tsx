import { Checkbox, Stack, Title } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import * as z from 'zod/mini'
import { OFFLINE_UNKNOWN } from '#domain/entry.ts'
import { momentAt, wallTimeAt } from '#client/forms/wall-time.ts'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { WallTimeField } from '#client/ui/forms/date-time-field.tsx'
import { Form, useCheckedForm } from '#client/ui/forms/form.tsx'
import { SelectField } from '#client/ui/forms/select-field.tsx'
import { type ShowEntry, useSaveRules } from './entry-admin.queries.ts'
import { texts } from './entry-admin.texts.ts'
import classes from './entry-admin.module.css'

const schema = z.object({ reEntry: z.boolean(), offlineUnknown: z.enum(OFFLINE_UNKNOWN), doorsOpenAt: z.string() })

/** Edits the rules of a show's entry. */
export function EntryRules({ show }: { readonly show: ShowEntry['show'] }) {
  const { reEntry, offlineUnknown, doorsOpenAt, timeZone } = show
  const form = useCheckedForm({
    schema,
    initialValues: {
      ...{ reEntry, offlineUnknown },
      doorsOpenAt: doorsOpenAt === null ? '' : wallTimeAt(doorsOpenAt, timeZone),
    },
  })
  const save = useSaveRules(show.id)
  return (
    <Stack component="section" gap="md" aria-labelledby="entry-rules">
      <Title order={2} id="entry-rules">
        {texts.rules}
      </Title>
      <Form
        form={form}
        label={texts.rules}
        className={classes['pairing']}
        onSubmit={({ doorsOpenAt: wall, ...rules }) =>
          save.act({ ...rules, ...(wall !== '' && { doorsOpenAt: momentAt(wall, timeZone) }) })
        }
      >
        <WallTimeField label={texts.doorsOpenAt} description={texts.venueTime} {...form.getInputProps('doorsOpenAt')} />
        <Checkbox label={texts.reEntry} {...form.getInputProps('reEntry', { type: 'checkbox' })} />
        <SelectField
          label={texts.offlineUnknown}
          data={OFFLINE_UNKNOWN.map((value) => ({ value, label: texts.unknowns[value] }))}
          {...form.getInputProps('offlineUnknown')}
        />
        <div>
          <ActionButton type="submit" isBusy={save.isPending}>
            {texts.saveRules}
          </ActionButton>
        </div>
      </Form>
    </Stack>
  )
}
