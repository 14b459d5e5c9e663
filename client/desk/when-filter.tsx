import { SelectField } from '#client/ui/forms/select-field.tsx'

type When = 'coming' | 'past'

const texts = { label: 'Time', all: 'All Shows', coming: 'Coming', past: 'Past' }

const choices = [
  { value: '', label: texts.all },
  { value: 'coming', label: texts.coming },
  { value: 'past', label: texts.past },
]

type Props = { readonly value: When | undefined; readonly onFilter: (when: When | undefined) => void }

/** Filters shows by whether they have started. */
export function WhenFilter({ value, onFilter }: Props) {
  return (
    <SelectField
      label={texts.label}
      data={choices}
      value={value ?? ''}
      onChange={({ currentTarget: { value: chosen } }) =>
        onFilter(chosen === 'coming' || chosen === 'past' ? chosen : undefined)
      }
    />
  )
}
