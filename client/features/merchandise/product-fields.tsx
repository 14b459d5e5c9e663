import { Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { ImageField } from '#client/forms/image-field.tsx'
import { texts } from './merchandise.texts.ts'
import type { ProductValues } from './product-form.ts'
import classes from './product-fields.module.css'

type Props<Values extends ProductValues> = {
  readonly form: UseFormReturnType<Values>
  readonly priceHint: string
}

/** Shows the fields of a product. */
export function ProductFields<Values extends ProductValues>({ form, priceHint }: Props<Values>) {
  return (
    <>
      <TextInput label={texts.name} required {...form.getInputProps('name')} />
      <Textarea label={texts.description} rows={3} required {...form.getInputProps('description')} />
      <div className={classes['numbers']}>
        <TextInput
          label={texts.price}
          description={priceHint}
          inputMode="decimal"
          required
          {...form.getInputProps('price')}
        />
        <TextInput
          label={texts.pointsOfPiece}
          description={texts.pointsHint}
          inputMode="numeric"
          required
          {...form.getInputProps('points')}
        />
        <TextInput label={texts.stock} inputMode="numeric" required {...form.getInputProps('stock')} />
        <TextInput
          label={texts.itemsPerCustomer}
          description={texts.itemsHint}
          inputMode="numeric"
          required
          {...form.getInputProps('itemsPerCustomer')}
        />
      </div>
      <ImageField label={texts.image} required {...form.getInputProps('image')} />
    </>
  )
}
