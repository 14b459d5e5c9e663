import { Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import * as z from 'zod/mini'
import type { GivenProductState, ProductPublicationState, ProductState } from '#domain/product-states.ts'
import { useAction } from '#client/calls/use-action.ts'
import { tellAtFields } from '#client/forms/tell-at-fields.ts'
import { momentWhile } from '#client/forms/time-fields.ts'
import { Card } from '#client/ui/cards/card.tsx'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { toastSuccess } from '#client/ui/feedback/toasts.ts'
import { DateTimeField } from '#client/ui/forms/date-time-field.tsx'
import { Form, useCheckedForm } from '#client/ui/forms/form.tsx'
import { SelectField } from '#client/ui/forms/select-field.tsx'
import { ButtonLink, type PageAddress } from '#client/ui/links.tsx'
import { productSaleChoices, saleChoices, texts } from './publication.texts.ts'
import { PublicationBadge } from './publication-badge.tsx'
import { publishFields, publishingIn, type PublishValues, timeOfPublishing } from './publish-choice.ts'
import { PublishFields } from './publish-fields.tsx'
import { saleStartFields, saleStartIn, saleStartOf, type SaleStartValues, timeOfSaleStart } from './sale-start.ts'
import { SaleStartFields } from './sale-start-fields.tsx'

/** The choice from when a show, and until when a show or a product is sold. */
type SaleValues = SaleStartValues & { sale: 'START' | 'UNTIL' | 'NOW'; saleEnd: string }

/** `saleStartsAt` and `saleEndsAt` are of shows, `state` of products. */
type Published = {
  publication: ProductPublicationState
  publishedFrom: string | null
  saleStartsAt?: string | null
  saleEndsAt?: string | null
  state?: ProductState
}
type Choice = ReturnType<typeof publishingIn> & { saleStartsAt?: string; saleEndsAt?: string }

type Props = {
  readonly record: Published
  /** Why visitors do not see the record although it is published itself. */
  readonly note?: string | false
  /** The public page, which administrators see before it is published. */
  readonly preview: PageAddress
  readonly save: (choice: Choice, state: GivenProductState) => Promise<unknown>
  readonly onSaved: () => unknown
}

const saleFields = { ...saleStartFields, sale: z.enum(['START', 'UNTIL', 'NOW']), saleEnd: z.string() }
const schema = z.object({ ...publishFields, ...saleFields }).check(
  timeOfPublishing,
  timeOfSaleStart,
  momentWhile('saleEnd', ({ sale }: { sale: string; saleEnd: string }) => sale === 'UNTIL'),
)

/** Shows and changes when visitors see a record and, of a show or a product, when it is sold. */
export function Publication({ record, note, preview, save, onSaved }: Props) {
  const isShow = record.saleEndsAt !== undefined
  const isProduct = record.state !== undefined
  const form = useCheckedForm({ schema, initialValues: valuesOf(record) })
  const { sale } = form.values
  const [isOpen, setOpen] = useState(false)
  const { act, isPending } = useAction({
    mutationFn: (values: PublishValues & SaleValues) =>
      save({ ...publishingIn(values), ...(isShow && saleIn(values)) }, values.sale === 'NOW' ? 'OFF_SALE' : 'ON_SALE'),
    onSuccess: () => {
      toastSuccess(texts.saved)
      setOpen(false)
      return onSaved()
    },
    onError: (error) => {
      tellAtFields(form, error)
      void onSaved()
    },
  })
  return (
    <Card as="section">
      <Stack gap="sm">
        <Group justify="space-between">
          <Group gap="sm">
            <Title order={2} size="h4">
              {texts.publication}
            </Title>
            <PublicationBadge state={record.publication} />
          </Group>
          <Group gap="sm">
            <ButtonLink to={preview} variant="default">
              {record.publication === 'PUBLISHED' ? texts.view : texts.preview}
            </ButtonLink>
            <ActionButton variant="default" onClick={() => setOpen(!isOpen)} aria-expanded={isOpen}>
              {texts.change}
            </ActionButton>
          </Group>
        </Group>
        {note && <Text size="sm">{note}</Text>}
        {isOpen && (
          <Form form={form} label={texts.publication} onSubmit={act}>
            <Stack gap="sm">
              {isProduct && (
                <SelectField label={texts.saleOfProduct} data={productSaleChoices} {...form.getInputProps('sale')} />
              )}
              {!(isProduct && sale === 'NOW') && <PublishFields form={form} />}
              {isShow && sale !== 'NOW' && <SaleStartFields form={form} />}
              {isShow && <SelectField label={texts.sale} data={saleChoices} {...form.getInputProps('sale')} />}
              {isShow && sale === 'UNTIL' && (
                <DateTimeField
                  label={texts.saleEnd}
                  description={texts.ownTime}
                  required
                  {...form.getInputProps('saleEnd')}
                />
              )}
              <Text size="sm" c="dimmed">
                {isProduct ? texts.consequenceOfProduct : texts.consequence}
              </Text>
              <ActionButton type="submit" isBusy={isPending}>
                {texts.save}
              </ActionButton>
            </Stack>
          </Form>
        )}
      </Stack>
    </Card>
  )
}

function valuesOf({ publishedFrom, saleStartsAt, saleEndsAt = null, state }: Published): PublishValues & SaleValues {
  const isLater = publishedFrom !== null && Date.parse(publishedFrom) > Date.now()
  return {
    publish: publishedFrom === null ? 'DRAFT' : isLater ? 'LATER' : 'NOW',
    publishFrom: isLater ? publishedFrom : '',
    ...saleStartOf(saleStartsAt),
    sale: state === 'OFF_SALE' ? 'NOW' : saleEndsAt === null ? 'START' : 'UNTIL',
    saleEnd: saleEndsAt ?? '',
  }
}

/** Converts the choice of a show to fields of a call. The start of a sale that ends now no longer matters. */
function saleIn({ sale, saleEnd, ...start }: SaleValues) {
  if (sale === 'NOW') return { saleEndsAt: new Date().toISOString() }
  return { ...saleStartIn(start), ...(sale === 'UNTIL' && { saleEndsAt: saleEnd }) }
}
