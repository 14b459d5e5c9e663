import { SimpleGrid, Textarea, TextInput } from '@mantine/core'
import '@mantine/core/styles/SimpleGrid.layer.css'
import type { UseFormReturnType } from '@mantine/form'
import { cityOfZone, findTimeZone } from '#domain/time/time-zone-names.ts'
import type { Image } from '#contract/images.ts'
import { shopZone } from '#client/ui/moment.tsx'
import { ImageField } from '#client/forms/image-field.tsx'
import type { Location } from './locations-admin.queries.ts'
import { texts } from './locations-admin.texts.ts'

export type LocationValues = {
  name: string
  address: string
  postalCode: string
  city: string
  country: string
  timeZone: string
  travelText: string
  image: Image | null
}

const timeZones = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])]

/** Returns the values of the form for a location. A new location is in the time zone of the browser. */
export function valuesOf(location?: Location): LocationValues {
  const { name = '', address = '', postalCode = '', city = '', country = '' } = location ?? {}
  const { timeZone = shopZone(), travelText, imageId, imageName } = location ?? {}
  const image = imageId && imageName ? { id: imageId, name: imageName } : null
  return { name, address, postalCode, city, country, timeZone, travelText: travelText ?? '', image }
}

/** Converts form values to the body of the call. */
export function locationIn({ image, ...fields }: LocationValues) {
  return { ...fields, ...(image && { imageId: image.id }) }
}

type Props = { readonly form: UseFormReturnType<LocationValues> }

/** Shows the fields of a location. */
export function LocationFields({ form }: Props) {
  return (
    <>
      <TextInput label={texts.name} required {...form.getInputProps('name')} />
      <TextInput label={texts.address} required {...form.getInputProps('address')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label={texts.postalCode} required {...form.getInputProps('postalCode')} />
        <TextInput label={texts.city} required {...form.getInputProps('city')} />
      </SimpleGrid>
      <TextInput label={texts.country} required {...form.getInputProps('country')} />
      <TimeZoneField form={form} />
      <Textarea label={texts.travel} description={texts.travelHint} rows={4} {...form.getInputProps('travelText')} />
      <ImageField label={texts.picture} {...form.getInputProps('image')} />
    </>
  )
}

/** Takes a time zone by its name or its city, typed or chosen from a list that the browser filters by both. */
function TimeZoneField({ form }: Props) {
  const { onBlur, ...props } = form.getInputProps('timeZone')
  const complete = () => {
    const zone = findTimeZone(form.getValues().timeZone, timeZones)
    if (zone) form.setFieldValue('timeZone', zone)
  }
  return (
    <>
      <TextInput
        label={texts.timeZone}
        description={texts.timeZoneHint}
        list="time-zones"
        required
        {...props}
        onBlur={() => {
          complete()
          onBlur()
        }}
        onKeyDown={({ key }) => key === 'Enter' && complete()}
      />
      <datalist id="time-zones">
        {timeZones.map((zone) => (
          <option key={zone} value={zone}>
            {cityOfZone(zone)}
          </option>
        ))}
      </datalist>
    </>
  )
}
