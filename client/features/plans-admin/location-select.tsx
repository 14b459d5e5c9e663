import type { NativeSelectProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { SelectField } from '#client/ui/forms/select-field.tsx'
import { locationChoicesQuery } from './plans-admin.queries.ts'
import { texts } from './plans-admin.texts.ts'

/** Selects a location by its id. The empty value is none. */
export function LocationSelect({ none, ...props }: NativeSelectProps & { readonly none: string }) {
  const { data } = useQuery(locationChoicesQuery)
  const choices = (data?.elements ?? []).map(({ id, name, city }) => ({ value: `${id}`, label: `${name}, ${city}` }))
  return (
    <SelectField
      {...props}
      label={texts.location}
      description={data?.total === 0 ? texts.noLocations : undefined}
      data={[{ value: '', label: none }, ...choices]}
    />
  )
}
