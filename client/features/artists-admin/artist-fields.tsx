import { Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ChangeEvent } from 'react'
import type { Image } from '#contract/images.ts'
import { ImageField } from '#client/forms/image-field.tsx'
import type { Artist } from './artists-admin.queries.ts'
import { texts } from './artists-admin.texts.ts'

export type ArtistValues = {
  firstName: string
  lastName: string
  stageName: string
  description: string
  image: Image | null
}

/** Returns the values of the form for an artist, or empty ones for a new artist. */
export function valuesOf(artist?: Artist): ArtistValues {
  const { firstName = '', lastName = '', stageName = '', description, imageId, imageName } = artist ?? {}
  const image = imageId && imageName ? { id: imageId, name: imageName } : null
  return { firstName, lastName, stageName, description: description ?? '', image }
}

/** Converts form values to the body of the call. */
export function artistIn({ image, ...fields }: ArtistValues) {
  return { ...fields, ...(image && { imageId: image.id }) }
}

/** Shows the fields of an artist. */
export function ArtistFields({ form }: { readonly form: UseFormReturnType<ArtistValues> }) {
  return (
    <>
      <TextInput label={texts.stageName} {...nameProps(form, 'stageName')} />
      <TextInput label={texts.firstName} {...nameProps(form, 'firstName')} />
      <TextInput label={texts.lastName} {...nameProps(form, 'lastName')} />
      <Textarea
        label={texts.description}
        description={texts.descriptionHint}
        rows={6}
        {...form.getInputProps('description')}
      />
      <ImageField label={texts.picture} {...form.getInputProps('image')} />
    </>
  )
}

const NAMES = ['stageName', 'firstName', 'lastName'] as const

/** Returns the props of one of the names. They are checked together when the form is sent, and corrected by any. */
function nameProps(form: UseFormReturnType<ArtistValues>, field: (typeof NAMES)[number]) {
  const { onChange, onBlur: _, ...props } = form.getInputProps(field)
  return {
    ...props,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      onChange(event)
      for (const name of NAMES) form.clearFieldError(name)
    },
  }
}
