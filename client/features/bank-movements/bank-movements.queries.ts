import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import {
  assignBankMovement,
  bookBankStatement,
  checkBankStatement,
  ignoreBankMovement,
  listBankMovements,
  payBackBankMovement,
} from '#contract/admin-bank-statements.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { ROWS_PER_PAGE } from '#contract/fields.ts'
import type { PaymentId } from '#domain/ids.ts'
import { call, uploadFile } from '#client/api.ts'
import { useAction } from '#client/calls/use-action.ts'
import { useEnding } from '#client/desk/use-ending.ts'
import { toastSuccess } from '#client/ui/feedback/toasts.ts'
import { texts } from './bank-movements.texts.ts'

export type BankMovement = ReplyOf<typeof listBankMovements>['elements'][number]
export type CheckedStatement = ReplyOf<typeof checkBankStatement>

/** Queries one page of movements. */
export const movementsQuery = (query: z.input<typeof listBankMovements.query>) =>
  queryOptions({
    queryKey: ['bank-movements', query],
    queryFn: ({ signal }) => call(listBankMovements, { query: { ...query, pageSize: ROWS_PER_PAGE }, signal }),
    placeholderData: keepPreviousData,
  })

/** Reads a statement without booking it. */
export function useCheck(onChecked: (statement: CheckedStatement) => void) {
  return useAction({ mutationFn: (file: File) => uploadFile(checkBankStatement, file), onSuccess: onChecked })
}

/** Books a statement. */
export function useBook(onBooked: () => void) {
  const client = useQueryClient()
  return useAction({
    mutationFn: ({ file, others }: { file: File; others: readonly string[] }) =>
      uploadFile(bookBankStatement, file, {
        query: { fileName: file.name, ...(others.length > 0 && { others: others.join(',') }) },
      }),
    onSuccess: ({ booked, open, paidBack }) => {
      toastSuccess(texts.booked(booked, open, paidBack))
      onBooked()
    },
    onSettled: () => client.invalidateQueries(),
  })
}

/** The end of a movement by an administrator. */
export type Ending =
  | { how: 'assign'; paymentId: PaymentId; reason: string }
  | { how: 'payBack' | 'ignore'; reason: string }

/** Ends a movement, with a reason. */
export function useEnd({ id, openAmount }: BankMovement, onEnded: () => void) {
  return useEnding({
    mutationFn: (ending: Ending) => {
      const { reason } = ending
      if (ending.how === 'assign') {
        return call(assignBankMovement, { params: { id }, body: { openAmount, paymentId: ending.paymentId, reason } })
      }
      return call(ending.how === 'payBack' ? payBackBankMovement : ignoreBankMovement, {
        params: { id },
        body: { openAmount, reason },
      })
    },
    success: texts.done,
    onEnded,
  })
}
