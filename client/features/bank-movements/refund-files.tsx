import { Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pages } from '#contract/pages.ts'
import { DownloadButton } from '#client/desk/export-button.tsx'
import { ReasonForm } from '#client/desk/reason-form.tsx'
import { Card } from '#client/ui/cards/card.tsx'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { TextLink } from '#client/ui/links.tsx'
import { ShopTime } from '#client/ui/moment.tsx'
import {
  downloadFile,
  type FileEnding,
  type RefundFile,
  type RefundFiles as Found,
  refundFilesQuery,
  useEndFile,
  useMakeFile,
} from './refund-files.queries.ts'
import { texts } from './refund-files.texts.ts'

/** Makes files for the bank that pay owed refunds, and lists those that are not paid yet. Nothing without any. */
export function RefundFiles() {
  const { data } = useQuery(refundFilesQuery())
  const { act: make, isPending } = useMakeFile()
  if (!data) return null
  const { payable, withoutAccount, files } = data
  if (payable.count + withoutAccount.length + files.length === 0) return null
  return (
    <Card as="section" aria-label={texts.title}>
      <Stack gap="md">
        <Title order={2} size="h3">
          {texts.title}
        </Title>
        {payable.count > 0 && (
          <div>
            <Text fw={600}>{texts.payable(payable.count, payable.amount)}</Text>
            <Text size="sm" c="dimmed" mb="xs">
              {texts.makeHint}
            </Text>
            <ActionButton isBusy={isPending} onClick={() => make()}>
              {texts.make}
            </ActionButton>
          </div>
        )}
        {files.map((file) => (
          <OpenFile key={file.id} file={file} />
        ))}
        {withoutAccount.length > 0 && <WithoutAccount refunds={withoutAccount} />}
      </Stack>
    </Card>
  )
}

function OpenFile({ file: { id, madeAt, madeBy, open, openAmount } }: { readonly file: RefundFile }) {
  const [how, setHow] = useState<FileEnding>()
  return (
    <div>
      <Title order={3} size="h4">
        {texts.file(id)}
      </Title>
      <Text size="sm">{texts.open(open, openAmount)}</Text>
      <Text size="sm" c="dimmed" mb="xs">
        <ShopTime at={madeAt} /> · {madeBy}
      </Text>
      {how && <EndFileForm id={id} how={how} onClose={() => setHow(undefined)} />}
      <Group gap="sm" display={how && 'none'}>
        <DownloadButton
          label={texts.download}
          fileName={`refunds-${id}.xml`}
          download={(progress) => downloadFile(id, progress)}
        />
        <ActionButton variant="default" onClick={() => setHow('paid')}>
          {texts.paid}
        </ActionButton>
        <ActionButton variant="default" onClick={() => setHow('withdraw')}>
          {texts.withdraw}
        </ActionButton>
      </Group>
    </div>
  )
}

type EndProps = { readonly id: RefundFile['id']; readonly how: FileEnding; readonly onClose: () => void }

function EndFileForm({ id, how, onClose }: EndProps) {
  const { act, isPending } = useEndFile({ id, how }, onClose)
  const hint = how === 'paid' ? texts.paidHint : texts.withdrawHint
  return (
    <ReasonForm
      title={texts[how]}
      hint={hint}
      action={texts[how]}
      isPending={isPending}
      onReason={act}
      onClose={onClose}
    />
  )
}

function WithoutAccount({ refunds }: { readonly refunds: Found['withoutAccount'] }) {
  return (
    <div>
      <Title order={3} size="h4">
        {texts.withoutAccount}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {texts.withoutAccountHint}
      </Text>
      <ul aria-label={texts.withoutAccount}>
        {refunds.map(({ id, paymentId, recipient, amount }) => (
          <li key={id}>
            <TextLink to={pages.adminPayment.href({ id: paymentId })}>
              {texts.owed(paymentId, recipient, amount)}
            </TextLink>
          </li>
        ))}
      </ul>
    </div>
  )
}
