import { Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { messages } from '#contract/fields.ts'
import type { Image } from '#contract/images.ts'
import { createProduct, newProduct } from '#contract/merchandise.ts'
import { call } from '#client/api.ts'
import { ImageField } from '#client/image-field.tsx'
import { euroField, wholeField } from '#client/number-fields.ts'
import { paths } from '#client/paths.ts'
import { useSession } from '#client/session.ts'
import { CreationForm } from '#client/ui/creation-form.tsx'
import { useCheckedForm } from '#client/ui/form.tsx'
import { useCreation } from '#client/use-creation.ts'
import { texts } from './merchandise.texts.ts'
import classes from './create-product.module.css'

type Values = {
  name: string
  description: string
  price: string
  points: string
  stock: string
  itemsPerCustomer: string
  image: Image | null
}

const initial: Values = {
  name: '',
  description: '',
  price: '0',
  points: '0',
  stock: '1',
  itemsPerCustomer: '1',
  image: null,
}

/** Only administrators give things away. */
const formFor = (isAdmin: boolean) =>
  z.extend(z.pick(newProduct, { name: true, description: true }), {
    price: euroField(isAdmin ? 0 : 1),
    points: wholeField(0),
    stock: wholeField(1),
    itemsPerCustomer: wholeField(1),
    image: z.custom<Image>((value) => value !== null, { error: messages.image }),
  })

const forms = { admin: formFor(true), customer: formFor(false) }

/** Makes a product; a plain user's waits for an administrator (specification, section 2.17). */
export function CreateProductPage() {
  const navigate = useNavigate()
  const isAdmin = useSession().role === 'ADMIN'
  const schema = isAdmin ? forms.admin : forms.customer
  const form = useCheckedForm({ schema, initialValues: initial })
  const creation = useCreation({
    form,
    create: (values) => {
      const { image, ...product } = z.parse(schema, values)
      return call(createProduct, { body: { ...product, imageId: image.id } })
    },
    success: texts.created,
    failure: texts.notCreated,
    onMade: () => navigate({ to: paths.merchandise }),
  })
  return (
    <CreationForm
      {...creation}
      title={texts.create}
      lead={isAdmin ? texts.createLead : `${texts.createLead} ${texts.publishedFirst}`}
      action={texts.create}
      cancelTo={isAdmin ? paths.admin : paths.merchandise}
    >
      <TextInput label={texts.name} required {...form.getInputProps('name')} />
      <Textarea label={texts.description} rows={3} required {...form.getInputProps('description')} />
      <div className={classes['numbers']}>
        <TextInput label={texts.price} inputMode="decimal" required {...form.getInputProps('price')} />
        <TextInput
          label={texts.pointsOfPiece}
          description={texts.pointsHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          inputMode="numeric"
          required
          {...form.getInputProps('points')}
        />
        <TextInput label={texts.stock} inputMode="numeric" required {...form.getInputProps('stock')} />
        <TextInput
          label={texts.itemsPerCustomer}
          description={texts.itemsHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          inputMode="numeric"
          required
          {...form.getInputProps('itemsPerCustomer')}
        />
      </div>
      <ImageField label={texts.image} required {...form.getInputProps('image')} />
    </CreationForm>
  )
}
