import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { noSeries, seriesForm } from './series-form.ts'

test.each(['2027-02-30', '2027-13-01', '1027-01-01', '30.2.2027', '1/6/2027'])(
  'refuses %s, which is no day',
  (extraDays) => {
    const values = { ...noSeries, isSeries: true, lastDay: '2027-01-31' }
    expect(z.safeParse(seriesForm, { ...values, extraDays: '2027-02-28, 6.1.2027' }).success).toBe(true)
    expect(z.safeParse(seriesForm, { ...values, extraDays }).error?.issues[0]?.path).toEqual(['extraDays'])
  },
)
