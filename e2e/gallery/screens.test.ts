import { expect, test } from 'vitest'
import { findPage, pageKeys } from '#contract/pages.ts'
import { screens } from './screens.ts'

test('photographs every page but the frame of the search', () => {
  const photographed = screens.map(({ path }) => findPage(`/${path.replace(/\?.*/, '').replace(/\{\w+\}/, '1')}`)?.key)
  expect(new Set(pageKeys.filter((key) => key !== 'search')).difference(new Set(photographed))).toEqual(new Set())
})
