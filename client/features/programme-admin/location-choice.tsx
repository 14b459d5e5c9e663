import { TextInput } from '@mantine/core'
import { pages } from '#contract/pages.ts'
import { ChoiceTable } from '#client/ui/forms/choice-table.tsx'
import { type ChosenLocation, loadLocations } from './show-choices.queries.ts'
import { texts } from './programme-admin.texts.ts'
import { useChoices } from './use-choices.ts'

type Props = {
  readonly value?: ChosenLocation | null
  readonly onChange: (location: ChosenLocation) => void
  readonly error?: string | undefined
}

const columns = [
  { name: texts.locationName, of: ({ name }: ChosenLocation) => name },
  { name: texts.cityAndCountry, of: ({ city, country }: ChosenLocation) => `${city}, ${country}` },
]

/** Chooses a location. */
export function LocationChoice(props: Props) {
  const { filterProps, table } = useChoices({
    key: 'locations',
    noFilters: { name: '', city: '', country: '' },
    load: loadLocations,
  })
  return (
    <ChoiceTable
      {...props}
      {...table}
      label={texts.location}
      columns={columns}
      nameOf={({ name }) => name}
      empty={texts.noLocations}
      creation={{ to: pages.createLocation.href(), title: pages.createLocation.title }}
      filters={
        <>
          <TextInput label={texts.locationName} type="search" {...filterProps('name')} />
          <TextInput label={texts.city} type="search" {...filterProps('city')} />
          <TextInput label={texts.country} type="search" {...filterProps('country')} />
        </>
      }
    />
  )
}
